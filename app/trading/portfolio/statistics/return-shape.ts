/** Skewness and kurtosis of daily returns. */
import { computeKurtosis } from '../../statistics/kurtosis';
import { computeSkewness } from '../../statistics/skewness';
import type { DailyReturns } from './daily-returns';

export interface ReturnShape {
  /** m3 / m2^1.5, no unit. */
  readonly skewness: number;
  /** m4 / m2^2, no unit; 3 for a normal distribution. */
  readonly kurtosis: number;
}

/** Null if the returns do not vary. */
export function computeReturnShape({ ratios }: Pick<DailyReturns, 'ratios'>): ReturnShape | null {
  const shape = { skewness: computeSkewness(ratios), kurtosis: computeKurtosis(ratios) };
  return Number.isFinite(shape.skewness) && Number.isFinite(shape.kurtosis) ? shape : null;
}
