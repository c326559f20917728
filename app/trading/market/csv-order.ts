/** Sorts rows by time and removes duplicates. */
import type { EpochMs } from '../domain/units';
import { type RefusedRow, type Tally, countRow, createTally } from './csv-notes';
import { type PriceRow, rejectRow } from './csv-rows';
import { DAY_MS, HOUR_MS } from '../domain/time';

export interface OrderedRows {
  readonly rows: readonly PriceRow[];
  readonly unordered: Tally;
  readonly merged: Tally;
  readonly autumn: Tally;
  /** Median interval in milliseconds; one day for fewer than two rows. */
  readonly intervalMs: number;
}

/**
 * Sorts and merges rows; adds refused rows to the given list. `isLocal`: stamps may be local times
 * read as UTC.
 */
export function orderRows(
  rows: readonly PriceRow[],
  isLocal: boolean,
  refusedRows: RefusedRow[],
  refused: Tally,
): OrderedRows {
  const unordered = countBackwardRows(rows);
  const sorted =
    unordered.count === 0
      ? rows
      : [...rows].sort((a, b) => a.startsMs - b.startsMs || a.row - b.row);
  const intervalMs = computeMedianInterval(sorted);
  const mayRepeat = isLocal && intervalMs === HOUR_MS;
  const merged = createTally();
  const autumn = createTally();
  const orderedRows: PriceRow[] = [];
  let first: PriceRow | null = null;
  for (const row of sorted) {
    if (first?.startsMs !== row.startsMs) {
      first = row;
      orderedRows.push(row);
    } else if (isSame(row, first)) countRow(merged, row.row);
    else if (mayRepeat && isAutumnHour(row.startsMs) && orderedRows.at(-1) === first) {
      // the repeated hour is placed between the first and the next
      orderedRows.push({ ...row, startsMs: row.startsMs + HOUR_MS / 2 });
      countRow(autumn, row.row);
    } else
      rejectRow(
        refused,
        refusedRows,
        row.row,
        `row ${first.row} gave the same time another price; the first stands`,
      );
  }
  return { rows: orderedRows, unordered, merged, autumn, intervalMs };
}

function countBackwardRows(rows: readonly PriceRow[]): Tally {
  const backward = createTally();
  let lastMs = -Infinity;
  for (const { startsMs, row } of rows) {
    if (startsMs < lastMs) countRow(backward, row);
    lastMs = startsMs;
  }
  return backward;
}

const isSame = (a: PriceRow, b: PriceRow): boolean =>
  a.open === b.open && a.high === b.high && a.low === b.low && a.close === b.close;

/** Months in which clocks go back: April, October, November. */
const AUTUMN_MONTHS = [3, 9, 10];

function isAutumnHour(wallMs: EpochMs): boolean {
  const wall = new Date(wallMs);
  return (
    wall.getUTCDay() === 0 && wall.getUTCHours() <= 3 && AUTUMN_MONTHS.includes(wall.getUTCMonth())
  );
}

function computeMedianInterval(sorted: readonly PriceRow[]): number {
  const gaps = new Float64Array(Math.max(0, sorted.length - 1));
  let count = 0;
  let before: PriceRow | null = null;
  for (const row of sorted) {
    if (before && row.startsMs > before.startsMs) gaps[count++] = row.startsMs - before.startsMs;
    before = row;
  }
  return gaps.subarray(0, count).sort()[count >> 1] ?? DAY_MS;
}
