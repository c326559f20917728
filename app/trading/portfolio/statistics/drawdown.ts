/** Maximum drawdown of an equity curve. */
import { type Mills, toMills } from '../../domain/units';
import type { EquityPoint } from './input';

export interface Drawdown {
  /**
   * Maximum drawdown in percent of its peak; null if a decline started at a peak at or below zero.
   */
  readonly percent: number | null;
  /** Maximum drawdown in mills; it may belong to a different peak than the percentage. */
  readonly mills: Mills;
  /**
   * Longest time from a peak until that level was reached again, or until the end; milliseconds.
   */
  readonly durationMs: number;
}

/** Null without points. */
export function computeMaxDrawdown(curve: readonly EquityPoint[]): Drawdown | null {
  const first = curve[0];
  if (!first) return null;
  let peak = first;
  let isBelow = false;
  let worst: Drawdown = { percent: 0, mills: toMills(0), durationMs: 0 };
  for (const point of curve) {
    const isLower = point.equityMills < peak.equityMills;
    if (isLower || isBelow) worst = chooseWorse(worst, peak, point);
    isBelow = isLower;
    if (!isLower) peak = point;
  }
  return worst;
}

function chooseWorse(worst: Drawdown, peak: EquityPoint, point: EquityPoint): Drawdown {
  const declineMills = Math.max(0, peak.equityMills - point.equityMills);
  const percent = peak.equityMills > 0 ? (declineMills / peak.equityMills) * 100 : null;
  return {
    percent: worst.percent === null || percent === null ? null : Math.max(worst.percent, percent),
    mills: toMills(Math.max(worst.mills, declineMills)),
    durationMs: Math.max(worst.durationMs, point.atMs - peak.atMs),
  };
}
