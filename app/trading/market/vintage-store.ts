/** In-memory store of series values in all vintages. */
import type { EpochMs } from '../domain/units';
import type { SeriesValue, VintageReader } from './vintage';
import { VintageTable } from './vintage-table';
import { DAY_MS } from '../domain/time';

export interface VintageStore extends VintageReader {
  /**
   * Adds a value; false (no change) when both times exist already. Throws RangeError for a
   * non-finite number.
   */
  add(value: SeriesValue): boolean;
  /** Removes values older than seven years; returns their number. */
  prune(nowMs: EpochMs): number;
  /** Number of values, and bytes of their arrays. */
  getSize(): { readonly values: number; readonly bytes: number };
}

/** Retention by valid time. */
export const SERIES_RETENTION_MS = 7 * 366 * DAY_MS;

export function createVintageStore(): VintageStore {
  const tables = new Map<string, VintageTable>();
  const toSeriesValue = (series: string, table: VintageTable, row: number): SeriesValue => ({
    series,
    validMs: table.getValidMs(row),
    publishedMs: table.getPublishedMs(row),
    value: table.value(row, 0),
  });
  const findValue = (
    series: string,
    findRow: (table: VintageTable) => number,
  ): SeriesValue | null => {
    const table = tables.get(series);
    const row = table ? findRow(table) : -1;
    return table && row >= 0 ? toSeriesValue(series, table, row) : null;
  };
  return {
    add({ series, validMs, publishedMs, value }) {
      if (![validMs, publishedMs, value].every(Number.isFinite))
        throw new RangeError(
          `${series}: a published value needs two times and a number, got ${validMs}, ${publishedMs}, ${value}`,
        );
      const table = tables.get(series) ?? new VintageTable(1);
      tables.set(series, table);
      return table.insert(validMs, publishedMs, [value]);
    },
    findAsOf: (series, validMs, knownMs) =>
      findValue(series, (table) => table.findAsOf(validMs, knownMs)),
    findLatest: (series, knownMs) => findValue(series, (table) => table.findNewest(knownMs)),
    listHistory(series, fromMs, untilMs, knownMs) {
      const table = tables.get(series);
      return table
        ? table
            .listBetween(fromMs, untilMs, knownMs)
            .map((row) => toSeriesValue(series, table, row))
        : [];
    },
    prune: (nowMs) =>
      [...tables.values()].reduce(
        (gone, table) =>
          gone + table.retain((row) => table.getValidMs(row) >= nowMs - SERIES_RETENTION_MS),
        0,
      ),
    getSize: () =>
      [...tables.values()].reduce(
        ({ values, bytes }, table) => ({ values: values + table.size, bytes: bytes + table.bytes }),
        { values: 0, bytes: 0 },
      ),
  };
}
