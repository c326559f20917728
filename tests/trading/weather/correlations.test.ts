// Correlations with their significance: against published figures, and against noise.
import { describe, expect, it } from 'vitest';
import { createChance } from '../../../app/trading/simulation/random-streams';
import {
  LAGS,
  PAIRS,
  type DailyClose,
  computeCorrelations,
  priceChanges,
} from '../../../app/trading/weather/correlations';
import {
  FACTORS,
  type DailyValues,
  type FactorName,
  degreeDayChanges,
  computeFactors,
  forecastRevisions,
} from '../../../app/trading/weather/factors';
import {
  correlationP,
  discoveryRates,
  computePearson,
  twoSided,
} from '../../../app/trading/weather/significance';
import { buildArchive, getDay, buildRun } from '../../support/weather-archive';
import { DAY_MS, HOUR_MS } from '../../../app/trading/domain/time';

const repeated = (values: readonly number[], times: number): number[] =>
  Array.from({ length: times }, () => values).flat();

describe('a correlation', () => {
  it('is the one worked out by hand', () => {
    // About the means 3 and 3.2 the cross products add to 2.4 + 0.2 + 0 + 0.8 + 5.6 = 9, the
    // squares to 10 and 14.8.
    expect(computePearson(repeated([1, 2, 3, 4, 5], 6), repeated([2, 3, 1, 4, 6], 6))).toBeCloseTo(
      9 / Math.sqrt(10 * 14.8),
      12,
    );
  });

  it('is none of too few pairs, or where one side stands still', () => {
    expect(computePearson(repeated([1, 2], 14), repeated([1, 2], 14))).toBeNull();
    expect(computePearson(repeated([1, 2], 15), repeated([1, 2], 15))).toBe(1);
    expect(computePearson(repeated([3], 40), repeated([1, 2], 20))).toBeNull();
    expect(() => computePearson([1], [1, 2])).toThrow('takes pairs');
  });

  it.each([
    [1.959963985, 0.05],
    [2.575829304, 0.01],
    [3.290526731, 0.001],
    [0, 1],
    [0.67448975, 0.5],
  ])('a normal beyond %d has the chance %d', (z, p) => expect(twoSided(z) / p).toBeCloseTo(1, 6));

  it('has the p value of Fisher: r = 0.5 over 28 pairs is z = 0.549306 x 5', () => {
    expect(correlationP(0.5, 28)).toBeCloseTo(twoSided(2.746530722), 9);
    expect(correlationP(0.5, 28)).toBeCloseTo(0.006023, 5);
    expect(correlationP(-0.5, 28)).toBe(correlationP(0.5, 28));
    expect(correlationP(1, 40)).toBe(0);
  });

  it('is judged among many as Benjamini and Hochberg did', () => {
    // The fifteen p values of their paper of 1995: at 5 % the four smallest are discoveries.
    const paper = [
      0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719,
      0.6528, 0.759, 1,
    ];
    const shuffled = paper.map((_, index) => (index * 7) % paper.length);
    const rates = discoveryRates(shuffled.map((index) => paper[index] ?? 1));
    const found = shuffled.filter((_, place) => (rates[place] ?? 1) <= 0.05).sort((a, b) => a - b);
    expect(found).toEqual([0, 1, 2, 3]);
    expect(rates[shuffled.indexOf(0)]).toBeCloseTo(0.0015, 12);
    expect(rates[shuffled.indexOf(3)]).toBeCloseTo((0.0095 * 15) / 4, 12);
    // The smaller of two is as good as the larger is at the least.
    expect(discoveryRates([0.041, 0.04])).toEqual([0.041, 0.041]);
  });
});

describe('daily values', () => {
  it('degree-day changes are those of days that follow each other', () => {
    const days = [
      getDay(0, 40),
      getDay(DAY_MS, 35),
      getDay(2 * DAY_MS, 70),
      getDay(5 * DAY_MS, 60),
    ];
    expect([...degreeDayChanges(days)]).toEqual([
      [DAY_MS, 5],
      [2 * DAY_MS, -25],
    ]);
  });

  it('forecast revisions compare the same days of two runs a day apart, and are of the day of their news', () => {
    const run = (day: number, hour: number, meanF: number) =>
      buildRun('NYC', day * DAY_MS + hour * HOUR_MS, () => meanF);
    const reader = buildArchive({
      runs: [run(1, 18, 40), run(2, 18, 45), run(2, 22, 99), run(3, 18, 43), run(5, 18, 30)],
    });
    // The first run of each day counts. Day 3 to 5 is two days apart: no day's revision.
    expect([...forecastRevisions(reader, 'NYC', 0, 9 * DAY_MS)]).toEqual([
      [2 * DAY_MS, -65],
      [3 * DAY_MS, 26],
    ]);
    const early = buildArchive({ runs: [run(1, 0, 40), run(2, 0, 38)] });
    // Published at four in the morning of day 2, most of its news is of day 1.
    expect([...forecastRevisions(early, 'NYC', 0, 9 * DAY_MS)]).toEqual([[DAY_MS, 26]]);
    expect([...forecastRevisions(early, 'NYC', 0, 2 * DAY_MS + 4 * HOUR_MS - 1)]).toEqual([]);
  });

  it('factors of a place weigh those of its cells', () => {
    const cells = [
      { cell: 'NYC', weight: 0.6 },
      { cell: 'PJM', weight: 0.4 },
    ] as const;
    const factors = computeFactors(
      cells,
      [getDay(0, 40, { rainInches: 0.3 }), getDay(DAY_MS, 45, { windMph: 12 })],
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

  it('price changes are log returns, and differences where a price passes through zero', () => {
    expect([
      ...priceChanges([
        { dayMs: 0, close: 2 },
        { dayMs: DAY_MS, close: 2.2 },
        { dayMs: 9 * DAY_MS, close: 3 },
      ]),
    ]).toEqual([[DAY_MS, Math.log(1.1)]]);
    expect([
      ...priceChanges([
        { dayMs: 0, close: 2 },
        { dayMs: 3 * DAY_MS, close: -1 },
      ]),
    ]).toEqual([[3 * DAY_MS, -3]]);
  });
});

const chance = createChance('correlations');
const DAYS = 360;
type Factors = Readonly<Record<FactorName, DailyValues>>;

/** White closes of a chain, and factors of a region with memory in them. */
function listCloses(chain: string, news: (day: number) => number = () => 0): readonly DailyClose[] {
  const stream = chance.stream(`close ${chain}`);
  let log = 1;
  return Array.from({ length: DAYS }, (_, day) => {
    log += 0.02 * chance.normal(stream, day) + news(day);
    return { dayMs: day * DAY_MS, close: Math.exp(log) };
  });
}
function noise(region: string, factor: string): Map<number, number> {
  const stream = chance.stream(`${factor} of ${region}`);
  let value = 0;
  return new Map(
    Array.from({ length: DAYS }, (_, day) => {
      value = 0.6 * value + chance.normal(stream, day);
      return [day * DAY_MS, value] as const;
    }),
  );
}
const noises = (region: string): Factors =>
  Object.fromEntries(
    FACTORS.map((factor) => [factor, noise(region, factor)]),
  ) as unknown as Factors;

describe('the family', () => {
  it('finds nothing in noise, among all of it', () => {
    const rows = computeCorrelations(noises, (chain) => listCloses(chain));
    expect(rows).toHaveLength(PAIRS.length * FACTORS.length);
    expect(rows.filter(({ isSignificant }) => isSignificant)).toEqual([]);
    expect(rows.every(({ n, p, strength }) => n >= 350 && p !== null && strength !== null)).toBe(
      true,
    );
    // Some look strong alone: that is why all are counted.
    expect(rows.filter(({ p }) => (p ?? 1) < 0.05).length).toBeGreaterThan(4);
  });

  it('finds the one that is there, at its lag', () => {
    const lagged = noise('Northeast', 'Forecast revision');
    const rows = computeCorrelations(noises, (chain) =>
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
    });
    expect(rows[0]?.strength).toBeGreaterThan(0.3);
    expect(
      rows.filter(
        ({ isSignificant, factor, chain }) =>
          isSignificant && !(factor === 'Forecast revision' && chain === 'HO'),
      ),
    ).toEqual([]);
  });

  it('says null where there is too little to tell, and puts it last', () => {
    const rows = computeCorrelations(noises, (chain) =>
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
