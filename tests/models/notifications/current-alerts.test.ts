// What stands above the notification log while it lasts, and which toggle takes it away.
import { describe, expect, it } from 'vitest';

import { standingNews } from '../../../app/models/notifications/current-alerts.server';
import { DEFAULT_SETTINGS } from '../../../app/trading/domain/settings';
import type { WeatherDesk } from '../../../app/trading/weather/weather-desk';
import { NOW, weatherDesk } from '../../support/weather-desk';
import type { QuoteDto } from '../../../app/contracts/api/quotes';

const quote = (change: number | null, more: Partial<QuoteDto> = {}): QuoteDto => ({
  kind: 'quote',
  note: null,
  symbol: 'NG',
  contract: null,
  commodity: 'natural-gas',
  price: '3.000',
  change,
  changePercent: change === null ? null : (change / 3) * 100,
  hub: null,
  region: 'Henry Hub',
  bid: '2.999',
  ask: '3.001',
  asOf: new Date(NOW).toISOString(),
  ageSeconds: 0,
  source: 'simulated',
  isStale: false,
  ...more,
});

/** A desk whose price of gas went up and down by a tenth, day by day. */
function desk(days = 61, step = 0.1): WeatherDesk {
  const base = weatherDesk();
  return {
    ...base,
    closes: (chain: string) =>
      chain === 'NG'
        ? Array.from({ length: days }, (_, day) => ({
            dayMs: day * 86_400_000,
            close: 3 + (day % 2) * step,
          }))
        : [],
  };
}

const titles = (...asked: Parameters<typeof standingNews>): string[] =>
  standingNews(...asked)
    .filter(({ kind }) => kind === 'move')
    .map(({ title }) => title);

describe('moves', () => {
  it('are told beyond two deviations of the days before, up and down, and not at them', () => {
    // Sixty changes of a tenth, half of them each way: their deviation is a tenth and a little, as
    // of a sample.
    expect(
      titles(
        desk(),
        [quote(0.202), quote(-0.25, { asOf: new Date(NOW - 1000).toISOString() })],
        DEFAULT_SETTINGS,
      ),
    ).toEqual(['NG +0.202 $/MMBtu', 'NG \u22120.250 $/MMBtu']);
    expect(
      titles(
        desk(),
        [
          quote(0.201),
          quote(-0.15),
          quote(null),
          quote(9, { isStale: true }),
          quote(9, { symbol: 'CORN' }),
        ],
        DEFAULT_SETTINGS,
      ),
    ).toEqual([]);
    expect(standingNews(desk(), [quote(0.25)], DEFAULT_SETTINGS)[0]).toEqual({
      kind: 'move',
      at: new Date(NOW).toISOString(),
      title: 'NG +0.250 $/MMBtu',
      description: '+8.33% change from prior close, 2.5 deviations of its last 60 days.',
    });
  });

  it('are not judged by few days, and any move is far where none was usual', () => {
    expect(titles(desk(20), [quote(9)], DEFAULT_SETTINGS)).toEqual([]);
    expect(titles(desk(21), [quote(9)], DEFAULT_SETTINGS)).toHaveLength(1);
    expect(standingNews(desk(61, 0), [quote(0.001)], DEFAULT_SETTINGS)[0]?.description).toContain(
      'where none was usual',
    );
  });
});

describe('the weather', () => {
  it('is told where its impact is HIGH', () => {
    const told = standingNews(weatherDesk(), [], DEFAULT_SETTINGS);
    expect(told.map(({ kind, title }) => `${kind}: ${title}`)).toEqual([
      'weather: Weather of HIGH impact: Northeast',
      'weather: Weather of HIGH impact: Midwest',
    ]);
    expect(told[1]?.description).toContain('Arctic air reaches Illinois on Nov 24.');
  });
});

describe('the toggles', () => {
  it('take away moves and weather, each its own', () => {
    const kinds = (more: Partial<typeof DEFAULT_SETTINGS>) => [
      ...new Set(
        standingNews(desk(), [quote(0.5)], { ...DEFAULT_SETTINGS, ...more }).map(
          ({ kind }) => kind,
        ),
      ),
    ];
    expect(kinds({})).toEqual(['move', 'weather']);
    expect(kinds({ priceAlertsEnabled: false })).toEqual(['weather']);
    expect(kinds({ weatherUpdatesEnabled: false })).toEqual(['move']);
    expect(standingNews(null, [quote(0.5)], DEFAULT_SETTINGS)).toEqual([]);
  });
});
