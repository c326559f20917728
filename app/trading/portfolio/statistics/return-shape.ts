/**
 * The shape of daily returns: to which side the large ones lie, and how much of the scatter is
 * theirs.
 */
import { computeKurtosis } from '../../statistics/kurtosis';
import { computeSkewness } from '../../statistics/skewness';
import type { DailyReturns } from './daily-returns';

export interface ReturnShape {
  /** m3 / m2^1.5, no unit. */
  readonly skewness: number;
  /** m4 / m2^2, no unit; 3 for a normal distribution. */
  readonly kurtosis: number;
}

/** Both moments; null when the returns do not vary. */
export function returnShape({ ratios }: Pick<DailyReturns, 'ratios'>): ReturnShape | null {
  const shape = { skewness: computeSkewness(ratios), kurtosis: computeKurtosis(ratios) };
  return Number.isFinite(shape.skewness) && Number.isFinite(shape.kurtosis) ? shape : null;
}
