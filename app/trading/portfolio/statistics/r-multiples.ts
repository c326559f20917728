/**
 * R-multiples: the result of each trade in units of what it had put at risk (V. K. Tharp 1998,
 * Trade Your Way to Financial Freedom).
 */
import type { Mills } from '../../domain/units';
import { computeMedian } from '../../statistics/quantile';
import { computeMean } from '../../statistics/sample';
import { type ClosedTrade, netMills } from './input';

/** A closed trade with what its stop had allowed it to lose. */
export interface RiskedTrade extends ClosedTrade {
  /** Null without a stop. */
  readonly riskMills: Mills | null;
}

export interface RMultiples {
  /** Net result / risk of each trade that had a stop, in the order given. */
  readonly multiples: readonly number[];
  /** The expectancy in R. */
  readonly mean: number;
  readonly median: number;
}

/** Net result / money at risk, no unit; null when no trade had a risk above zero. */
export function rMultiples(trades: readonly RiskedTrade[]): RMultiples | null {
  const multiples = trades.flatMap((trade) =>
    trade.riskMills !== null && trade.riskMills > 0 ? [netMills(trade) / trade.riskMills] : [],
  );
  return multiples.length === 0
    ? null
    : { multiples, mean: computeMean(multiples), median: computeMedian(multiples) };
}
