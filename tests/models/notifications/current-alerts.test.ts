// Current alerts above the notification log, and their settings.
import { describe, expect, it } from 'vitest';

import { standingNews } from '../../../app/models/notifications/current-alerts.server';
import { DEFAULT_SETTINGS } from '../../../app/trading/domain/settings';
import type { WeatherSource } from '../../../app/trading/weather/weather-source';
import { NOW, createWeatherDesk } from '../../support/weather-desk';
import type { QuoteDto } from '../../../app/contracts/api/quotes';

const createQuote = (change: number | null, more: Partial<QuoteDto> = {}): QuoteDto => ({
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
  high: null,
  low: null,
  volume: null,
  expiresAt: null,
  asOf: new Date(NOW).toISOString(),
  ageSeconds: 0,
  source: 'simulated',
  isStale: false,
  ...more,
});

/** Natural gas closes alternate by `step` day by day. */
function createGasDesk(days = 61, step = 0.1): WeatherSource {
  const base = createWeatherDesk();
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

const listTitles = (...args: Parameters<typeof standingNews>): string[] =>
  standingNews(...args)
    .filter(({ kind }) => kind === 'move')
    .map(({ title }) => title);

describe('price move alerts', () => {
  it('appear above two standard deviations in both directions', () => {
    // Sixty changes of ±0.1: the sample standard deviation is slightly above 0.1.
    expect(
      listTitles(
        createGasDesk(),
        [createQuote(0.202), createQuote(-0.25, { asOf: new Date(NOW - 1000).toISOString() })],
        DEFAULT_SETTINGS,
      ),
    ).toEqual(['NG +0.202 $/MMBtu', 'NG \u22120.250 $/MMBtu']);
    expect(
      listTitles(
        createGasDesk(),
        [
          createQuote(0.201),
          createQuote(-0.15),
          createQuote(null),
          createQuote(9, { isStale: true }),
          createQuote(9, { symbol: 'CORN' }),
        ],
        DEFAULT_SETTINGS,
      ),
    ).toEqual([]);
    expect(standingNews(createGasDesk(), [createQuote(0.25)], DEFAULT_SETTINGS)[0]).toEqual({
      kind: 'move',
      at: new Date(NOW).toISOString(),
      title: 'NG +0.250 $/MMBtu',
      description: '+8.33% change from prior close, 2.5 sigma of the last 60 days.',
    });
  });

  it('need 20 daily changes; with zero volatility any move is an alert', () => {
    expect(listTitles(createGasDesk(20), [createQuote(9)], DEFAULT_SETTINGS)).toEqual([]);
    expect(listTitles(createGasDesk(21), [createQuote(9)], DEFAULT_SETTINGS)).toHaveLength(1);
    expect(
      standingNews(createGasDesk(61, 0), [createQuote(0.001)], DEFAULT_SETTINGS)[0]?.description,
    ).toContain('60-day sigma is zero');
  });
});

describe('the weather', () => {
  it('shows HIGH impact only', () => {
    const alerts = standingNews(createWeatherDesk(), [], DEFAULT_SETTINGS);
    expect(alerts.map(({ kind, title }) => `${kind}: ${title}`)).toEqual([
      'weather: HIGH weather impact: Northeast',
      'weather: HIGH weather impact: Midwest',
    ]);
    expect(alerts[1]?.description).toContain('Arctic air reaches Illinois on Nov 24.');
  });
});

describe('the toggles', () => {
  it('hide moves and weather separately', () => {
    const listKinds = (more: Partial<typeof DEFAULT_SETTINGS>) => [
      ...new Set(
        standingNews(createGasDesk(), [createQuote(0.5)], { ...DEFAULT_SETTINGS, ...more }).map(
          ({ kind }) => kind,
        ),
      ),
    ];
    expect(listKinds({})).toEqual(['move', 'weather']);
    expect(listKinds({ priceAlertsEnabled: false })).toEqual(['weather']);
    expect(listKinds({ weatherUpdatesEnabled: false })).toEqual(['move']);
    expect(standingNews(null, [createQuote(0.5)], DEFAULT_SETTINGS)).toEqual([]);
  });
});
