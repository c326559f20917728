// Correlations and their significance, checked against published figures and noise.
import { describe, expect, it } from 'vitest';
import { CHAINS } from '../../../app/trading/simulation/chains';
import { createRandomStreams } from '../../../app/trading/simulation/random-streams';
import {
  LAGS,
  PAIRS,
  type DailyClose,
  computeCorrelations,
  computePriceChanges,
} from '../../../app/trading/weather/correlations';
import {
  FACTORS,
  type DailyValues,
  type FactorName,
  computeDegreeDayChanges,
  computeFactors,
  computeForecastRevisions,
} from '../../../app/trading/weather/factors';
import {
  computeCorrelationP,
  computeDiscoveryRates,
  computePearson,
  computeTwoSidedP,
} from '../../../app/trading/weather/significance';
import { buildArchive, createDay, buildRun } from '../../support/weather-archive';
import { DAY_MS, HOUR_MS } from '../../../app/trading/domain/time';

const repeatValues = (values: readonly number[], times: number): number[] =>
  Array.from({ length: times }, () => values).flat();

describe('a correlation', () => {
  it('matches a hand calculation', () => {
    // About the means 3 and 3.2 the cross products add to 2.4 + 0.2 + 0 + 0.8 + 5.6 = 9, the
    // squares to 10 and 14.8.
    expect(
      computePearson(repeatValues([1, 2, 3, 4, 5], 6), repeatValues([2, 3, 1, 4, 6], 6)),
    ).toBeCloseTo(9 / Math.sqrt(10 * 14.8), 12);
  });

  it('is null with too few pairs or a constant side', () => {
    expect(computePearson(repeatValues([1, 2], 14), repeatValues([1, 2], 14))).toBeNull();
    expect(computePearson(repeatValues([1, 2], 15), repeatValues([1, 2], 15))).toBe(1);
    expect(computePearson(repeatValues([3], 40), repeatValues([1, 2], 20))).toBeNull();
    expect(() => computePearson([1], [1, 2])).toThrow('takes pairs');
  });

  it.each([
    [1.959963985, 0.05],
    [2.575829304, 0.01],
    [3.290526731, 0.001],
    [0, 1],
    [0.67448975, 0.5],
  ])('two-sided p of z = %d is %d', (z, p) => expect(computeTwoSidedP(z) / p).toBeCloseTo(1, 6));

  it('has the Fisher p-value: r = 0.5 over 28 pairs is z = 0.549306 x 5', () => {
    expect(computeCorrelationP(0.5, 28)).toBeCloseTo(computeTwoSidedP(2.746530722), 9);
    expect(computeCorrelationP(0.5, 28)).toBeCloseTo(0.006023, 5);
    expect(computeCorrelationP(-0.5, 28)).toBe(computeCorrelationP(0.5, 28));
    expect(computeCorrelationP(1, 40)).toBe(0);
  });

  it('is adjusted for multiple tests as in Benjamini and Hochberg', () => {
    // The fifteen p values of their paper of 1995: at 5 % the four smallest are discoveries.
    const paper = [
      0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719,
      0.6528, 0.759, 1,
    ];
    const shuffled = paper.map((_, index) => (index * 7) % paper.length);
    const rates = computeDiscoveryRates(shuffled.map((index) => paper[index] ?? 1));
    const found = shuffled.filter((_, place) => (rates[place] ?? 1) <= 0.05).sort((a, b) => a - b);
    expect(found).toEqual([0, 1, 2, 3]);
    expect(rates[shuffled.indexOf(0)]).toBeCloseTo(0.0015, 12);
    expect(rates[shuffled.indexOf(3)]).toBeCloseTo((0.0095 * 15) / 4, 12);
    // A smaller p-value is never adjusted above a larger one.
    expect(computeDiscoveryRates([0.041, 0.04])).toEqual([0.041, 0.041]);
  });
});

describe('daily values', () => {
  it('degree-day changes compare consecutive days only', () => {
    const days = [
      createDay(0, 40),
      createDay(DAY_MS, 35),
      createDay(2 * DAY_MS, 70),
      createDay(5 * DAY_MS, 60),
    ];
    expect([...computeDegreeDayChanges(days)]).toEqual([
      [DAY_MS, 5],
      [2 * DAY_MS, -25],
    ]);
  });

  it('forecast revisions compare the same days of runs a day apart, dated by publication', () => {
    const run = (day: number, hour: number, meanF: number) =>
      buildRun('NYC', day * DAY_MS + hour * HOUR_MS, () => meanF);
    const reader = buildArchive({
      runs: [run(1, 18, 40), run(2, 18, 45), run(2, 22, 99), run(3, 18, 43), run(5, 18, 30)],
    });
    // The first run of each day counts. Days 3 and 5 are two days apart: no revision.
    expect([...computeForecastRevisions(reader, 'NYC', 0, 9 * DAY_MS)]).toEqual([
      [2 * DAY_MS, -65],
      [3 * DAY_MS, 26],
    ]);
    const early = buildArchive({ runs: [run(1, 0, 40), run(2, 0, 38)] });
    // Published at 4:00 of day 2, the revision is dated to day 1.
    expect([...computeForecastRevisions(early, 'NYC', 0, 9 * DAY_MS)]).toEqual([[DAY_MS, 26]]);
    expect([...computeForecastRevisions(early, 'NYC', 0, 2 * DAY_MS + 4 * HOUR_MS - 1)]).toEqual(
      [],
    );
  });

  it('factors of a place are weighted means of its cells', () => {
    const cells = [
      { cell: 'NYC', weight: 0.6 },
      { cell: 'PJM', weight: 0.4 },
    ] as const;
    const factors = computeFactors(
      cells,
      [createDay(0, 40, { rainInches: 0.3 }), createDay(DAY_MS, 45, { windMph: 12 })],
      (cell) =>
        new Map(
          cell === 'NYC'
            ? [
                [0, 10],
                [DAY_MS, 20],
              ]
            : [
                [0, 20],
                [2 * DAY_MS, 5],
              ],
        ),
    );
    expect([...factors['Forecast revision']]).toEqual([
      [0, 14],
      [DAY_MS, 20],
    ]);
    expect([...factors['Degree-day change']]).toEqual([[DAY_MS, -5]]);
    expect([factors.Rain.get(0), factors.Wind.get(DAY_MS)]).toEqual([0.3, 12]);
  });

  it('price changes are log returns, or differences where a price crosses zero', () => {
    expect([
      ...computePriceChanges([
        { dayMs: 0, close: 2 },
        { dayMs: DAY_MS, close: 2.2 },
        { dayMs: 9 * DAY_MS, close: 3 },
      ]),
    ]).toEqual([[DAY_MS, Math.log(1.1)]]);
    expect([
      ...computePriceChanges([
        { dayMs: 0, close: 2 },
        { dayMs: 3 * DAY_MS, close: -1 },
      ]),
    ]).toEqual([[3 * DAY_MS, -3]]);
  });
});

const chance = createRandomStreams('correlations');
const DAYS = 360;
type Factors = Readonly<Record<FactorName, DailyValues>>;

/** White-noise closes of a chain, and autocorrelated factors of a region. */
function listCloses(chain: string, news: (day: number) => number = () => 0): readonly DailyClose[] {
  const stream = chance.getStream(`close ${chain}`);
  let log = 1;
  return Array.from({ length: DAYS }, (_, day) => {
    log += 0.02 * chance.drawNormal(stream, day) + news(day);
    return { dayMs: day * DAY_MS, close: Math.exp(log) };
  });
}
function buildNoise(region: string, factor: string): Map<number, number> {
  const stream = chance.getStream(`${factor} of ${region}`);
  let value = 0;
  return new Map(
    Array.from({ length: DAYS }, (_, day) => {
      value = 0.6 * value + chance.drawNormal(stream, day);
      return [day * DAY_MS, value] as const;
    }),
  );
}
const buildNoiseFactors = (region: string): Factors =>
  Object.fromEntries(
    FACTORS.map((factor) => [factor, buildNoise(region, factor)]),
  ) as unknown as Factors;

describe('the set of tests', () => {
  it('has a region for every chain', () => {
    const tested = new Set(PAIRS.map(({ chain }) => chain));
    expect(CHAINS.filter(({ id }) => !tested.has(id))).toEqual([]);
  });

  it('finds no significance in noise', () => {
    const rows = computeCorrelations(buildNoiseFactors, (chain) => listCloses(chain));
    expect(rows).toHaveLength(PAIRS.length * FACTORS.length);
    expect(rows.filter(({ isSignificant }) => isSignificant)).toEqual([]);
    expect(rows.every(({ n, p, strength }) => n >= 350 && p !== null && strength !== null)).toBe(
      true,
    );
    // Some are significant alone, hence the correction for multiple testing.
    expect(rows.filter(({ p }) => (p ?? 1) < 0.05).length).toBeGreaterThan(4);
  });

  it('finds the one true correlation at its lag', () => {
    const lagged = buildNoise('Northeast', 'Forecast revision');
    const rows = computeCorrelations(buildNoiseFactors, (chain) =>
      listCloses(chain, (day) =>
        chain === 'HO' ? 0.008 * (lagged.get((day - 2) * DAY_MS) ?? 0) : 0,
      ),
    );
    expect(rows[0]).toMatchObject({
      region: 'Northeast',
      chain: 'HO',
      commodity: 'oil',
      factor: 'Forecast revision',
      lagDays: 2,
      isSignificant: true,
      isLogReturn: true,
    });
    const [first] = rows;
    expect(first?.lags.map(({ lagDays }) => lagDays)).toEqual([0, 1, 2, 3]);
    expect(first?.lags[2]).toMatchObject({ strength: first?.strength, n: first?.n });
    expect(first?.paired && computePearson(first.paired.factor, first.paired.changes)).toBe(
      first?.strength,
    );
    expect(rows[0]?.strength).toBeGreaterThan(0.3);
    expect(
      rows.filter(
        ({ isSignificant, factor, chain }) =>
          isSignificant && !(factor === 'Forecast revision' && chain === 'HO'),
      ),
    ).toEqual([]);
  });

  it('returns null for too few pairs, sorted last', () => {
    const rows = computeCorrelations(buildNoiseFactors, (chain) =>
      chain === 'KC' ? listCloses(chain).slice(0, 20) : listCloses(chain),
    );
    const last = rows.slice(-FACTORS.length);
    expect(
      last.every(
        ({ chain, strength, lagDays, p, isSignificant }) =>
          chain === 'KC' && strength === null && lagDays === null && p === null && !isSignificant,
      ),
    ).toBe(true);
    expect(LAGS).toEqual([0, 1, 2, 3]);
  });
});
