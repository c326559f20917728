/** Drawdown: how far equity fell from its highest point, and how long it stayed below one. */
import { type Mills, toMills } from '../../domain/units';
import type { EquityPoint } from './input';

export interface Drawdown {
  /** Deepest fall in percent of its peak; null when a fall began at a peak at or below zero. */
  readonly percent: number | null;
  /** Deepest fall in mills; it may belong to another peak than the percentage. */
  readonly mills: Mills;
  /**
   * Longest time from a peak until that height was reached again, or until the end; in
   * milliseconds.
   */
  readonly durationMs: number;
}

/** The three worst figures of a curve; null without points. */
export function maxDrawdown(curve: readonly EquityPoint[]): Drawdown | null {
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
  const fallMills = Math.max(0, peak.equityMills - point.equityMills);
  const percent = peak.equityMills > 0 ? (fallMills / peak.equityMills) * 100 : null;
  return {
    percent: worst.percent === null || percent === null ? null : Math.max(worst.percent, percent),
    mills: toMills(Math.max(worst.mills, fallMills)),
    durationMs: Math.max(worst.durationMs, point.atMs - peak.atMs),
  };
}
