/**
 * Maximum adverse and favorable excursion of trades (J. Sweeney 1996, Maximum Adverse Excursion).
 */
import type { Mills } from '../../domain/units';
import { computeMean } from '../../statistics/sample';
import { type ClosedTrade, computeNetMills } from './input';

/** A closed trade with its excursions. */
export interface TradeWithExcursion extends ClosedTrade {
  /** Worst unrealized profit before fees, at or below zero; null if unknown. */
  readonly worstMills: Mills | null;
  /** Best unrealized profit before fees, at or above zero; null if unknown. */
  readonly bestMills: Mills | null;
}

/** Means in mills. */
export interface Excursions {
  readonly trades: number;
  /** Mean adverse excursion (MAE), at or below zero. */
  readonly adverseMills: number;
  /** Mean favorable excursion (MFE). */
  readonly favourableMills: number;
  /** MAE of winning trades; null without one. */
  readonly adverseOfWinnersMills: number | null;
  /** MFE of losing trades; null without one. */
  readonly favourableOfLosersMills: number | null;
}

/** Means over trades with known excursions; null without one. */
export function computeExcursions(trades: readonly TradeWithExcursion[]): Excursions | null {
  const measured = trades.flatMap(({ worstMills, bestMills, ...trade }) =>
    worstMills === null || bestMills === null
      ? []
      : [{ worstMills, bestMills, net: computeNetMills(trade) }],
  );
  if (measured.length === 0) return null;
  const worstOfWinners = measured.filter(({ net }) => net > 0).map(({ worstMills }) => worstMills);
  const bestOfLosers = measured.filter(({ net }) => net < 0).map(({ bestMills }) => bestMills);
  return {
    trades: measured.length,
    adverseMills: computeMean(measured.map(({ worstMills }) => worstMills)),
    favourableMills: computeMean(measured.map(({ bestMills }) => bestMills)),
    adverseOfWinnersMills: worstOfWinners.length > 0 ? computeMean(worstOfWinners) : null,
    favourableOfLosersMills: bestOfLosers.length > 0 ? computeMean(bestOfLosers) : null,
  };
}
