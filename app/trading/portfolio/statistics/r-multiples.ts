/**
 * R-multiples: profit of each trade in units of its initial risk (V. K. Tharp 1998, Trade Your Way
 * to Financial Freedom).
 */
import type { Mills } from '../../domain/units';
import { computeMedian } from '../../statistics/quantile';
import { computeMean } from '../../statistics/sample';
import { type ClosedTrade, computeNetMills } from './input';

/** A closed trade with its initial risk. */
export interface RiskedTrade extends ClosedTrade {
  /** Null without a stop. */
  readonly riskMills: Mills | null;
}

export interface RMultiples {
  /** Net profit / risk of each trade with a stop, in input order. */
  readonly multiples: readonly number[];
  /** Expectancy in R. */
  readonly mean: number;
  readonly median: number;
}

/** Net profit / initial risk; null if no trade has a positive risk. */
export function computeRMultiples(trades: readonly RiskedTrade[]): RMultiples | null {
  const multiples = trades.flatMap((trade) =>
    trade.riskMills !== null && trade.riskMills > 0
      ? [computeNetMills(trade) / trade.riskMills]
      : [],
  );
  return multiples.length === 0
    ? null
    : { multiples, mean: computeMean(multiples), median: computeMedian(multiples) };
}
