/** Turnover: how often the capital was traded. */
import { computeMean } from '../../statistics/sample';
import type { Mills } from '../../domain/units';
import { type EquityPoint, countYears } from './input';

/**
 * Sum of |value| of all fills over the mean equity of the curve's points, per year; null within no
 * time or on no equity.
 */
export function turnoverPerYear(tradedMills: Mills, curve: readonly EquityPoint[]): number | null {
  const years = countYears(curve);
  const mean = computeMean(curve.map((point) => point.equityMills));
  return years > 0 && mean > 0 ? tradedMills / mean / years : null;
}
