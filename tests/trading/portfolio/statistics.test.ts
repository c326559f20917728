import { describe, expect, it } from 'vitest';
import { toMills } from '../../../app/trading/domain/units';
import { annualGrowthPercent } from '../../../app/trading/portfolio/statistics/annual-growth';
import { averageWinLoss } from '../../../app/trading/portfolio/statistics/average-win-loss';
import { maxDrawdown } from '../../../app/trading/portfolio/statistics/drawdown';
import { expectancyMills } from '../../../app/trading/portfolio/statistics/expectancy';
import { averageExposurePercent } from '../../../app/trading/portfolio/statistics/exposure';
import type { ClosedTrade, EquityPoint } from '../../../app/trading/portfolio/statistics/input';
import { longestLosingStreak } from '../../../app/trading/portfolio/statistics/losing-streak';
import { profitAndLoss } from '../../../app/trading/portfolio/statistics/profit-and-loss';
import { profitFactor } from '../../../app/trading/portfolio/statistics/profit-factor';
import { sharpeRatio } from '../../../app/trading/portfolio/statistics/sharpe';
import { sortinoRatio } from '../../../app/trading/portfolio/statistics/sortino';
import { totalReturnPercent } from '../../../app/trading/portfolio/statistics/total-return';
import { turnoverPerYear } from '../../../app/trading/portfolio/statistics/turnover';
import { volatilityPercent } from '../../../app/trading/portfolio/statistics/volatility';
import { winRatePercent } from '../../../app/trading/portfolio/statistics/win-rate';
import { DAY_MS } from '../../../app/trading/domain/time';

const START_MS = Date.parse('2023-01-01T12:00:00Z');

/** One point a day; dollars of equity, and of notional held until the next. */
const curve = (equities: readonly number[], notionals: readonly number[] = []): EquityPoint[] =>
  equities.map((equity, day) => ({
    atMs: START_MS + day * DAY_MS,
    equityMills: toMills(equity * 1000),
    notionalMills: toMills((notionals[day] ?? 0) * 1000),
  }));

/** Trades that close a day after each other, by their dollars before fees and their fees. */
const trades = (...rows: readonly (readonly [number, number])[]): ClosedTrade[] =>
  rows.map(([realised, fees], day) => ({
    openedMs: START_MS,
    closedMs: START_MS + day * DAY_MS,
    realisedMills: toMills(realised * 1000),
    feesMills: toMills(fees * 1000),
  }));

describe('figures of the curve', () => {
  it.each([
    { equities: [100, 110], percent: 10 },
    { equities: [100, 200, 50], percent: -50 },
    { equities: [100], percent: 0 },
    { equities: [], percent: null },
    { equities: [0, 50], percent: null },
  ])('total return of $equities is $percent', ({ equities, percent }) =>
    expect(totalReturnPercent(curve(equities))).toBe(percent),
  );

  it('growth is per year, and unknown under one', () => {
    const twoYears = [
      ...curve([100]),
      {
        atMs: START_MS + 2 * 365.25 * DAY_MS,
        equityMills: toMills(121_000),
        notionalMills: toMills(0),
      },
    ];
    expect(annualGrowthPercent(twoYears)).toBeCloseTo(10, 10);
    expect(annualGrowthPercent(curve([100, 121]))).toBeNull();
    expect(
      annualGrowthPercent([...curve([100]), { ...twoYears[1]!, equityMills: toMills(-1) }]),
    ).toBeNull();
  });

  // Returns +10 %, -10 %, +20 %: mean 6.6667 %, sample deviation sqrt((3.3333^2 + 16.6667^2 +
  // 13.3333^2) / 2) = 15.2753 %.
  const swings = curve([100, 110, 99, 118.8]);
  const perYear = Math.sqrt(365.25);

  it('volatility is the sample deviation of daily returns on a year', () => {
    expect(volatilityPercent(swings)).toBeCloseTo(15.275252 * perYear, 4);
    expect(volatilityPercent(curve([100, 110]))).toBeNull();
    expect(volatilityPercent(curve([100, -10, 20]))).toBeNull();
  });

  it('the year has as many returns as the curve has days', () => {
    const weekdays = curve([100, 110, 99, 118.8]).map((point, index) => ({
      ...point,
      atMs: START_MS + index * 2 * DAY_MS,
    }));
    expect(volatilityPercent(weekdays)).toBeCloseTo(15.275252 * Math.sqrt(365.25 / 2), 4);
  });

  it('takes the last point of each day', () => {
    const noise = swings.map((point) => ({
      ...point,
      atMs: point.atMs - 3_600_000,
      equityMills: toMills(7),
    }));
    const both = swings.flatMap((point, index) => [noise[index]!, point]);
    expect(volatilityPercent(both)).toBe(volatilityPercent(swings));
  });

  it('the Sharpe ratio divides the mean by the deviation, the Sortino ratio by the downside', () => {
    expect(sharpeRatio(swings)).toBeCloseTo((6.666667 / 15.275252) * perYear, 5);
    expect(sortinoRatio(swings)).toBeCloseTo((6.666667 / Math.sqrt(100 / 3)) * perYear, 5);
    expect(sharpeRatio(curve([100, 100, 100]))).toBeNull();
    expect(sortinoRatio(curve([100, 110, 121]))).toBeNull();
  });

  it.each([
    { equities: [100, 120, 90, 130], percent: 25, dollars: 30, days: 2 },
    { equities: [100, 90, 200, 170], percent: 15, dollars: 30, days: 2 }, // below 100 for two days, then 15 % from 200
    { equities: [100, 100, 101], percent: 0, dollars: 0, days: 0 },
    { equities: [100, 120, 110, 115], percent: (10 / 120) * 100, dollars: 10, days: 2 }, // never recovered: until the end
    { equities: [-5, -10], percent: null, dollars: 5, days: 1 },
  ])('drawdown of $equities', ({ equities, percent, dollars, days }) => {
    const worst = maxDrawdown(curve(equities));
    expect(worst?.mills).toBe(dollars * 1000);
    expect(worst?.durationMs).toBe(days * DAY_MS);
    if (percent === null) expect(worst?.percent).toBeNull();
    else expect(worst?.percent).toBeCloseTo(percent, 10);
  });

  it('drawdown of nothing is unknown', () => expect(maxDrawdown([])).toBeNull());

  it('exposure is averaged over time, not over points', () => {
    const points = curve([100, 100, 200], [50, 0, 0]);
    expect(averageExposurePercent(points)).toBe(25); // half the equity for one of two days
    const uneven = [
      points[0]!,
      { ...points[1]!, atMs: START_MS + 3 * DAY_MS },
      { ...points[2]!, atMs: START_MS + 4 * DAY_MS },
    ];
    expect(averageExposurePercent(uneven)).toBe(37.5); // for three of four
    expect(averageExposurePercent(curve([100], [50]))).toBeNull();
    expect(averageExposurePercent(curve([0, 100], [50]))).toBeNull();
  });

  it('turnover is the value traded for each dollar of equity and year', () => {
    const year = [
      ...curve([100]),
      {
        atMs: START_MS + 365.25 * DAY_MS,
        equityMills: toMills(300_000),
        notionalMills: toMills(0),
      },
    ];
    expect(turnoverPerYear(toMills(800_000), year)).toBeCloseTo(4, 12); // 800 over a mean of 200
    expect(turnoverPerYear(toMills(1), curve([100]))).toBeNull();
  });
});

describe('figures of the trades', () => {
  // Net: +9, -6, -4, +1, 0.
  const five = trades([10, 1], [-5, 1], [-3, 1], [2, 1], [1, 1]);

  it('win rate counts what is left after fees', () => {
    expect(winRatePercent(five)).toBe(40);
    expect(winRatePercent([])).toBeNull();
  });

  it('profit factor is wins over losses', () => {
    expect(profitFactor(five)).toBe(1);
    expect(profitFactor(trades([10, 1]))).toBeNull();
    expect(profitFactor(trades([-10, 1]))).toBe(0);
  });

  it('expectancy is the mean, to the mill', () => {
    expect(expectancyMills(five)).toBe(0);
    expect(expectancyMills(trades([10, 1], [0, 0], [0, 0], [0, 0]))).toBe(2250);
    expect(expectancyMills([])).toBeNull();
  });

  it('average win and loss leave out what ended even', () => {
    expect(averageWinLoss(five)).toEqual({ winMills: 5000, lossMills: -5000 });
    expect(averageWinLoss([])).toEqual({ winMills: null, lossMills: null });
  });

  it('the streak follows the closes, whatever order they come in', () => {
    expect(longestLosingStreak(five)).toBe(2);
    expect(longestLosingStreak([five[1]!, five[0]!, five[2]!])).toBe(2);
    expect(longestLosingStreak([])).toBe(0);
  });

  it('gross is net with every cost put back', () => {
    expect(profitAndLoss(toMills(-70), toMills(40), toMills(60))).toEqual({
      netMills: -70,
      feesMills: 40,
      frictionMills: 60,
      costsMills: 100,
      grossMills: 30,
    });
  });
});
