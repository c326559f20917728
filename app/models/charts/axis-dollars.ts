// Labels of a money axis.
import { formatDollars } from '../../trading/domain/format';

/** Distance of neighboring labels; 1 for fewer than two. */
export const getTickStep = (ticks: readonly number[]): number =>
  Math.abs((ticks[1] ?? 1) - (ticks[0] ?? 0));

/** Without cents where the labels are whole dollars apart. */
export function formatAxisDollars(dollars: number, step: number): string {
  if (dollars === 0) return '$0';
  const text = formatDollars(dollars);
  return step >= 1 ? text.replace(/\.00$/, '') : text;
}
