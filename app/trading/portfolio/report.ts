/** Every figure of one book over one time, each from its own file. */
import type { Mills } from '../domain/units';
import { annualGrowthPercent } from './statistics/annual-growth';
import { type AverageWinLoss, averageWinLoss } from './statistics/average-win-loss';
import { type Drawdown, maxDrawdown } from './statistics/drawdown';
import { expectancyMills } from './statistics/expectancy';
import { averageExposurePercent } from './statistics/exposure';
import type { ClosedTrade, EquityPoint } from './statistics/input';
import { longestLosingStreak } from './statistics/losing-streak';
import { type ProfitAndLoss, profitAndLoss } from './statistics/profit-and-loss';
import { profitFactor } from './statistics/profit-factor';
import { sharpeRatio } from './statistics/sharpe';
import { sortinoRatio } from './statistics/sortino';
import { totalReturnPercent } from './statistics/total-return';
import { turnoverPerYear } from './statistics/turnover';
import { volatilityPercent } from './statistics/volatility';
import { winRatePercent } from './statistics/win-rate';

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

/** All figures at once; see each file for formula, unit and the cases in which it is null. */
export function buildReport({
  curve,
  trades,
  netMills,
  feesMills,
  frictionMills,
  tradedMills,
}: ReportInput): PortfolioReport {
  return {
    profit: profitAndLoss(netMills, feesMills, frictionMills),
    totalReturnPercent: totalReturnPercent(curve),
    annualGrowthPercent: annualGrowthPercent(curve),
    volatilityPercent: volatilityPercent(curve),
    sharpeRatio: sharpeRatio(curve),
    sortinoRatio: sortinoRatio(curve),
    drawdown: maxDrawdown(curve),
    averageExposurePercent: averageExposurePercent(curve),
    turnoverPerYear: turnoverPerYear(tradedMills, curve),
    trades: trades.length,
    winRatePercent: winRatePercent(trades),
    profitFactor: profitFactor(trades),
    expectancyMills: expectancyMills(trades),
    average: averageWinLoss(trades),
    longestLosingStreak: longestLosingStreak(trades),
  };
}
