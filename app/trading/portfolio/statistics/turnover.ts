import { computeMean } from '../../statistics/sample';
import type { Mills } from '../../domain/units';
import { type EquityPoint, countYears } from './input';

/**
 * Annual turnover: sum of absolute fill values / mean equity of the curve's points, per year; null
 * without a duration or equity.
 */
export function computeTurnoverPerYear(
  tradedMills: Mills,
  curve: readonly EquityPoint[],
): number | null {
  const years = countYears(curve);
  const mean = computeMean(curve.map((point) => point.equityMills));
  return years > 0 && mean > 0 ? tradedMills / mean / years : null;
}
