import { describe, expect, it } from 'vitest';
import { toMills } from '../../../app/trading/domain/units';
import { calmarRatio } from '../../../app/trading/portfolio/statistics/calmar';
import { costSharePercent } from '../../../app/trading/portfolio/statistics/cost-share';
import { computeExcursions } from '../../../app/trading/portfolio/statistics/excursion';
import type { EquityPoint } from '../../../app/trading/portfolio/statistics/input';
import { monthlyReturns } from '../../../app/trading/portfolio/statistics/monthly-returns';
import { payoffRatio } from '../../../app/trading/portfolio/statistics/payoff-ratio';
import { rMultiples } from '../../../app/trading/portfolio/statistics/r-multiples';
import { returnShape } from '../../../app/trading/portfolio/statistics/return-shape';
import { sharpePerDay } from '../../../app/trading/portfolio/statistics/sharpe';
import { tailRatio } from '../../../app/trading/portfolio/statistics/tail-ratio';
import { ulcerIndexPercent } from '../../../app/trading/portfolio/statistics/ulcer-index';
import { DAY_MS } from '../../../app/trading/domain/time';

const START_MS = Date.parse('2023-01-01T12:00:00Z');
const at = (atMs: number, dollars: number): EquityPoint => ({
  atMs,
  equityMills: toMills(dollars * 1000),
  notionalMills: toMills(0),
});
const curve = (...equities: readonly number[]): EquityPoint[] =>
  equities.map((equity, day) => at(START_MS + day * DAY_MS, equity));
const trade = (
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

describe('figures of the curve', () => {
  it('the Calmar ratio is growth over the deepest fall', () => {
    const twoYears = [...curve(100, 125, 100), at(START_MS + 2 * 365.25 * DAY_MS, 121)];
    expect(calmarRatio(twoYears)).toBeCloseTo(10 / 20, 10);
    expect(calmarRatio(curve(100, 80, 121))).toBeNull(); // under a year
    expect(calmarRatio([at(START_MS, 100), at(START_MS + 2 * 365.25 * DAY_MS, 121)])).toBeNull(); // never fell
    expect(calmarRatio([])).toBeNull();
  });

  it('the ulcer index is the root mean square of falls from the peak, at the ends of days', () => {
    const falls = curve(100, 90, 80, 120, 108);
    const reference = Math.sqrt((0 + 10 ** 2 + 20 ** 2 + 0 + 10 ** 2) / 5);
    expect(ulcerIndexPercent(falls)).toBeCloseTo(reference, 10);
    expect(
      ulcerIndexPercent([...falls.flatMap((point) => [at(point.atMs - 1000, 1), point])]),
    ).toBeCloseTo(reference, 10);
    expect(ulcerIndexPercent(curve(100, 100, 101))).toBe(0);
    expect(ulcerIndexPercent(curve(0, 100))).toBeNull();
    expect(ulcerIndexPercent([])).toBeNull();
  });

  it('the tail ratio sets the best days beside the worst', () => {
    // Returns -10 %, 0, +10 %, +20 %: the 5 % quantile is -8.5 %, the 95 % quantile 18.5 %.
    expect(tailRatio(curve(100, 90, 90, 99, 118.8))).toBeCloseTo(18.5 / 8.5, 9);
    expect(tailRatio(curve(100, 100, 110))).toBeNull();
    expect(tailRatio(curve(100))).toBeNull();
  });

  it('the shape is that of SciPy', () => {
    const ratios = [
      0.012, -0.034, 0.005, 0.021, -0.008, 0.092, -0.047, 0.003, 0, -0.015, 0.027, -0.061, 0.018,
      0.009, -0.002, -0.023, 0.041, -0.006, 0.014, -0.011,
    ];
    expect(returnShape({ ratios })).toEqual({
      skewness: expect.closeTo(0.6190581319332586, 10),
      kurtosis: expect.closeTo(4.58727277397054, 10),
    });
    expect(returnShape({ ratios: [0, 0, 0] })).toBeNull();
    expect(returnShape({ ratios: [] })).toBeNull();
  });

  it('the Sharpe ratio of a day is mean over deviation', () => {
    expect(sharpePerDay({ ratios: [0.1, -0.1, 0.2] })).toBeCloseTo(6.6666667 / 15.275252, 6);
    expect(sharpePerDay({ ratios: [0.1] })).toBeNull();
    expect(sharpePerDay({ ratios: [0, 0] })).toBeNull();
  });
});

describe('returns by month', () => {
  const points = [
    at(Date.parse('2022-11-10T00:00Z'), 100),
    at(Date.parse('2022-11-30T23:59Z'), 110),
    at(Date.parse('2022-12-01T00:00Z'), 55),
    at(Date.parse('2022-12-31T23:00Z'), 121),
    at(Date.parse('2023-02-01T00:00Z'), 60.5),
    at(Date.parse('2023-02-28T00:00Z'), 242),
  ];

  it('begin where the month before ended, or with the curve', () => {
    const [first, second, ...more] = monthlyReturns(points);
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

  it('are none on equity that is gone, and empty without points', () => {
    const broke = monthlyReturns([
      at(Date.parse('2023-01-01T00:00Z'), 100),
      at(Date.parse('2023-01-31T00:00Z'), -5),
      at(Date.parse('2023-02-01T00:00Z'), 50),
    ]);
    expect(broke[0]?.months.slice(0, 2)).toEqual([-105, null]);
    expect(monthlyReturns([])).toEqual([]);
  });
});

describe('figures of the trades', () => {
  it('payoff is average win over average loss', () => {
    expect(payoffRatio([trade(9), trade(3), trade(-4), trade(0)])).toBe(1.5);
    expect(payoffRatio([trade(9)])).toBeNull();
    expect(payoffRatio([])).toBeNull();
  });

  it('R-multiples divide by what was at risk, and leave out trades without a stop', () => {
    expect(rMultiples([trade(10, 5), trade(-5, 5), trade(4, 8), trade(100)])).toEqual({
      multiples: [2, -1, 0.5],
      mean: 0.5,
      median: 0.5,
    });
    expect(rMultiples([trade(10), trade(10, 0)])).toBeNull();
    expect(rMultiples([])).toBeNull();
  });

  it('excursions are means, apart for winners and losers', () => {
    const walked = [
      trade(10, null, -2, 12),
      trade(-5, null, -8, 6),
      trade(6, null, -4, 6),
      trade(50),
    ];
    expect(computeExcursions(walked)).toEqual({
      trades: 3,
      adverseMills: -14_000 / 3,
      favourableMills: 8000,
      adverseOfWinnersMills: -3000,
      favourableOfLosersMills: 6000,
    });
    expect(computeExcursions([trade(10, null, -2, 12)])?.favourableOfLosersMills).toBeNull();
    expect(computeExcursions([trade(10)])).toBeNull();
  });

  it('the cost share may be more than all, and is none of a loss', () => {
    expect(costSharePercent({ costsMills: toMills(30), grossMills: toMills(20) })).toBe(150);
    expect(costSharePercent({ costsMills: toMills(30), grossMills: toMills(0) })).toBeNull();
    expect(costSharePercent({ costsMills: toMills(30), grossMills: toMills(-1) })).toBeNull();
  });
});
