/** Performance report of one book over one period. */
import type { Mills } from '../domain/units';
import { computeAnnualGrowthPercent } from './statistics/annual-growth';
import { type AverageWinLoss, computeAverageWinLoss } from './statistics/average-win-loss';
import { type Drawdown, computeMaxDrawdown } from './statistics/drawdown';
import { computeExpectancyMills } from './statistics/expectancy';
import { computeAverageExposurePercent } from './statistics/exposure';
import type { ClosedTrade, EquityPoint } from './statistics/input';
import { computeLongestLosingStreak } from './statistics/losing-streak';
import { type ProfitAndLoss, computeProfitAndLoss } from './statistics/profit-and-loss';
import { computeProfitFactor } from './statistics/profit-factor';
import { computeSharpeRatio } from './statistics/sharpe';
import { computeSortinoRatio } from './statistics/sortino';
import { computeTotalReturnPercent } from './statistics/total-return';
import { computeTurnoverPerYear } from './statistics/turnover';
import { computeVolatilityPercent } from './statistics/volatility';
import { computeWinRatePercent } from './statistics/win-rate';

export interface ReportInput {
  readonly curve: readonly EquityPoint[];
  readonly trades: readonly ClosedTrade[];
  /** Equity at the end less capital at the start. */
  readonly netMills: Mills;
  readonly feesMills: Mills;
  readonly frictionMills: Mills;
  /** Sum of |value| of all fills. */
  readonly tradedMills: Mills;
}

export interface PortfolioReport {
  readonly profit: ProfitAndLoss;
  readonly totalReturnPercent: number | null;
  readonly annualGrowthPercent: number | null;
  readonly volatilityPercent: number | null;
  readonly sharpeRatio: number | null;
  readonly sortinoRatio: number | null;
  readonly drawdown: Drawdown | null;
  readonly averageExposurePercent: number | null;
  readonly turnoverPerYear: number | null;
  readonly trades: number;
  readonly winRatePercent: number | null;
  readonly profitFactor: number | null;
  readonly expectancyMills: Mills | null;
  readonly average: AverageWinLoss;
  readonly longestLosingStreak: number;
}

/** See each function for formula, unit and null cases. */
export function buildReport({
  curve,
  trades,
  netMills,
  feesMills,
  frictionMills,
  tradedMills,
}: ReportInput): PortfolioReport {
  return {
    profit: computeProfitAndLoss(netMills, feesMills, frictionMills),
    totalReturnPercent: computeTotalReturnPercent(curve),
    annualGrowthPercent: computeAnnualGrowthPercent(curve),
    volatilityPercent: computeVolatilityPercent(curve),
    sharpeRatio: computeSharpeRatio(curve),
    sortinoRatio: computeSortinoRatio(curve),
    drawdown: computeMaxDrawdown(curve),
    averageExposurePercent: computeAverageExposurePercent(curve),
    turnoverPerYear: computeTurnoverPerYear(tradedMills, curve),
    trades: trades.length,
    winRatePercent: computeWinRatePercent(trades),
    profitFactor: computeProfitFactor(trades),
    expectancyMills: computeExpectancyMills(trades),
    average: computeAverageWinLoss(trades),
    longestLosingStreak: computeLongestLosingStreak(trades),
  };
}
