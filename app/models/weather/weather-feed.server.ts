// Weather feed with the origin of its data.
import type { FeedDto } from '../../contracts/dashboard';
import { findMarketOrigin } from '../../contracts/market-origin';
import { tryOrNull } from '../faults';
import type { AlmanacRequest } from './serialize-almanac.server';
import { listIntelligenceRows, toWeatherResult } from './serialize-weather.server';

/** `isLoading`: the weather history is being read after a start; reading it here would block. */
export function buildWeatherFeed(request: AlmanacRequest, isLoading: boolean): FeedDto {
  const { desk, reason } = request;
  const source = desk?.source ?? 'none';
  return {
    isLoading,
    items: isLoading
      ? []
      : tryOrNull('weather feed', () => toWeatherResult(request, listIntelligenceRows).rows),
    reason,
    source,
    // Never live: each item states its own time, and readings, runs and warnings differ in age.
    dataAge: {
      word: (desk && findMarketOrigin(desk.market)) ?? source.toUpperCase(),
      isLive: false,
    },
  };
}
