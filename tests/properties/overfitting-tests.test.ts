import fc from 'fast-check';
import { expect } from 'vitest';
import { listSplits } from '../../app/trading/backtest/walk-forward';
import { toMills } from '../../app/trading/domain/units';
import {
  computeDeflatedSharpe,
  computeExpectedBestSharpe,
} from '../../app/trading/portfolio/statistics/deflated-sharpe';
import { testKupiec } from '../../app/trading/portfolio/statistics/kupiec';
import { computeMonthlyReturns } from '../../app/trading/portfolio/statistics/monthly-returns';
import { computeProbabilisticSharpe } from '../../app/trading/portfolio/statistics/probabilistic-sharpe';
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
  'a longer record moves the probabilistic Sharpe ratio away from one half',
  fc.tuple(
    evidence,
    fc.double({ min: -1, max: 1, noNaN: true }),
    fc.integer({ min: 1, max: 5000 }),
  ),
  ([record, benchmark, more]) => {
    const shorter = computeProbabilisticSharpe(record, benchmark) ?? NaN;
    const longer =
      computeProbabilisticSharpe({ ...record, count: record.count + more }, benchmark) ?? NaN;
    expect(record.sharpe >= benchmark ? longer - shorter : shorter - longer).toBeGreaterThanOrEqual(
      -1e-15,
    );
    expect(shorter).toBeGreaterThanOrEqual(0);
    expect(shorter).toBeLessThanOrEqual(1);
  },
);

property(
  'more trials deflate the Sharpe ratio more',
  fc.tuple(evidence, trials, fc.integer({ min: 1, max: 1000 })),
  ([record, trialSet, more]) => {
    const plain = computeProbabilisticSharpe(record) ?? NaN;
    const deflated = computeDeflatedSharpe(record, trialSet) ?? NaN;
    expect(deflated).toBeLessThanOrEqual(plain + 1e-15);
    expect(
      computeDeflatedSharpe(record, { ...trialSet, count: trialSet.count + more }) ?? NaN,
    ).toBeLessThanOrEqual(deflated + 1e-15);
    expect(computeExpectedBestSharpe(trialSet) ?? NaN).toBeGreaterThanOrEqual(0);
  },
);

property(
  "the expected number of exceedances passes Kupiec's test, with p-values falling beyond it",
  fc.tuple(fc.integer({ min: 20, max: 3000 }), fc.double({ min: 0.005, max: 0.2, noNaN: true })),
  ([days, share]) => {
    const tests = Array.from(
      { length: 12 },
      (_, k) => testKupiec(Math.min(days, Math.ceil(days * share) + k), days, share)?.pValue ?? NaN,
    );
    expect(testKupiec(Math.round(days * share), days, share)?.pValue ?? NaN).toBeGreaterThan(0.2);
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
let splitCount = 0;

property(
  'splits keep purge and embargo, and tests cover the history without overlap',
  plan,
  (options) => {
    let splits: ReturnType<typeof listSplits>;
    try {
      splits = listSplits(options);
    } catch (refusal) {
      expect(refusal).toBeInstanceOf(RangeError);
      // A history is rejected only if it is too short.
      expect(
        options.kind === 'around'
          ? options.bars -
              Math.min(options.bars, options.testBars) -
              options.embargo -
              2 * options.purge <
              options.trainBars
          : options.bars <= options.trainBars + options.purge,
      ).toBe(true);
      return;
    }
    splitCount += 1;
    let next = options.kind === 'around' ? 0 : options.trainBars + options.purge;
    for (const { train, test } of splits) {
      expect(test.from).toBe(next);
      expect(test.until).toBeGreaterThan(test.from);
      next = test.until;
      for (const { from, until } of train) {
        expect(from).toBeGreaterThanOrEqual(0);
        expect(until).toBeLessThanOrEqual(options.bars);
        const isBefore = until <= test.from - options.purge;
        expect(
          isBefore ||
            (options.kind === 'around' && from >= test.until + options.purge + options.embargo),
        ).toBe(true);
      }
      const trainBars = train.reduce((sum, { from, until }) => sum + until - from, 0);
      if (options.kind === 'rolling') expect(trainBars).toBe(options.trainBars);
      else expect(trainBars).toBeGreaterThanOrEqual(options.trainBars);
    }
    expect(next).toBe(options.bars);
  },
  { after: () => expectMet('split', splitCount, 100) },
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

property('monthly returns compound to years, and years to the total', curve, (points) => {
  const years = computeMonthlyReturns(points);
  const computeCompound = (percents: readonly (number | null)[]): number =>
    percents.reduce<number>((product, percent) => product * (1 + (percent ?? 0) / 100), 1);
  for (const { months, yearPercent } of years)
    expect(computeCompound(months) / (1 + (yearPercent ?? NaN) / 100)).toBeCloseTo(1, 9);
  const total = (points[points.length - 1]?.equityMills ?? NaN) / (points[0]?.equityMills ?? NaN);
  expect(computeCompound(years.map(({ yearPercent }) => yearPercent)) / total).toBeCloseTo(1, 9);
});
