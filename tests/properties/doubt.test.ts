import fc from 'fast-check';
import { expect } from 'vitest';
import { listSplits } from '../../app/trading/backtest/walk-forward';
import { toMills } from '../../app/trading/domain/units';
import {
  deflatedSharpe,
  expectedBestSharpe,
} from '../../app/trading/portfolio/statistics/deflated-sharpe';
import { kupiecTest } from '../../app/trading/portfolio/statistics/kupiec';
import { monthlyReturns } from '../../app/trading/portfolio/statistics/monthly-returns';
import { probabilisticSharpe } from '../../app/trading/portfolio/statistics/probabilistic-sharpe';
import { expectMet, property } from './property';

/** Skewness and kurtosis that a sample can have: kurtosis is at least skewness squared plus 1. */
const evidence = fc
  .record({
    sharpe: fc.double({ min: -1, max: 1, noNaN: true }),
    count: fc.integer({ min: 2, max: 5000 }),
    skewness: fc.double({ min: -4, max: 4, noNaN: true }),
    more: fc.double({ min: 0.01, max: 20, noNaN: true }),
  })
  .map(({ more, ...rest }) => ({ ...rest, kurtosis: rest.skewness ** 2 + 1 + more }));
const trials = fc.record({
  count: fc.integer({ min: 1, max: 10_000 }),
  variance: fc.double({ min: 0, max: 0.1, noNaN: true }),
});

property(
  'a longer record makes one surer of a ratio above the benchmark, and of one below it',
  fc.tuple(
    evidence,
    fc.double({ min: -1, max: 1, noNaN: true }),
    fc.integer({ min: 1, max: 5000 }),
  ),
  ([record, benchmark, more]) => {
    const shorter = probabilisticSharpe(record, benchmark) ?? NaN;
    const longer = probabilisticSharpe({ ...record, count: record.count + more }, benchmark) ?? NaN;
    expect(record.sharpe >= benchmark ? longer - shorter : shorter - longer).toBeGreaterThanOrEqual(
      -1e-15,
    );
    expect(shorter).toBeGreaterThanOrEqual(0);
    expect(shorter).toBeLessThanOrEqual(1);
  },
);

property(
  'trials only ever deflate, and more of them deflate more',
  fc.tuple(evidence, trials, fc.integer({ min: 1, max: 1000 })),
  ([record, made, more]) => {
    const plain = probabilisticSharpe(record) ?? NaN;
    const deflated = deflatedSharpe(record, made) ?? NaN;
    expect(deflated).toBeLessThanOrEqual(plain + 1e-15);
    expect(
      deflatedSharpe(record, { ...made, count: made.count + more }) ?? NaN,
    ).toBeLessThanOrEqual(deflated + 1e-15);
    expect(expectedBestSharpe(made) ?? NaN).toBeGreaterThanOrEqual(0);
  },
);

property(
  "the number of days that was promised passes Kupiec's test, and the further off the less",
  fc.tuple(fc.integer({ min: 20, max: 3000 }), fc.double({ min: 0.005, max: 0.2, noNaN: true })),
  ([days, share]) => {
    const tests = Array.from(
      { length: 12 },
      (_, k) => kupiecTest(Math.min(days, Math.ceil(days * share) + k), days, share)?.pValue ?? NaN,
    );
    expect(kupiecTest(Math.round(days * share), days, share)?.pValue ?? NaN).toBeGreaterThan(0.2);
    for (let k = 1; k < tests.length; k += 1)
      expect(tests[k]).toBeLessThanOrEqual((tests[k - 1] ?? NaN) + 1e-12);
  },
);

const plan = fc.record({
  bars: fc.integer({ min: 1, max: 300 }),
  kind: fc.constantFrom('expanding', 'rolling', 'around' as const),
  trainBars: fc.integer({ min: 1, max: 60 }),
  testBars: fc.integer({ min: 1, max: 80 }),
  purge: fc.integer({ min: 0, max: 12 }),
  embargo: fc.integer({ min: 0, max: 12 }),
});
let split = 0;

property(
  'splits keep their distance, and their tests cover without overlap',
  plan,
  (made) => {
    let splits: ReturnType<typeof listSplits>;
    try {
      splits = listSplits(made);
    } catch (refusal) {
      expect(refusal).toBeInstanceOf(RangeError);
      // A history is refused only where it is short.
      expect(
        made.kind === 'around'
          ? made.bars - Math.min(made.bars, made.testBars) - made.embargo - 2 * made.purge <
              made.trainBars
          : made.bars <= made.trainBars + made.purge,
      ).toBe(true);
      return;
    }
    split += 1;
    let next = made.kind === 'around' ? 0 : made.trainBars + made.purge;
    for (const { train, test } of splits) {
      expect(test.from).toBe(next);
      expect(test.until).toBeGreaterThan(test.from);
      next = test.until;
      for (const { from, until } of train) {
        expect(from).toBeGreaterThanOrEqual(0);
        expect(until).toBeLessThanOrEqual(made.bars);
        const isBefore = until <= test.from - made.purge;
        expect(
          isBefore || (made.kind === 'around' && from >= test.until + made.purge + made.embargo),
        ).toBe(true);
      }
      const learnt = train.reduce((sum, { from, until }) => sum + until - from, 0);
      if (made.kind === 'rolling') expect(learnt).toBe(made.trainBars);
      else expect(learnt).toBeGreaterThanOrEqual(made.trainBars);
    }
    expect(next).toBe(made.bars);
  },
  { after: () => expectMet('split', split, 100) },
);

const curve = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 1_000_000 })), {
    minLength: 1,
    maxLength: 60,
  })
  .map((steps) => {
    let atMs = Date.UTC(2021, 3, 5);
    return steps.map(([days, mills]) => ({
      atMs: (atMs += days * 86_400_000),
      equityMills: toMills(mills),
      notionalMills: toMills(0),
    }));
  });

property('months multiply up to their year, and years to the whole', curve, (points) => {
  const years = monthlyReturns(points);
  const grown = (percents: readonly (number | null)[]): number =>
    percents.reduce<number>((product, percent) => product * (1 + (percent ?? 0) / 100), 1);
  for (const { months, yearPercent } of years)
    expect(grown(months) / (1 + (yearPercent ?? NaN) / 100)).toBeCloseTo(1, 9);
  const whole = (points[points.length - 1]?.equityMills ?? NaN) / (points[0]?.equityMills ?? NaN);
  expect(grown(years.map(({ yearPercent }) => yearPercent)) / whole).toBeCloseTo(1, 9);
});
