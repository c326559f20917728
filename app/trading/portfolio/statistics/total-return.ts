import type { EquityPoint } from './input';

/** (E_end - E_start) / E_start in percent; null without points or if E_start is not positive. */
export function computeTotalReturnPercent(curve: readonly EquityPoint[]): number | null {
  const first = curve[0];
  const last = curve[curve.length - 1];
  if (!first || !last || first.equityMills <= 0) return null;
  return ((last.equityMills - first.equityMills) / first.equityMills) * 100;
}
