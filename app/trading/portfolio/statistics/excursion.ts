/**
 * Excursions: how far trades went against and with their holder on the way (J. Sweeney 1996,
 * Maximum Adverse Excursion).
 */
import type { Mills } from '../../domain/units';
import { computeMean } from '../../statistics/sample';
import { type ClosedTrade, netMills } from './input';

/** A closed trade with its way. */
export interface WalkedTrade extends ClosedTrade {
  /** Worst unrealized result before fees, at or below zero; null where the way is not known. */
  readonly worstMills: Mills | null;
  /** Best unrealized result before fees, at or above zero; null where the way is not known. */
  readonly bestMills: Mills | null;
}

/** Means in mills. */
export interface Excursions {
  readonly trades: number;
  /** Mean adverse excursion (MAE), at or below zero. */
  readonly adverseMills: number;
  /** Mean favourable excursion (MFE). */
  readonly favourableMills: number;
  /** MAE of trades that won: what a stop must leave room for; null without one. */
  readonly adverseOfWinnersMills: number | null;
  /** MFE of trades that lost: what was there and was given back; null without one. */
  readonly favourableOfLosersMills: number | null;
}

/** Means over all trades whose way is known; null without one. */
export function computeExcursions(trades: readonly WalkedTrade[]): Excursions | null {
  const walked = trades.flatMap(({ worstMills, bestMills, ...trade }) =>
    worstMills === null || bestMills === null
      ? []
      : [{ worstMills, bestMills, net: netMills(trade) }],
  );
  if (walked.length === 0) return null;
  const worstOfWinners = walked.filter(({ net }) => net > 0).map(({ worstMills }) => worstMills);
  const bestOfLosers = walked.filter(({ net }) => net < 0).map(({ bestMills }) => bestMills);
  return {
    trades: walked.length,
    adverseMills: computeMean(walked.map(({ worstMills }) => worstMills)),
    favourableMills: computeMean(walked.map(({ bestMills }) => bestMills)),
    adverseOfWinnersMills: worstOfWinners.length > 0 ? computeMean(worstOfWinners) : null,
    favourableOfLosersMills: bestOfLosers.length > 0 ? computeMean(bestOfLosers) : null,
  };
}
