// A fact about the simulated market with target, real value and result.

import { computeMean } from '../../trading/statistics/sample';

/** Inclusive bounds. */
export interface Target {
  readonly low: number;
  readonly high: number;
}

export type CheckResult = 'ok' | 'MISS' | 'info';

export interface FactRow {
  readonly fact: string;
  readonly market: string;
  /** One value per seed in seed order, or a single pooled value. */
  readonly simulated: readonly number[];
  /** Null for an informational row. */
  readonly target: Target | null;
  /** Fraction of single cases inside the target, of which at least half must be. */
  readonly shareInside?: number;
  /** Null without real data. */
  readonly real: number | null;
  readonly decimals: number;
  /** Remark for the reader, e.g. that the real series includes rolls. */
  readonly note: string;
}

export const computeMeanValue = ({ simulated }: Pick<FactRow, 'simulated'>): number =>
  computeMean(simulated);

const SHARE_MIN = 0.5;

/** Checks the mean over seeds, and the share of cases where there is one. NaN misses the target. */
export function checkRow(row: FactRow): CheckResult {
  if (row.target === null) return 'info';
  if ((row.shareInside ?? 1) < SHARE_MIN) return 'MISS';
  const mean = computeMeanValue(row);
  return mean >= row.target.low && mean <= row.target.high ? 'ok' : 'MISS';
}

export const createMinTarget = (low: number): Target => ({ low, high: Infinity });
export const createMaxTarget = (high: number): Target => ({ low: -Infinity, high });
export const createRangeTarget = (low: number, high: number): Target => ({ low, high });
export const createToleranceTarget = (center: number, tolerance: number): Target => ({
  low: center - tolerance,
  high: center + tolerance,
});
/** Range of a factor around a positive value. */
export const createFactorTarget = (value: number, factor: number): Target => ({
  low: value / factor,
  high: value * factor,
});
