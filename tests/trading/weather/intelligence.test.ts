// The feed and the patterns, over a small archive with known answers.
import { describe, expect, it } from 'vitest';
import {
  degreeDayImpact,
  effectSentence,
  listIntelligence,
  rainImpact,
  warningImpact,
} from '../../../app/trading/weather/intelligence';
import { impactLevel, weatherPatterns } from '../../../app/trading/weather/patterns';
import { listEffects, warningEffects } from '../../../app/trading/weather/responses';
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

/**
 * Means of 40 F in both runs, and in the newer one what is given for the Northeast and the Midwest.
 */
const runs = (northeast: (lead: number) => number, midwestRain = 0.1) =>
  WINTER_CELLS.flatMap((cell) => [
    buildRun(cell, ISSUED - DAY_MS, () => 40),
    cell === 'NYC' || cell === 'PJM'
      ? buildRun(cell, ISSUED, northeast)
      : buildRun(cell, ISSUED, () => 40, { rainInches: midwestRain }),
  ]);

const warning = (more: Partial<WeatherWarning> = {}): WeatherWarning => ({
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

const feed = (facts: Parameters<typeof buildArchive>[0]) =>
  listIntelligence(buildArchive(facts), KNOWN, () => null);

describe('thresholds', () => {
  it.each([
    [0, 'LOW'],
    [11.99, 'LOW'],
    [-12, 'MEDIUM'],
    [29.99, 'MEDIUM'],
    [30, 'HIGH'],
    [-45, 'HIGH'],
  ])('%d degree days: %s', (change, impact) => expect(degreeDayImpact(change)).toBe(impact));
  it.each([
    [0.74, 'LOW'],
    [-0.75, 'MEDIUM'],
    [1.49, 'MEDIUM'],
    [1.5, 'HIGH'],
  ])('%d inches: %s', (change, impact) => expect(rainImpact(change)).toBe(impact));
  it.each([
    ['watch', 0.59, 'MEDIUM'],
    ['watch', 0.6, 'HIGH'],
    ['confirmed', 0.5, 'HIGH'],
    ['cancelled', 0, 'MEDIUM'],
    ['ended', 1, 'MEDIUM'],
  ] as const)('a warning that is %s at %d: %s', (phase, probability, impact) =>
    expect(warningImpact(warning({ phase, probability }), KNOWN)).toBe(impact),
  );
  it.each([
    [3, 'HIGH'],
    [3.01, 'MEDIUM'],
  ])('a drought of %d days: %s', (days, impact) =>
    expect(
      warningImpact(
        warning({ kind: 'drought', phase: 'confirmed', publishedMs: KNOWN - days * DAY_MS }),
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
    expect(impactLevel(warning(more), true)).toBe(level),
  );
});

describe('the feed', () => {
  it('tells each region without change as quiet, in the order of places', () => {
    const items = feed({ runs: runs(() => 40) });
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
      'Quiet: 325 heating (0) and 0 cooling degree days (0) from Jan 11 to Jan 23, little changed in a day.',
    );
    expect(items[5]?.message).toBe(
      'No two forecast runs a day apart are known yet, so no change can be told.',
    );
    expect(items[0]).toMatchObject({
      commodities: [],
      effects: [],
      temperatureF: null,
      atMs: ISSUED + 4 * HOUR_MS,
    });
  });

  it('tells a colder forecast with its degree days, its day and whom it touches', () => {
    const items = feed({ runs: runs((lead) => (lead >= 5 && lead <= 8 ? 31 : 40)) });
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
      'Forecast: 361 heating degree days from Jan 11 to Jan 23 (+36 against the run of a day ago, 325); Jan 15 moved most, to a mean of 31 °F (\u22129). It supports natural gas, heating oil, electricity.',
    );
    expect(items.slice(1).every(({ impact }) => impact === 'LOW')).toBe(true);
  });

  it('a milder forecast weighs on the same', () => {
    const [first] = feed({ runs: runs((lead) => (lead === 5 ? 52 : 40)) });
    expect(first?.effects.map(({ direction }) => direction)).toEqual(['DOWN', 'DOWN', 'DOWN']);
    expect(first?.impact).toBe('MEDIUM');
    expect(first?.message).toMatch(/It weighs on natural gas, heating oil, electricity\.$/);
  });

  it('rain that touches nobody at the season is quiet', () => {
    expect(feed({ runs: runs(() => 40, 0.5) }).every(({ impact }) => impact === 'LOW')).toBe(true);
  });

  it('tells a warning to the regions that it concerns, and takes it back', () => {
    const told = feed({ runs: runs(() => 40), warnings: [warning()] });
    expect(told[0]).toMatchObject({
      region: 'Midwest',
      impact: 'MEDIUM',
      warnings: ['cold/1'],
      commodities: ['natural-gas', 'electricity', 'wheat'],
      atMs: KNOWN - HOUR_MS,
    });
    expect(told[0]?.message).toBe(
      'Arctic air may reach Illinois on Jan 14. It supports natural gas, electricity, wheat.',
    );
    const called = feed({
      runs: runs(() => 40),
      warnings: [
        warning(),
        warning({ phase: 'cancelled', publishedMs: KNOWN, text: 'The cold stays away.' }),
      ],
    });
    expect(called[0]?.message).toBe(
      'The cold stays away. It weighs on natural gas, electricity, wheat.',
    );
  });

  it('tells a warning that touches nobody, and stays quiet', () => {
    const [gulf] = feed({
      runs: [buildRun('GOM', ISSUED - DAY_MS, () => 70), buildRun('GOM', ISSUED, () => 70)],
      warnings: [warning({ cells: ['GOM'], text: 'Cold over the Gulf.' })],
    }).filter(({ region }) => region === 'Gulf of Mexico');
    expect(gulf).toMatchObject({
      impact: 'LOW',
      commodities: [],
      warnings: ['cold/1'],
      message: expect.stringMatching(/^Cold over the Gulf\. Quiet: 0 heating/) as string,
    });
  });

  it('knows nothing that was published later', () => {
    const items = feed({ runs: runs(() => 40), warnings: [warning({ publishedMs: KNOWN + 1 })] });
    expect(items.every(({ warnings }) => warnings.length === 0)).toBe(true);
  });
});

describe('patterns', () => {
  it('are one row for each warning and one for each region without', () => {
    const rows = weatherPatterns(
      buildArchive({
        warnings: [
          warning({ phase: 'confirmed' }),
          warning({
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
  it('follow the season, over New Year too', () => {
    const month = (value: number) => Date.UTC(2026, value - 1, 15);
    expect(listEffects('Northeast', 'cold', month(7))).toEqual([]);
    expect(listEffects('Northeast', 'cold', month(12)).map(({ commodity }) => commodity)).toEqual([
      'natural-gas',
      'oil',
      'electricity',
    ]);
    expect(listEffects('Midwest', 'heat', month(7)).map(({ commodity }) => commodity)).toEqual([
      'electricity',
      'natural-gas',
      'corn',
      'soybeans',
    ]);
    expect(listEffects('Minas Gerais', 'frost', month(7))).toMatchObject([
      { commodity: 'coffee', direction: 'UP' },
    ]);
  });

  it('of a warning over cells that no reading weighs still find the region', () => {
    expect(
      warningEffects(warning({ cells: ['DFW'] }), PLACES).map(({ commodity }) => commodity),
    ).toEqual(['natural-gas', 'electricity']);
  });

  it('are told by where the price goes', () => {
    expect(
      effectSentence([
        { commodity: 'corn', direction: 'DOWN', because: '' },
        { commodity: 'oil', direction: 'UP', because: '' },
        { commodity: 'crude-oil', direction: 'MIXED', because: '' },
      ]),
    ).toBe(' It supports heating oil; it weighs on corn; it pulls both ways on crude oil.');
  });
});
