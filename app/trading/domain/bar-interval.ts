import { formatDate, formatDateTime } from './format';
import { DAY_MS } from './time';
import type { EpochMs } from './units';

/** Bar lengths of price charts and of strategies. */
export const BAR_INTERVALS = ['15m', '1h', '1d'] as const;
export type BarInterval = (typeof BAR_INTERVALS)[number];

export const BAR_INTERVAL_MS: Readonly<Record<BarInterval, number>> = {
  '15m': 900_000,
  '1h': 3_600_000,
  '1d': 86_400_000,
};

/** Index of the last row at or before a moment, by binary search; -1 before the first. */
export function findLastBefore<T>(
  rows: readonly T[],
  atMs: EpochMs,
  getMs: (row: T) => EpochMs,
): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (getMs(rows[middle] as T) <= atMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Name of a bar: its start, or for a daily bar its UTC day. */
export const formatBarTime = (
  startsMs: EpochMs,
  { barMs, timeZone }: { readonly barMs: number; readonly timeZone: string },
): string => (barMs >= DAY_MS ? formatDate(startsMs, 'UTC') : formatDateTime(startsMs, timeZone));
