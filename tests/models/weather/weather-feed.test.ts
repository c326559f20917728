// Badge of the weather feed: the origin of its data, never fresher than its rows.
import { describe, expect, it } from 'vitest';
import { listWeatherRows } from '../../../app/models/weather/serialize-weather.server';
import { buildWeatherFeed } from '../../../app/models/weather/weather-feed.server';
import { HOUR_MS } from '../../../app/trading/domain/time';
import { NOW, createWeatherDesk } from '../../support/weather-desk';

const buildFeed = (market: string, nowMs = NOW, isLoading = false) =>
  buildWeatherFeed(
    { desk: { ...createWeatherDesk(), market, nowMs: () => nowMs }, reason: null },
    isLoading,
  );

describe('the badge of the weather feed', () => {
  it('is the origin of the market, also while the history loads', () => {
    expect(buildFeed('simulated').dataAge).toEqual({ word: 'SIM', isLive: false });
    expect(buildFeed('replay').dataAge).toEqual({ word: 'REPLAY', isLive: false });
    expect(buildFeed('simulated', NOW, true)).toMatchObject({
      dataAge: { word: 'SIM' },
      items: [],
    });
  });

  it('is the publisher of public weather, and not live while observations are stale', () => {
    const nowMs = NOW + HOUR_MS;
    const rows = listWeatherRows({ ...createWeatherDesk(), nowMs: () => nowMs });
    expect(rows.every(({ isStale }) => isStale)).toBe(true);
    expect(buildFeed('public', nowMs).dataAge).toEqual({
      word: 'AN ARCHIVE MADE BY HAND',
      isLive: false,
    });
  });
});
