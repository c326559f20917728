// Conclusion about a strategy over several simulated markets: return range and deflated Sharpe
// ratio.
import {
  type SimulationRange,
  computeSimulationRange,
} from '../../trading/backtest/simulation-range';
import {
  type TrialSpread,
  computeDeflatedSharpe,
} from '../../trading/portfolio/statistics/deflated-sharpe';
import type { SharpeSample } from '../../trading/portfolio/statistics/probabilistic-sharpe';
import { computeMean } from '../../trading/statistics/sample';
import type { BacktestOutcome } from './backtest-outcome';
import type { StudyResult } from './study';

/** Minimum deflated Sharpe probability for an edge. */
const DEFLATED_SHARPE_MIN = 0.95;

export interface BacktestConclusion {
  readonly trades: number;
  /** Net annualized return on capital used, percent; null if the strategy was not run. */
  readonly range: SimulationRange | null;
  /** Annualized, mean over the markets. */
  readonly sharpe: number | null;
  /** 0 to 1; null if it cannot be computed. */
  readonly deflatedSharpe: number | null;
  readonly hasEdge: boolean;
}

export interface AssessedStudy extends StudyResult {
  readonly verdict: BacktestConclusion;
}

/** Pools the daily returns of all markets: mean ratio and shape, total day count. */
function poolEvidence(outcomes: readonly BacktestOutcome[]): SharpeSample | null {
  const each = outcomes.flatMap(({ evidence }) => evidence ?? []);
  if (each.length === 0) return null;
  const computeMeanOver = (select: (evidence: SharpeSample) => number): number =>
    computeMean(each.map(select));
  return {
    sharpe: computeMeanOver(({ sharpe }) => sharpe),
    count: each.reduce((sum, { count }) => sum + count, 0),
    skewness: computeMeanOver(({ skewness }) => skewness),
    kurtosis: computeMeanOver(({ kurtosis }) => kurtosis),
  };
}

/**
 * `spread` corrects for the other configurations tried. A market without trades counts as a return
 * of 0.
 */
export function getBacktestConclusion(
  { outcomes }: StudyResult,
  spread: TrialSpread,
): BacktestConclusion {
  const range = computeSimulationRange(
    outcomes.map(({ allocatedReturnPercent }) => allocatedReturnPercent),
  );
  const evidence = poolEvidence(outcomes);
  const sharpes = outcomes.flatMap(({ sharpe }) => sharpe ?? []);
  const deflated = evidence && computeDeflatedSharpe(evidence, spread);
  return {
    trades: outcomes.reduce((sum, { trades }) => sum + trades, 0),
    range,
    sharpe: sharpes.length > 0 ? computeMean(sharpes) : null,
    deflatedSharpe: deflated,
    hasEdge:
      range !== null && range.median > 0 && deflated !== null && deflated >= DEFLATED_SHARPE_MIN,
  };
}
