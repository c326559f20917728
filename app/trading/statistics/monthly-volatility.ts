import type { EpochMs } from '../domain/units';
import type { Sample } from './sample';

export const MONTHS_PER_YEAR = 12;

/**
 * Seasonality of volatility: root mean square of returns per calendar month, January first, divided
 * by the mean of the twelve. Non-finite returns are skipped. Null if a month has fewer than two.
 */
export function computeMonthlyVolatility(
  days: ArrayLike<EpochMs>,
  returns: Sample,
): readonly number[] | null {
  const squares = new Float64Array(MONTHS_PER_YEAR);
  const counts = new Float64Array(MONTHS_PER_YEAR);
  for (let i = 0; i < returns.length; i += 1) {
    const value = returns[i] ?? NaN;
    if (!Number.isFinite(value)) continue;
    const month = new Date(days[i] ?? NaN).getUTCMonth();
    squares[month] = (squares[month] ?? 0) + value * value;
    counts[month] = (counts[month] ?? 0) + 1;
  }
  if (counts.some((count) => count < 2)) return null;
  const roots = Array.from(squares, (sum, month) => Math.sqrt(sum / (counts[month] ?? NaN)));
  const mean = roots.reduce((sum, root) => sum + root, 0) / MONTHS_PER_YEAR;
  return roots.map((root) => root / mean);
}
