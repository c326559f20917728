import { describe, expect, it } from 'vitest';
import { toMills } from '../../../app/trading/domain/units';
import { computeAnnualGrowthPercent } from '../../../app/trading/portfolio/statistics/annual-growth';
import { computeAverageWinLoss } from '../../../app/trading/portfolio/statistics/average-win-loss';
import { computeMaxDrawdown } from '../../../app/trading/portfolio/statistics/drawdown';
import { computeExpectancyMills } from '../../../app/trading/portfolio/statistics/expectancy';
import { computeAverageExposurePercent } from '../../../app/trading/portfolio/statistics/exposure';
import type { ClosedTrade, EquityPoint } from '../../../app/trading/portfolio/statistics/input';
import { computeLongestLosingStreak } from '../../../app/trading/portfolio/statistics/losing-streak';
import { computeProfitAndLoss } from '../../../app/trading/portfolio/statistics/profit-and-loss';
import { computeProfitFactor } from '../../../app/trading/portfolio/statistics/profit-factor';
import { computeSharpeRatio } from '../../../app/trading/portfolio/statistics/sharpe';
import { computeSortinoRatio } from '../../../app/trading/portfolio/statistics/sortino';
import { computeTotalReturnPercent } from '../../../app/trading/portfolio/statistics/total-return';
import { computeTurnoverPerYear } from '../../../app/trading/portfolio/statistics/turnover';
import { computeVolatilityPercent } from '../../../app/trading/portfolio/statistics/volatility';
import { computeWinRatePercent } from '../../../app/trading/portfolio/statistics/win-rate';
import { DAY_MS } from '../../../app/trading/domain/time';

const START_MS = Date.parse('2023-01-01T12:00:00Z');

/** Equity curve with one point per day; equity and notional in dollars. */
const createCurve = (
  equities: readonly number[],
  notionals: readonly number[] = [],
): EquityPoint[] =>
  equities.map((equity, day) => ({
    atMs: START_MS + day * DAY_MS,
    equityMills: toMills(equity * 1000),
    notionalMills: toMills((notionals[day] ?? 0) * 1000),
  }));

/** Trades that close on consecutive days; dollars before fees and their fees. */
const createTrades = (...rows: readonly (readonly [number, number])[]): ClosedTrade[] =>
  rows.map(([realised, fees], day) => ({
    openedMs: START_MS,
    closedMs: START_MS + day * DAY_MS,
    realisedMills: toMills(realised * 1000),
    feesMills: toMills(fees * 1000),
  }));

describe('curve figures', () => {
  it.each([
    { equities: [100, 110], percent: 10 },
    { equities: [100, 200, 50], percent: -50 },
    { equities: [100], percent: 0 },
    { equities: [], percent: null },
    { equities: [0, 50], percent: null },
  ])('total return of $equities is $percent', ({ equities, percent }) =>
    expect(computeTotalReturnPercent(createCurve(equities))).toBe(percent),
  );

  it('growth is per year, and null under one year', () => {
    const twoYears = [
      ...createCurve([100]),
      {
        atMs: START_MS + 2 * 365.25 * DAY_MS,
        equityMills: toMills(121_000),
        notionalMills: toMills(0),
      },
    ];
    expect(computeAnnualGrowthPercent(twoYears)).toBeCloseTo(10, 10);
    expect(computeAnnualGrowthPercent(createCurve([100, 121]))).toBeNull();
    expect(
      computeAnnualGrowthPercent([
        ...createCurve([100]),
        { ...twoYears[1]!, equityMills: toMills(-1) },
      ]),
    ).toBeNull();
  });

  // Returns +10 %, -10 %, +20 %: mean 6.6667 %, sample deviation sqrt((3.3333^2 + 16.6667^2 +
  // 13.3333^2) / 2) = 15.2753 %.
  const swings = createCurve([100, 110, 99, 118.8]);
  const perYear = Math.sqrt(365.25);

  it('volatility is annualized from daily returns', () => {
    expect(computeVolatilityPercent(swings)).toBeCloseTo(15.275252 * perYear, 4);
    expect(computeVolatilityPercent(createCurve([100, 110]))).toBeNull();
    expect(computeVolatilityPercent(createCurve([100, -10, 20]))).toBeNull();
  });

  it('the year has as many returns as the curve has days per year', () => {
    const weekdays = createCurve([100, 110, 99, 118.8]).map((point, index) => ({
      ...point,
      atMs: START_MS + index * 2 * DAY_MS,
    }));
    expect(computeVolatilityPercent(weekdays)).toBeCloseTo(15.275252 * Math.sqrt(365.25 / 2), 4);
  });

  it('uses the last point of each day', () => {
    const noise = swings.map((point) => ({
      ...point,
      atMs: point.atMs - 3_600_000,
      equityMills: toMills(7),
    }));
    const both = swings.flatMap((point, index) => [noise[index]!, point]);
    expect(computeVolatilityPercent(both)).toBe(computeVolatilityPercent(swings));
  });

  it('Sharpe divides by standard deviation, Sortino by downside deviation', () => {
    expect(computeSharpeRatio(swings)).toBeCloseTo((6.666667 / 15.275252) * perYear, 5);
    expect(computeSortinoRatio(swings)).toBeCloseTo((6.666667 / Math.sqrt(100 / 3)) * perYear, 5);
    expect(computeSharpeRatio(createCurve([100, 100, 100]))).toBeNull();
    expect(computeSortinoRatio(createCurve([100, 110, 121]))).toBeNull();
  });

  it.each([
    { equities: [100, 120, 90, 130], percent: 25, dollars: 30, days: 2 },
    { equities: [100, 90, 200, 170], percent: 15, dollars: 30, days: 2 }, // below 100 for two days, then 15 % from 200
    { equities: [100, 100, 101], percent: 0, dollars: 0, days: 0 },
    { equities: [100, 120, 110, 115], percent: (10 / 120) * 100, dollars: 10, days: 2 }, // never recovered: until the end
    { equities: [-5, -10], percent: null, dollars: 5, days: 1 },
  ])('drawdown of $equities', ({ equities, percent, dollars, days }) => {
    const worst = computeMaxDrawdown(createCurve(equities));
    expect(worst?.mills).toBe(dollars * 1000);
    expect(worst?.durationMs).toBe(days * DAY_MS);
    if (percent === null) expect(worst?.percent).toBeNull();
    else expect(worst?.percent).toBeCloseTo(percent, 10);
  });

  it('drawdown without points is null', () => expect(computeMaxDrawdown([])).toBeNull());

  it('exposure is time-weighted', () => {
    const points = createCurve([100, 100, 200], [50, 0, 0]);
    expect(computeAverageExposurePercent(points)).toBe(25); // half the equity for one of two days
    const uneven = [
      points[0]!,
      { ...points[1]!, atMs: START_MS + 3 * DAY_MS },
      { ...points[2]!, atMs: START_MS + 4 * DAY_MS },
    ];
    expect(computeAverageExposurePercent(uneven)).toBe(37.5); // for three of four
    expect(computeAverageExposurePercent(createCurve([100], [50]))).toBeNull();
    expect(computeAverageExposurePercent(createCurve([0, 100], [50]))).toBeNull();
  });

  it('turnover is traded value per dollar of equity and year', () => {
    const year = [
      ...createCurve([100]),
      {
        atMs: START_MS + 365.25 * DAY_MS,
        equityMills: toMills(300_000),
        notionalMills: toMills(0),
      },
    ];
    expect(computeTurnoverPerYear(toMills(800_000), year)).toBeCloseTo(4, 12); // 800 over a mean of 200
    expect(computeTurnoverPerYear(toMills(1), createCurve([100]))).toBeNull();
  });
});

describe('trade figures', () => {
  // Net: +9, -6, -4, +1, 0.
  const five = createTrades([10, 1], [-5, 1], [-3, 1], [2, 1], [1, 1]);

  it('win rate counts profits after fees', () => {
    expect(computeWinRatePercent(five)).toBe(40);
    expect(computeWinRatePercent([])).toBeNull();
  });

  it('profit factor is wins over losses', () => {
    expect(computeProfitFactor(five)).toBe(1);
    expect(computeProfitFactor(createTrades([10, 1]))).toBeNull();
    expect(computeProfitFactor(createTrades([-10, 1]))).toBe(0);
  });

  it('expectancy is the mean in mills', () => {
    expect(computeExpectancyMills(five)).toBe(0);
    expect(computeExpectancyMills(createTrades([10, 1], [0, 0], [0, 0], [0, 0]))).toBe(2250);
    expect(computeExpectancyMills([])).toBeNull();
  });

  it('average win and loss exclude zero results', () => {
    expect(computeAverageWinLoss(five)).toEqual({ winMills: 5000, lossMills: -5000 });
    expect(computeAverageWinLoss([])).toEqual({ winMills: null, lossMills: null });
  });

  it('losing streak follows closing times', () => {
    expect(computeLongestLosingStreak(five)).toBe(2);
    expect(computeLongestLosingStreak([five[1]!, five[0]!, five[2]!])).toBe(2);
    expect(computeLongestLosingStreak([])).toBe(0);
  });

  it('gross is net plus all costs', () => {
    expect(computeProfitAndLoss(toMills(-70), toMills(40), toMills(60))).toEqual({
      netMills: -70,
      feesMills: 40,
      frictionMills: 60,
      costsMills: 100,
      grossMills: 30,
    });
  });
});
