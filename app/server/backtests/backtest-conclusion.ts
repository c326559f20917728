// Conclusion about a strategy over several simulated markets: account return, edge and cost, and the
// deflated Sharpe ratio with its hurdle.
import type { SharpeEvidence } from '../../trading/backtest/curve-metrics';
import {
  type SimulationRange,
  computeSimulationRange,
} from '../../trading/backtest/simulation-range';
import { type TradeEdge, computeTradeEdge } from '../../trading/backtest/trade-edge';
import {
  type SharpeHurdle,
  assessSharpe,
} from '../../trading/portfolio/statistics/deflated-sharpe';
import { computeMean } from '../../trading/statistics/sample';
import { type Grade, gradePlaybook } from '../../trading/strategies/grade';
import type { BacktestOutcome } from './backtest-outcome';
import type { StudyResult } from './study';

export interface BacktestConclusion {
  readonly trades: number;
  /** Mean over the markets. */
  readonly tradesPerYear: number;
  /** Account return, percent a year; null if the strategy was not run. */
  readonly range: SimulationRange | null;
  /** Worst calendar year of all markets, percent of the account. */
  readonly worstYearPercent: number;
  /** Largest of all markets, percent of the peak; null if unknown. */
  readonly drawdownPercent: number | null;
  /** Mean over the markets. */
  readonly turnoverPerYear: number | null;
  readonly edge: TradeEdge | null;
  /** Annualized, mean over the markets. */
  readonly sharpe: number | null;
  /** Null if it cannot be computed. */
  readonly deflated: SharpeHurdle | null;
  /** Null for fewer than two markets. */
  readonly grade: Grade | null;
}

export interface AssessedStudy extends StudyResult {
  readonly verdict: BacktestConclusion;
}

/** Pools the daily returns of all markets: mean ratio and shape, total day count. */
function poolEvidence(outcomes: readonly BacktestOutcome[]): SharpeEvidence | null {
  const each = outcomes.flatMap(({ evidence }) => evidence ?? []);
  if (each.length === 0) return null;
  const computeMeanOver = (select: (evidence: SharpeEvidence) => number): number =>
    computeMean(each.map(select));
  return {
    sharpe: computeMeanOver(({ sharpe }) => sharpe),
    count: each.reduce((sum, { count }) => sum + count, 0),
    skewness: computeMeanOver(({ skewness }) => skewness),
    kurtosis: computeMeanOver(({ kurtosis }) => kurtosis),
    perYear: computeMeanOver(({ perYear }) => perYear),
  };
}

const computeMeanOrNull = (values: readonly number[]): number | null =>
  values.length > 0 ? computeMean(values) : null;

/**
 * `trials` counts the configurations tried in the family of the rule, this one included. A market
 * without trades counts as a return of 0.
 */
export function getBacktestConclusion(
  { outcomes }: StudyResult,
  trials: number,
): BacktestConclusion {
  const returns = outcomes.map(({ accountReturnPercent }) => accountReturnPercent);
  const evidence = poolEvidence(outcomes);
  const deflated = evidence && assessSharpe(evidence, trials);
  const drawdowns = outcomes.flatMap(({ drawdownPercent }) => drawdownPercent ?? []);
  return {
    trades: outcomes.reduce((sum, { trades }) => sum + trades, 0),
    tradesPerYear: computeMeanOrNull(outcomes.map(({ tradesPerYear }) => tradesPerYear)) ?? 0,
    range: computeSimulationRange(returns),
    worstYearPercent:
      outcomes.length === 0
        ? 0
        : Math.min(...outcomes.map(({ worstYearPercent }) => worstYearPercent)),
    drawdownPercent: drawdowns.length > 0 ? Math.max(...drawdowns) : null,
    turnoverPerYear: computeMeanOrNull(
      outcomes.flatMap(({ turnoverPerYear }) => turnoverPerYear ?? []),
    ),
    edge: computeTradeEdge(outcomes.map(({ totals }) => totals)),
    sharpe: computeMeanOrNull(outcomes.flatMap(({ sharpe }) => sharpe ?? [])),
    deflated,
    grade:
      returns.length < 2
        ? null
        : gradePlaybook({
            accountPercents: returns,
            deflatedSharpe: deflated?.probability ?? null,
          }),
  };
}
