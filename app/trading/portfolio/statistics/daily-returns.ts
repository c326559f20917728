/** Daily returns of an equity curve. */
import type { EpochMs } from '../../domain/units';
import { computeMean } from '../../statistics/sample';
import { type EquityPoint, MS_PER_YEAR } from './input';
import { DAY_MS } from '../../domain/time';

export interface DailyReturns {
  /** E_d / E_d-1 - 1 for each day after the first, as ratios. */
  readonly ratios: readonly number[];
  /**
   * Returns per year at the frequency of this curve: about 252 without weekend bars, 365 with them.
   */
  readonly perYear: number;
}

/**
 * Daily returns; null without a second day, or if equity at a day's end was not always positive.
 */
export function computeDailyReturns(curve: readonly EquityPoint[]): DailyReturns | null {
  const days = listDayEnds(curve);
  const first = days[0];
  const last = days[days.length - 1];
  if (!first || !last || days.length < 2 || days.some((point) => point.equityMills <= 0))
    return null;
  const ratios: number[] = [];
  days.reduce((before, point) => {
    ratios.push(point.equityMills / before.equityMills - 1);
    return point;
  });
  const spanMs = (getDay(last.atMs) - getDay(first.atMs)) * DAY_MS;
  return { ratios, perYear: (ratios.length * MS_PER_YEAR) / spanMs };
}

const getDay = (atMs: EpochMs): number => Math.floor(atMs / DAY_MS);

/** The last point of each UTC day that has one, in order. */
export const listDayEnds = (curve: readonly EquityPoint[]): EquityPoint[] =>
  curve.filter((point, index) => {
    const next = curve[index + 1];
    return !next || getDay(next.atMs) !== getDay(point.atMs);
  });

/** Sample standard deviation, divisor n - 1; null of fewer than two numbers. */
export function computeSampleDeviation(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const mean = computeMean(values);
  return Math.sqrt(
    values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1),
  );
}
