/**
 * Published series of a world by any moment: a store that is filled as far as it is asked, and
 * forgets what no norm looks back on.
 */
import type { EpochMs } from '../domain/units';
import type { VintageReader } from '../market/vintage';
import { SERIES_KEPT_MS, type VintageStore, vintageStore } from '../market/vintages';
import { WORLD_EPOCH_MS } from './calendar';
import type { SeriesPart } from './parts';
import { DAY_MS } from '../domain/time';

/** What every answer looks back on: norms of five years, and some more. */
const LOOK_BACK_MS = 6 * 366 * DAY_MS;
/** A store that spans more is thinned. */
const SPAN_MOST_MS = 9 * 366 * DAY_MS;
/**
 * Values are kept by the time that they are of, which for the slowest series lies some weeks before
 * their publication.
 */
const SETTLED_MS = 60 * DAY_MS;

/**
 * A reader of the series of a world, some 8 MB. Cheap when it is asked in growing time; right in
 * any order.
 * Whoever goes back by more than a year beyond what it keeps waits for six years of series to be
 * made again.
 */
export function seriesWindow(series: SeriesPart): VintageReader {
  let store: VintageStore = vintageStore();
  /** All that was published from `from` until before `until` is in the store. */
  let [from, until] = [0, 0];
  const fill = (knownMs: EpochMs): VintageStore => {
    const firstMs = Math.max(WORLD_EPOCH_MS, knownMs - LOOK_BACK_MS);
    if (firstMs < from || firstMs > until || until === 0) {
      store = vintageStore();
      [from, until] = [firstMs, firstMs];
    }
    if (knownMs < until) return store;
    for (const value of series.published(until, knownMs + 1)) store.put(value);
    until = knownMs + 1;
    if (until - from > SPAN_MOST_MS) {
      store.thin(knownMs);
      from = knownMs - SERIES_KEPT_MS + SETTLED_MS;
    }
    return store;
  };
  return {
    asOf: (name, validMs, knownMs) => fill(knownMs).asOf(name, validMs, knownMs),
    latest: (name, knownMs) => fill(knownMs).latest(name, knownMs),
    history: (name, fromMs, untilMs, knownMs) =>
      fill(knownMs).history(name, fromMs, untilMs, knownMs),
  };
}
