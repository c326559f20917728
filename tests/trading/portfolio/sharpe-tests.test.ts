// Golden values: the example of the deflated ratio from its publication, Kupiec's published
// regions, and SciPy's chi-square for the rest.
import { describe, expect, it } from 'vitest';
import {
  testConditionalCoverage,
  testIndependence,
} from '../../../app/trading/portfolio/statistics/christoffersen';
import {
  assessSharpe,
  computeDeflatedSharpe,
  computeEstimatorSpread,
  computeExpectedBestSharpe,
} from '../../../app/trading/portfolio/statistics/deflated-sharpe';
import { testKupiec } from '../../../app/trading/portfolio/statistics/kupiec';
import { computeProbabilisticSharpe } from '../../../app/trading/portfolio/statistics/probabilistic-sharpe';
import { computeChiSquareTail } from '../../../app/trading/statistics/likelihood-ratio';

const record = { sharpe: 2.5 / Math.sqrt(250), count: 1250, skewness: -3, kurtosis: 10 };

describe('probabilistic Sharpe ratio', () => {
  it('is 0.5 against itself', () =>
    expect(computeProbabilisticSharpe(record, record.sharpe)).toBeCloseTo(0.5, 14));

  it('agrees with the reference', () => {
    // SciPy: norm.cdf((.1 - b) * sqrt(99) / sqrt(1 + .5 * .1 + 4 / 4 * .01)) with b = 0 and b =
    // .05.
    const short = { sharpe: 0.1, count: 100, skewness: -0.5, kurtosis: 5 };
    expect(computeProbabilisticSharpe(short)).toBeCloseTo(0.8330822773316748, 12);
    expect(computeProbabilisticSharpe(short, 0.05)).toBeCloseTo(0.6855261906727256, 12);
  });

  it('is null for one return or a variance that is not positive', () => {
    expect(computeProbabilisticSharpe({ ...record, count: 1 })).toBeNull();
    expect(
      computeProbabilisticSharpe({ sharpe: 1, count: 10, skewness: 2, kurtosis: 5 }),
    ).toBeNull();
  });
});

describe('deflated Sharpe ratio', () => {
  const trials = { count: 100, variance: 0.5 / 250 };

  it('agrees with the published example', () => {
    expect(computeExpectedBestSharpe(trials)).toBeCloseTo(0.11317, 5);
    expect(computeDeflatedSharpe(record, trials)).toBeCloseTo(0.9004, 5);
  });

  it('equals the probabilistic ratio for one trial', () => {
    expect(computeDeflatedSharpe(record, { count: 1, variance: null })).toBe(
      computeProbabilisticSharpe(record),
    );
  });

  it('is judged against the spread of the estimator, whatever the siblings lost', () => {
    // 20 trials over 36,500 days: 1.9007 / sqrt(36499) a day, 0.190 a year.
    const evidence = { sharpe: 0.26 / Math.sqrt(365), count: 36_500, skewness: 0, kurtosis: 3 };
    const found = assessSharpe({ ...evidence, perYear: 365 }, 20);
    expect(found?.hurdleSharpe).toBeCloseTo(0.19007, 5);
    expect(found?.probability).toBeCloseTo(0.7578, 3);
    expect(assessSharpe({ ...evidence, perYear: 365 }, 1)).toEqual({
      probability: computeProbabilisticSharpe(evidence),
      hurdleSharpe: 0,
      trials: 1,
    });
    expect(computeEstimatorSpread(100, 1251)).toEqual({ count: 100, variance: 1 / 1250 });
    expect(assessSharpe({ ...evidence, count: 1, perYear: 365 }, 20)).toBeNull();
  });

  it('is null without trial variance, and rejects zero trials', () => {
    expect(computeDeflatedSharpe(record, { count: 2, variance: null })).toBeNull();
    expect(() => computeExpectedBestSharpe({ count: 0, variance: 1 })).toThrow(/counted from 1/);
  });
});

describe('chi-square tail', () => {
  // Published 5 % and 1 % points.
  it.each([
    [3.8415, 1, 0.05],
    [6.6349, 1, 0.01],
    [10.8276, 1, 0.001],
    [5.9915, 2, 0.05],
    [9.2103, 2, 0.01],
  ] as const)('above %d with %d degrees is %d', (x, freedom, share) => {
    expect(computeChiSquareTail(x, freedom)).toBeCloseTo(share, 5);
  });

  it('is precise far out', () =>
    expect(computeChiSquareTail(32.152639576261436, 1) / 1.4252292884553671e-8).toBeCloseTo(1, 9));
});

describe("Kupiec's test", () => {
  it.each([
    [204, 4097, 0.05, 0.0037174758838318667, 0.9513822195377641],
    [43, 4097, 0.01, 0.09997823860351218, 0.7518557501321657],
    [244, 4097, 0.05, 7.441553458003455, 0.006373485304369351],
    [0, 250, 0.01, 5.025167926750726, 0.02498150305344973],
    [10, 250, 0.01, 12.955491062356018, 0.0003189845082133835],
    [2, 2, 0.05, 11.982929094215963, 0.0005369012484783257],
  ])('of %d days in %d at %d', (exceptions, days, share, statistic, pValue) => {
    const test = testKupiec(exceptions, days, share);
    expect(test?.statistic).toBeCloseTo(statistic, 9);
    expect(test?.pValue).toBeCloseTo(pValue, 9);
  });

  // Kupiec's regions at the 5 % level: the first and the last number of exceptions that pass (his
  // table prints no lower end for 255 days at 1 %).
  it.each([
    [255, 0.01, 1, 6],
    [255, 0.05, 7, 20],
    [510, 0.025, 7, 20],
    [510, 0.1, 39, 64],
    [1000, 0.01, 5, 16],
    [1000, 0.05, 38, 64],
  ])('passes in %d days at %d from %d to %d', (days, share, first, last) => {
    const passes = Array.from({ length: days }, (_, count) => count).filter(
      (count) => (testKupiec(count, days, share)?.pValue ?? 0) > 0.05,
    );
    expect([passes[0], passes[passes.length - 1]]).toEqual([first, last]);
    expect(passes.length).toBe(last - first + 1);
  });

  it('is null without days, and rejects invalid counts and rates', () => {
    expect(testKupiec(0, 0, 0.05)).toBeNull();
    expect(() => testKupiec(3, 2, 0.05)).toThrow(/3 of 2/);
    expect(() => testKupiec(1, 2, 1)).toThrow(/between 0 and 1/);
  });
});

describe("Christoffersen's tests", () => {
  const createExceedances = (...beyond: readonly number[]): boolean[] =>
    Array.from({ length: 250 }, (_, day) => beyond.includes(day));

  it.each([
    {
      how: 'in clusters',
      isBeyond: createExceedances(10, 11, 12, 60, 61, 130, 131, 132, 133, 200),
      own: 29.775998129547993,
      chance: 4.849589756767734e-8,
      both: 33.74168388343376,
    },
    {
      how: 'far apart',
      isBeyond: createExceedances(10, 35, 60, 85, 110, 135, 160, 185, 210, 235),
      own: 0.8370644207419673,
      chance: 0.3602376998478066,
      both: 4.802750174627732,
    },
    {
      how: 'and on the last day',
      isBeyond: createExceedances(3, 9, 249),
      own: 0.04868240956368197,
      chance: 0.8253720472265829,
      both: 1.0000109520933407,
    },
  ])('match reference values for days $how', ({ isBeyond, own, chance, both }) => {
    const test = testIndependence(isBeyond);
    expect(test?.statistic).toBeCloseTo(own, 8);
    expect((test?.pValue ?? NaN) / chance).toBeCloseTo(1, 6);
    const coverage = testConditionalCoverage(isBeyond, 0.02);
    expect(coverage?.statistic).toBeCloseTo(both, 8);
    expect(coverage?.pValue).toBeCloseTo(Math.exp(-both / 2), 10);
  });

  it('are null without days of both kinds', () => {
    expect(testIndependence(createExceedances())).toBeNull();
    expect(testIndependence([1, 1, 1])).toBeNull();
    expect(testIndependence([])).toBeNull();
    expect(testConditionalCoverage(createExceedances(249), 0.02)).toBeNull();
  });
});
