/**
 * Ulcer index: depth and duration of drawdowns (P. G. Martin and B. B. McCann 1989, The Investor's
 * Guide to Fidelity Funds).
 */
import { listDayEnds } from './daily-returns';
import type { EquityPoint } from './input';

/**
 * sqrt(mean over days of (decline from the highest day end so far, in percent)^2), in percent; null
 * without points or if the first day's equity is not positive.
 */
export function computeUlcerIndexPercent(curve: readonly EquityPoint[]): number | null {
  const days = listDayEnds(curve);
  if ((days[0]?.equityMills ?? 0) <= 0) return null;
  let peak = 0;
  let squares = 0;
  for (const { equityMills } of days) {
    peak = Math.max(peak, equityMills);
    squares += ((1 - equityMills / peak) * 100) ** 2;
  }
  return Math.sqrt(squares / days.length);
}
