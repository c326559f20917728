import { describe, expect, it } from 'vitest';
import { toMills } from '../../../app/trading/domain/units';
import { computeCalmarRatio } from '../../../app/trading/portfolio/statistics/calmar';
import { computeCostPercent } from '../../../app/trading/portfolio/statistics/cost-share';
import { computeExcursions } from '../../../app/trading/portfolio/statistics/excursion';
import type { EquityPoint } from '../../../app/trading/portfolio/statistics/input';
import { computeMonthlyReturns } from '../../../app/trading/portfolio/statistics/monthly-returns';
import { computePayoffRatio } from '../../../app/trading/portfolio/statistics/payoff-ratio';
import { computeRMultiples } from '../../../app/trading/portfolio/statistics/r-multiples';
import { computeReturnShape } from '../../../app/trading/portfolio/statistics/return-shape';
import { computeSharpePerDay } from '../../../app/trading/portfolio/statistics/sharpe';
import { computeTailRatio } from '../../../app/trading/portfolio/statistics/tail-ratio';
import { computeUlcerIndexPercent } from '../../../app/trading/portfolio/statistics/ulcer-index';
import { DAY_MS } from '../../../app/trading/domain/time';

const START_MS = Date.parse('2023-01-01T12:00:00Z');
const createPoint = (atMs: number, dollars: number): EquityPoint => ({
  atMs,
  equityMills: toMills(dollars * 1000),
  notionalMills: toMills(0),
});
const createCurve = (...equities: readonly number[]): EquityPoint[] =>
  equities.map((equity, day) => createPoint(START_MS + day * DAY_MS, equity));
const createTrade = (
  dollars: number,
  risk: number | null = null,
  worst: number | null = null,
  best: number | null = null,
) => ({
  openedMs: 0,
  closedMs: 1,
  realisedMills: toMills(dollars * 1000 + 500),
  feesMills: toMills(500),
  riskMills: risk === null ? null : toMills(risk * 1000),
  worstMills: worst === null ? null : toMills(worst * 1000),
  bestMills: best === null ? null : toMills(best * 1000),
});

describe('curve figures', () => {
  it('Calmar ratio is growth over maximum drawdown', () => {
    const twoYears = [
      ...createCurve(100, 125, 100),
      createPoint(START_MS + 2 * 365.25 * DAY_MS, 121),
    ];
    expect(computeCalmarRatio(twoYears)).toBeCloseTo(10 / 20, 10);
    expect(computeCalmarRatio(createCurve(100, 80, 121))).toBeNull(); // under a year
    expect(
      computeCalmarRatio([
        createPoint(START_MS, 100),
        createPoint(START_MS + 2 * 365.25 * DAY_MS, 121),
      ]),
    ).toBeNull(); // never fell
    expect(computeCalmarRatio([])).toBeNull();
  });

  it('ulcer index is the root mean square of daily drawdowns', () => {
    const falls = createCurve(100, 90, 80, 120, 108);
    const reference = Math.sqrt((0 + 10 ** 2 + 20 ** 2 + 0 + 10 ** 2) / 5);
    expect(computeUlcerIndexPercent(falls)).toBeCloseTo(reference, 10);
    expect(
      computeUlcerIndexPercent([
        ...falls.flatMap((point) => [createPoint(point.atMs - 1000, 1), point]),
      ]),
    ).toBeCloseTo(reference, 10);
    expect(computeUlcerIndexPercent(createCurve(100, 100, 101))).toBe(0);
    expect(computeUlcerIndexPercent(createCurve(0, 100))).toBeNull();
    expect(computeUlcerIndexPercent([])).toBeNull();
  });

  it('tail ratio compares the best with the worst days', () => {
    // Returns -10 %, 0, +10 %, +20 %: the 5 % quantile is -8.5 %, the 95 % quantile 18.5 %.
    expect(computeTailRatio(createCurve(100, 90, 90, 99, 118.8))).toBeCloseTo(18.5 / 8.5, 9);
    expect(computeTailRatio(createCurve(100, 100, 110))).toBeNull();
    expect(computeTailRatio(createCurve(100))).toBeNull();
  });

  it('skewness and kurtosis match SciPy', () => {
    const ratios = [
      0.012, -0.034, 0.005, 0.021, -0.008, 0.092, -0.047, 0.003, 0, -0.015, 0.027, -0.061, 0.018,
      0.009, -0.002, -0.023, 0.041, -0.006, 0.014, -0.011,
    ];
    expect(computeReturnShape({ ratios })).toEqual({
      skewness: expect.closeTo(0.6190581319332586, 10),
      kurtosis: expect.closeTo(4.58727277397054, 10),
    });
    expect(computeReturnShape({ ratios: [0, 0, 0] })).toBeNull();
    expect(computeReturnShape({ ratios: [] })).toBeNull();
  });

  it('daily Sharpe ratio is mean over standard deviation', () => {
    expect(computeSharpePerDay({ ratios: [0.1, -0.1, 0.2] })).toBeCloseTo(6.6666667 / 15.275252, 6);
    expect(computeSharpePerDay({ ratios: [0.1] })).toBeNull();
    expect(computeSharpePerDay({ ratios: [0, 0] })).toBeNull();
  });
});

describe('monthly returns', () => {
  const points = [
    createPoint(Date.parse('2022-11-10T00:00Z'), 100),
    createPoint(Date.parse('2022-11-30T23:59Z'), 110),
    createPoint(Date.parse('2022-12-01T00:00Z'), 55),
    createPoint(Date.parse('2022-12-31T23:00Z'), 121),
    createPoint(Date.parse('2023-02-01T00:00Z'), 60.5),
    createPoint(Date.parse('2023-02-28T00:00Z'), 242),
  ];

  it('start at the end of the previous month, or with the curve', () => {
    const [first, second, ...more] = computeMonthlyReturns(points);
    expect(more).toEqual([]);
    expect(first).toEqual({
      year: 2022,
      months: [
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        expect.closeTo(10, 10),
        expect.closeTo(10, 10),
      ],
      yearPercent: expect.closeTo(21, 10),
    });
    expect(second?.months.slice(0, 3)).toEqual([null, expect.closeTo(100, 10), null]);
    expect(second?.yearPercent).toBeCloseTo(100, 10);
  });

  it('are null without equity, and empty without points', () => {
    const broke = computeMonthlyReturns([
      createPoint(Date.parse('2023-01-01T00:00Z'), 100),
      createPoint(Date.parse('2023-01-31T00:00Z'), -5),
      createPoint(Date.parse('2023-02-01T00:00Z'), 50),
    ]);
    expect(broke[0]?.months.slice(0, 2)).toEqual([-105, null]);
    expect(computeMonthlyReturns([])).toEqual([]);
  });
});

describe('trade figures', () => {
  it('payoff is average win over average loss', () => {
    expect(
      computePayoffRatio([createTrade(9), createTrade(3), createTrade(-4), createTrade(0)]),
    ).toBe(1.5);
    expect(computePayoffRatio([createTrade(9)])).toBeNull();
    expect(computePayoffRatio([])).toBeNull();
  });

  it('R-multiples divide by initial risk and skip trades without a stop', () => {
    expect(
      computeRMultiples([
        createTrade(10, 5),
        createTrade(-5, 5),
        createTrade(4, 8),
        createTrade(100),
      ]),
    ).toEqual({ multiples: [2, -1, 0.5], mean: 0.5, median: 0.5 });
    expect(computeRMultiples([createTrade(10), createTrade(10, 0)])).toBeNull();
    expect(computeRMultiples([])).toBeNull();
  });

  it('excursions are means, separate for winners and losers', () => {
    const walked = [
      createTrade(10, null, -2, 12),
      createTrade(-5, null, -8, 6),
      createTrade(6, null, -4, 6),
      createTrade(50),
    ];
    expect(computeExcursions(walked)).toEqual({
      trades: 3,
      adverseMills: -14_000 / 3,
      favourableMills: 8000,
      adverseOfWinnersMills: -3000,
      favourableOfLosersMills: 6000,
    });
    expect(computeExcursions([createTrade(10, null, -2, 12)])?.favourableOfLosersMills).toBeNull();
    expect(computeExcursions([createTrade(10)])).toBeNull();
  });

  it('cost percent may exceed 100, and is null for a gross loss', () => {
    expect(computeCostPercent({ costsMills: toMills(30), grossMills: toMills(20) })).toBe(150);
    expect(computeCostPercent({ costsMills: toMills(30), grossMills: toMills(0) })).toBeNull();
    expect(computeCostPercent({ costsMills: toMills(30), grossMills: toMills(-1) })).toBeNull();
  });
});
