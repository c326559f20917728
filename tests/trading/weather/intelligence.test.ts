// Weather feed and patterns over a small archive with known results.
import { describe, expect, it } from 'vitest';
import { COMMODITY_KEYS } from '../../../app/trading/domain/commodity';
import {
  rateDegreeDayChange,
  formatEffects,
  listIntelligence,
  rateRainChange,
  rateWarning,
} from '../../../app/trading/weather/intelligence';
import { getImpactLevel, listWeatherPatterns } from '../../../app/trading/weather/patterns';
import {
  listEffects,
  listPlacesMoving,
  listWarningEffects,
} from '../../../app/trading/weather/responses';
import { PLACES } from '../../../app/trading/weather/places';
import type { WeatherWarning } from '../../../app/trading/weather/bulletin';
import { buildArchive, buildRun } from '../../support/weather-archive';
import { DAY_MS, HOUR_MS } from '../../../app/trading/domain/time';

const ISSUED = Date.UTC(2026, 0, 10, 12);
const KNOWN = ISSUED + 5 * HOUR_MS;
const WINTER_CELLS = [
  'NYC',
  'PJM',
  'CHI',
  'DSM',
  'ICT',
  'ATL',
  'LAK',
  'LBB',
  'CAL',
  'PDX',
] as const;

/** Two runs with means of 40 F; the newer one has the given means in Northeast and Midwest. */
const buildRuns = (northeast: (lead: number) => number, midwestRain = 0.1) =>
  WINTER_CELLS.flatMap((cell) => [
    buildRun(cell, ISSUED - DAY_MS, () => 40),
    cell === 'NYC' || cell === 'PJM'
      ? buildRun(cell, ISSUED, northeast)
      : buildRun(cell, ISSUED, () => 40, { rainInches: midwestRain }),
  ]);

const buildWarning = (more: Partial<WeatherWarning> = {}): WeatherWarning => ({
  id: 'cold/1',
  kind: 'cold outbreak',
  phase: 'watch',
  cells: ['CHI', 'DSM'],
  probability: 0.4,
  strength: -18,
  fromMs: KNOWN + 4 * DAY_MS,
  untilMs: KNOWN + 8 * DAY_MS,
  publishedMs: KNOWN - HOUR_MS,
  text: 'Arctic air may reach Illinois on Jan 14',
  ...more,
});

const buildFeed = (facts: Parameters<typeof buildArchive>[0]) =>
  listIntelligence(buildArchive(facts), KNOWN, () => null);

describe('thresholds', () => {
  it.each([
    [0, 'LOW'],
    [11.99, 'LOW'],
    [-12, 'MEDIUM'],
    [29.99, 'MEDIUM'],
    [30, 'HIGH'],
    [-45, 'HIGH'],
  ])('%d degree days: %s', (change, impact) => expect(rateDegreeDayChange(change)).toBe(impact));
  it.each([
    [0.74, 'LOW'],
    [-0.75, 'MEDIUM'],
    [1.49, 'MEDIUM'],
    [1.5, 'HIGH'],
  ])('%d inches: %s', (change, impact) => expect(rateRainChange(change)).toBe(impact));
  it.each([
    ['watch', 0.59, 'MEDIUM'],
    ['watch', 0.6, 'HIGH'],
    ['confirmed', 0.5, 'HIGH'],
    ['cancelled', 0, 'MEDIUM'],
    ['ended', 1, 'MEDIUM'],
  ] as const)('a warning that is %s at %d: %s', (phase, probability, impact) =>
    expect(rateWarning(buildWarning({ phase, probability }), KNOWN)).toBe(impact),
  );
  it.each([
    [3, 'HIGH'],
    [3.01, 'MEDIUM'],
  ])('a drought of %d days: %s', (days, impact) =>
    expect(
      rateWarning(
        buildWarning({ kind: 'drought', phase: 'confirmed', publishedMs: KNOWN - days * DAY_MS }),
        KNOWN,
      ),
    ).toBe(impact),
  );
  it.each([
    [{}, 'MEDIUM'],
    [{ probability: 0.6 }, 'HIGH'],
    [{ phase: 'confirmed' }, 'HIGH'],
    [{ phase: 'confirmed', strength: -20 }, 'CRITICAL'],
    [{ phase: 'cancelled' }, 'LOW'],
    [{ phase: 'confirmed', kind: 'hurricane', strength: 2 }, 'HIGH'],
    [{ phase: 'confirmed', kind: 'hurricane', strength: 3 }, 'CRITICAL'],
    [{ phase: 'watch', kind: 'hurricane', strength: 5 }, 'MEDIUM'],
  ] as const)('a pattern of %o: %s', (more, level) =>
    expect(getImpactLevel(buildWarning(more), true)).toBe(level),
  );
});

describe('the weather feed', () => {
  it('reports unchanged regions as quiet, in place order', () => {
    const items = buildFeed({ runs: buildRuns(() => 40) });
    expect(items.map(({ region, impact }) => `${region} ${impact}`)).toEqual(
      [
        'Northeast',
        'Southeast',
        'Midwest',
        'Southwest',
        'West',
        'Gulf of Mexico',
        'Minas Gerais',
      ].map((name) => `${name} LOW`),
    );
    expect(items[0]?.message).toBe(
      'Quiet: 325 heating (0) and 0 cooling degree days (0) from Jan 11 to Jan 23, little change in a day.',
    );
    expect(items[5]?.message).toBe(
      'No change available: two forecast runs a day apart are needed.',
    );
    expect(items[0]).toMatchObject({
      commodities: [],
      effects: [],
      temperatureF: null,
      atMs: ISSUED + 4 * HOUR_MS,
    });
  });

  it('reports a colder forecast with degree days, peak day and affected markets', () => {
    const items = buildFeed({ runs: buildRuns((lead) => (lead >= 5 && lead <= 8 ? 31 : 40)) });
    expect(items[0]).toMatchObject({
      region: 'Northeast',
      impact: 'HIGH',
      commodities: ['natural-gas', 'oil', 'electricity'],
    });
    expect(items[0]?.change).toMatchObject({
      days: 13,
      heating: { now: 361, before: 325, change: 36 },
    });
    expect(items[0]?.message).toBe(
      "Forecast: 361 heating degree days from Jan 11 to Jan 23 (+36 vs yesterday's run, 325); largest daily change Jan 15, to a mean of 31 °F (\u22129). Bullish natural gas, heating oil, electricity.",
    );
    expect(items.slice(1).every(({ impact }) => impact === 'LOW')).toBe(true);
  });

  it('reports a milder forecast as bearish for the same markets', () => {
    const [first] = buildFeed({ runs: buildRuns((lead) => (lead === 5 ? 52 : 40)) });
    expect(first?.effects.map(({ direction }) => direction)).toEqual(['DOWN', 'DOWN', 'DOWN']);
    expect(first?.impact).toBe('MEDIUM');
    expect(first?.message).toMatch(/Bearish natural gas, heating oil, electricity\.$/);
  });

  it('reports rain without affected markets as quiet', () => {
    expect(
      buildFeed({ runs: buildRuns(() => 40, 0.5) }).every(({ impact }) => impact === 'LOW'),
    ).toBe(true);
  });

  it('reports a warning in its regions, and its cancellation', () => {
    const issued = buildFeed({ runs: buildRuns(() => 40), warnings: [buildWarning()] });
    expect(issued[0]).toMatchObject({
      region: 'Midwest',
      impact: 'MEDIUM',
      warnings: ['cold/1'],
      commodities: ['natural-gas', 'electricity', 'wheat'],
      atMs: KNOWN - HOUR_MS,
    });
    expect(issued[0]?.message).toBe(
      'Arctic air may reach Illinois on Jan 14. Bullish natural gas, electricity, wheat.',
    );
    const called = buildFeed({
      runs: buildRuns(() => 40),
      warnings: [
        buildWarning(),
        buildWarning({ phase: 'cancelled', publishedMs: KNOWN, text: 'The cold stays away.' }),
      ],
    });
    expect(called[0]?.message).toBe(
      'The cold stays away. Bearish natural gas, electricity, wheat.',
    );
  });

  it('reports a warning without affected markets as low impact', () => {
    const [gulf] = buildFeed({
      runs: [buildRun('GOM', ISSUED - DAY_MS, () => 70), buildRun('GOM', ISSUED, () => 70)],
      warnings: [buildWarning({ cells: ['GOM'], text: 'Cold over the Gulf.' })],
    }).filter(({ region }) => region === 'Gulf of Mexico');
    expect(gulf).toMatchObject({
      impact: 'LOW',
      commodities: [],
      warnings: ['cold/1'],
      message: expect.stringMatching(/^Cold over the Gulf\. Forecast: 0 heating/) as string,
    });
  });

  it('ignores later publications', () => {
    const items = buildFeed({
      runs: buildRuns(() => 40),
      warnings: [buildWarning({ publishedMs: KNOWN + 1 })],
    });
    expect(items.every(({ warnings }) => warnings.length === 0)).toBe(true);
  });
});

describe('patterns', () => {
  it('have one row per warning and one per region without', () => {
    const rows = listWeatherPatterns(
      buildArchive({
        warnings: [
          buildWarning({ phase: 'confirmed' }),
          buildWarning({
            id: 'storm',
            kind: 'hurricane',
            cells: ['GOM'],
            phase: 'watch',
            probability: 0.25,
            strength: 4,
          }),
        ],
      }),
      KNOWN,
    );
    expect(rows.map(({ region, impactLevel: level }) => `${region} ${level}`)).toEqual([
      'Midwest HIGH',
      'Gulf of Mexico MEDIUM',
      'Northeast LOW',
      'Southeast LOW',
      'Southwest LOW',
      'West LOW',
      'Minas Gerais LOW',
    ]);
    expect(rows[0]?.pattern).toBe(
      'Cold outbreak over Midwest, Jan 14 to Jan 18, \u221218 °F: confirmed',
    );
    expect(rows[1]).toMatchObject({
      pattern: 'Hurricane over Gulf of Mexico, Jan 14 to Jan 18, category 4: may come, chance 25%',
      affectedCommodities: ['crude-oil', 'oil', 'natural-gas'],
    });
    expect(rows[2]).toMatchObject({
      pattern: 'No warning for Northeast',
      affectedCommodities: [],
      warning: null,
    });
  });
});

describe('responses', () => {
  it('exist for every commodity in some month', () => {
    const months = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 15));
    expect(
      COMMODITY_KEYS.filter((key) =>
        months.every((atMs) => listPlacesMoving(key, atMs).length === 0),
      ),
    ).toEqual([]);
  });

  it('follow the season, across New Year too', () => {
    const getMonthStart = (value: number) => Date.UTC(2026, value - 1, 15);
    expect(listEffects('Northeast', 'cold', getMonthStart(7))).toEqual([]);
    expect(
      listEffects('Northeast', 'cold', getMonthStart(12)).map(({ commodity }) => commodity),
    ).toEqual(['natural-gas', 'oil', 'electricity']);
    expect(
      listEffects('Midwest', 'heat', getMonthStart(7)).map(({ commodity }) => commodity),
    ).toEqual(['electricity', 'natural-gas', 'corn', 'soybeans']);
    expect(listEffects('Minas Gerais', 'frost', getMonthStart(7))).toMatchObject([
      { commodity: 'coffee', direction: 'UP' },
    ]);
  });

  it('apply to a region through cells without weight', () => {
    expect(
      listWarningEffects(buildWarning({ cells: ['DFW'] }), PLACES).map(
        ({ commodity }) => commodity,
      ),
    ).toEqual(['natural-gas', 'electricity']);
  });

  it('name the price direction', () => {
    expect(
      formatEffects([
        { commodity: 'corn', direction: 'DOWN', because: '' },
        { commodity: 'oil', direction: 'UP', because: '' },
        { commodity: 'crude-oil', direction: 'MIXED', because: '' },
      ]),
    ).toBe(' Bullish heating oil; bearish corn; mixed for crude oil.');
  });
});
