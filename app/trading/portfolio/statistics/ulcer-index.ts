/**
 * Ulcer index: how deep and how long equity stayed below its highest point (P. G. Martin and B. B.
 * McCann 1989, The Investor's Guide to Fidelity Funds).
 */
import { dayEnds } from './daily-returns';
import type { EquityPoint } from './input';

/**
 * sqrt(mean over days of (fall from the highest day's end so far, in percent of it)^2), in percent;
 * null without points or with a peak at or below zero.
 */
export function ulcerIndexPercent(curve: readonly EquityPoint[]): number | null {
  const days = dayEnds(curve);
  if ((days[0]?.equityMills ?? 0) <= 0) return null;
  let peak = 0;
  let squares = 0;
  for (const { equityMills } of days) {
    peak = Math.max(peak, equityMills);
    squares += ((1 - equityMills / peak) * 100) ** 2;
  }
  return Math.sqrt(squares / days.length);
}
