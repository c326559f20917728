/** Published values of all series in memory, each in every vintage. */
import type { EpochMs } from '../domain/units';
import type { SeriesValue, VintageReader } from './vintage';
import { VintageTable } from './vintage-table';
import { DAY_MS } from '../domain/time';

export interface VintageStore extends VintageReader {
  /**
   * Adds a value; false when this series has one with the same two times, which then stays. Throws
   * RangeError on what is no number.
   */
  put(value: SeriesValue): boolean;
  /** Forgets values that are of a time more than seven years before; answers how many. */
  thin(nowMs: EpochMs): number;
  /** What is kept: values, and bytes of their arrays. */
  size(): { readonly values: number; readonly bytes: number };
}

/** How long values are kept, by the time that they are of. */
export const SERIES_KEPT_MS = 7 * 366 * DAY_MS;

/** An empty store. */
export function vintageStore(): VintageStore {
  const tables = new Map<string, VintageTable>();
  const told = (series: string, table: VintageTable, row: number): SeriesValue => ({
    series,
    validMs: table.validAt(row),
    publishedMs: table.publishedAt(row),
    value: table.value(row, 0),
  });
  const found = (series: string, rowOf: (table: VintageTable) => number): SeriesValue | null => {
    const table = tables.get(series);
    const row = table ? rowOf(table) : -1;
    return table && row >= 0 ? told(series, table, row) : null;
  };
  return {
    put({ series, validMs, publishedMs, value }) {
      if (![validMs, publishedMs, value].every(Number.isFinite))
        throw new RangeError(
          `${series}: a published value needs two times and a number, got ${validMs}, ${publishedMs}, ${value}`,
        );
      const table = tables.get(series) ?? new VintageTable(1);
      tables.set(series, table);
      return table.insert(validMs, publishedMs, [value]);
    },
    asOf: (series, validMs, knownMs) => found(series, (table) => table.asOf(validMs, knownMs)),
    latest: (series, knownMs) => found(series, (table) => table.newest(knownMs)),
    history(series, fromMs, untilMs, knownMs) {
      const table = tables.get(series);
      return table
        ? table.between(fromMs, untilMs, knownMs).map((row) => told(series, table, row))
        : [];
    },
    thin: (nowMs) =>
      [...tables.values()].reduce(
        (gone, table) => gone + table.keep((row) => table.validAt(row) >= nowMs - SERIES_KEPT_MS),
        0,
      ),
    size: () =>
      [...tables.values()].reduce(
        ({ values, bytes }, table) => ({ values: values + table.size, bytes: bytes + table.bytes }),
        { values: 0, bytes: 0 },
      ),
  };
}
