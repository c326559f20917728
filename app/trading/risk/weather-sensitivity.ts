/**
 * Weather sensitivity of a position: its size times the simulated price effect of a small weather
 * change.
 */
import { computeMean } from '../statistics/sample';

/**
 * Effect of one change on one chain, one value per simulated pair: with the change minus without,
 * as log or in quoted units.
 */
export interface ShiftMoves {
  readonly kind: 'log' | 'amount';
  readonly values: Float64Array;
}

interface Sensitivity {
  /** In dollars: mean, minimum and maximum over the pairs. */
  readonly profit: number;
  readonly low: number;
  readonly high: number;
  readonly pairs: number;
}

/**
 * `size` is dollars per 1.00 of the quoted price, negative when short; `price` in quoted units.
 * Null without pairs.
 */
export function computeSensitivity(
  { size, price }: { readonly size: number; readonly price: number },
  { kind, values }: ShiftMoves,
): Sensitivity | null {
  if (values.length === 0) return null;
  // `+ 0` turns -0 into 0.
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
