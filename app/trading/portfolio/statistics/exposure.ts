/** Time-weighted average exposure. */
import type { EquityPoint } from './input';

/**
 * Sum of (abs(notional) / equity) x duration over total time, in percent; null if equity is not
 * positive or there is no duration.
 */
export function computeAverageExposurePercent(curve: readonly EquityPoint[]): number | null {
  let weighted = 0;
  let spanMs = 0;
  for (const [index, point] of curve.slice(0, -1).entries()) {
    const durationMs = (curve[index + 1]?.atMs ?? point.atMs) - point.atMs;
    if (point.equityMills <= 0) return null;
    weighted += (point.notionalMills / point.equityMills) * durationMs;
    spanMs += durationMs;
  }
  return spanMs > 0 ? (weighted / spanMs) * 100 : null;
}
