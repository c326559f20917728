// What may be said of a playbook over several worlds: the middle and the tenths, and whether it is
// more than luck.
import { type WorldsRange, worldsRange } from '../../trading/backtest/monte-carlo';
import {
  type TrialSpread,
  deflatedSharpe,
} from '../../trading/portfolio/statistics/deflated-sharpe';
import type { SharpeEvidence } from '../../trading/portfolio/statistics/probabilistic-sharpe';
import { computeMean } from '../../trading/statistics/sample';
import type { BacktestOutcome } from './outcome';
import type { Studied } from './study';

/** How sure the deflated Sharpe ratio has to be. */
const SURE = 0.95;

export interface BacktestConclusion {
  readonly trades: number;
  /** Net return a year on the money bound, percent; null where the playbook was not run. */
  readonly range: WorldsRange | null;
  /** Mean over the worlds, of a year. */
  readonly sharpe: number | null;
  /** 0 to 1; null where it cannot be told. */
  readonly deflatedSharpe: number | null;
  readonly hasEdge: boolean;
}

export interface Judged extends Studied {
  readonly verdict: BacktestConclusion;
}

/** The daily returns of all worlds as one record: mean ratio and shape, and all days. */
function poolBlocks(outcomes: readonly BacktestOutcome[]): SharpeEvidence | null {
  const each = outcomes.flatMap(({ evidence }) => evidence ?? []);
  if (each.length === 0) return null;
  const mean = (of: (evidence: SharpeEvidence) => number): number => computeMean(each.map(of));
  return {
    sharpe: mean(({ sharpe }) => sharpe),
    count: each.reduce((sum, { count }) => sum + count, 0),
    skewness: mean(({ skewness }) => skewness),
    kurtosis: mean(({ kurtosis }) => kurtosis),
  };
}

/**
 * The verdict on a playbook that was tried beside so many others. A world in which nothing was
 * traded counts with a return of 0.
 */
export function getBacktestConclusion(
  { outcomes }: Studied,
  spread: TrialSpread,
): BacktestConclusion {
  const range = worldsRange(outcomes.map(({ allocatedReturnPercent }) => allocatedReturnPercent));
  const evidence = poolBlocks(outcomes);
  const sharpes = outcomes.flatMap(({ sharpe }) => sharpe ?? []);
  const deflated = evidence && deflatedSharpe(evidence, spread);
  return {
    trades: outcomes.reduce((sum, { trades }) => sum + trades, 0),
    range,
    sharpe: sharpes.length > 0 ? computeMean(sharpes) : null,
    deflatedSharpe: deflated,
    hasEdge: range !== null && range.median > 0 && deflated !== null && deflated >= SURE,
  };
}
