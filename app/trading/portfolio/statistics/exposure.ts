/** Exposure: how much of the equity was at work, averaged over time. */
import type { EquityPoint } from './input';

/**
 * Sum of (|notional| / equity) x time until the next point, over the whole time, in percent; null
 * when it cannot be divided.
 */
export function averageExposurePercent(curve: readonly EquityPoint[]): number | null {
  let weighted = 0;
  let spanMs = 0;
  for (const [index, point] of curve.slice(0, -1).entries()) {
    const lastsMs = (curve[index + 1]?.atMs ?? point.atMs) - point.atMs;
    if (point.equityMills <= 0) return null;
    weighted += (point.notionalMills / point.equityMills) * lastsMs;
    spanMs += lastsMs;
  }
  return spanMs > 0 ? (weighted / spanMs) * 100 : null;
}
