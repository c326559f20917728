/** Total return: what the whole time has made of the capital. */
import type { EquityPoint } from './input';

/** (E_end - E_start) / E_start in percent; null without points or with a start at or below zero. */
export function totalReturnPercent(curve: readonly EquityPoint[]): number | null {
  const first = curve[0];
  const last = curve[curve.length - 1];
  if (!first || !last || first.equityMills <= 0) return null;
  return ((last.equityMills - first.equityMills) / first.equityMills) * 100;
}
