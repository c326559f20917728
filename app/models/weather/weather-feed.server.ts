// Weather feed with the origin of its data.
import type { FeedDto } from '../../contracts/dashboard';
import type { DataAge } from '../../contracts/messages';
import { describeDataAge } from '../desk/data-age.server';
import { tryOrNull } from '../faults';
import type { AlmanacRequest } from './serialize-almanac.server';
import {
  READING_STALE_MS,
  listIntelligenceRows,
  toWeatherResult,
} from './serialize-weather.server';
import { getWeatherCache } from './weather-cache.server';

const NO_WEATHER: DataAge = { word: 'NO WEATHER', isLive: false };

const getWeatherAge = ({ desk }: AlmanacRequest): DataAge =>
  desk === null
    ? NO_WEATHER
    : describeDataAge(desk.market, {
        newestMs: getWeatherCache(desk).readingsMs,
        nowMs: desk.nowMs(),
        liveMs: READING_STALE_MS,
        emptyWord: NO_WEATHER.word,
      });

/** `isLoading`: the weather history is being read after a start; reading it here would block. */
export function buildWeatherFeed(source: AlmanacRequest, isLoading: boolean): FeedDto {
  return {
    isLoading,
    items: isLoading
      ? []
      : tryOrNull('weather feed', () => toWeatherResult(source, listIntelligenceRows).rows),
    reason: source.reason,
    source: source.desk?.source ?? 'none',
    dataAge: isLoading
      ? NO_WEATHER
      : (tryOrNull('age of weather data', () => getWeatherAge(source)) ?? NO_WEATHER),
  };
}
