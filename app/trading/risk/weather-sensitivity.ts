/**
 * What a small change of the weather is worth to a position as it is held: its size times what the
 * change does to its price.
 */
import { computeMean } from '../statistics/sample';

/**
 * What one change does to one chain, a value a pair of worlds: log or in quoted units, with the
 * change less without it.
 */
export interface ShiftMoves {
  readonly kind: 'log' | 'amount';
  readonly values: Float64Array;
}

interface Sensitivity {
  /** Dollars: mean over the pairs, and the pairs in which it is least and most. */
  readonly profit: number;
  readonly low: number;
  readonly high: number;
  readonly pairs: number;
}

/**
 * A position's sensitivity: `size` is the dollars of 1.00 of the quoted price, below zero when
 * short; `price` in quoted units. Null without pairs.
 */
export function computeSensitivity(
  { size, price }: { readonly size: number; readonly price: number },
  { kind, values }: ShiftMoves,
): Sensitivity | null {
  if (values.length === 0) return null;
  // `+ 0` keeps a short position that nothing moves from losing minus nothing
  const profits = values.map(
    (move) => size * (kind === 'log' ? price * Math.expm1(move) : move) + 0,
  );
  return {
    profit: computeMean(profits),
    low: Math.min(...profits),
    high: Math.max(...profits),
    pairs: values.length,
  };
}
