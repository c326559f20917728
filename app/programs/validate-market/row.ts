// One row of the table: a fact about the simulated market, what it should be, what it is in
// reality, and the verdict.

import { computeMean } from '../../trading/statistics/sample';

/** Inclusive bounds of what is wanted. */
export interface Target {
  readonly low: number;
  readonly high: number;
}

export type CheckResult = 'ok' | 'MISS' | 'info';

export interface FactRow {
  readonly fact: string;
  readonly market: string;
  /**
   * One value for each seed, in the order of the seeds; or a single one that is made of many
   * worlds.
   */
  readonly simulated: readonly number[];
  /** Null for a row that only informs. */
  readonly target: Target | null;
  /** Null where no real history tells. */
  readonly real: number | null;
  readonly decimals: number;
  /** What a reader must know beside the number, e.g. that the real series includes rolls. */
  readonly note: string;
}

export const meanValue = ({ simulated }: Pick<FactRow, 'simulated'>): number =>
  computeMean(simulated);

/** The mean over seeds is judged. A mean that is no number misses its target. */
export function checkRow(row: FactRow): CheckResult {
  if (row.target === null) return 'info';
  const mean = meanValue(row);
  return mean >= row.target.low && mean <= row.target.high ? 'ok' : 'MISS';
}

export const atLeast = (low: number): Target => ({ low, high: Infinity });
export const atMost = (high: number): Target => ({ low: -Infinity, high });
export const buildWithinTarget = (low: number, high: number): Target => ({ low, high });
export const about = (center: number, apart: number): Target => ({
  low: center - apart,
  high: center + apart,
});
/** Within a factor of a value above zero. */
export const withinFactor = (value: number, factor: number): Target => ({
  low: value / factor,
  high: value * factor,
});
