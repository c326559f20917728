/**
 * Point-in-time reader of published series; fills its store on demand and drops values older than
 * any norm needs.
 */
import type { EpochMs } from '../domain/units';
import type { VintageReader } from '../market/vintage';
import {
  SERIES_RETENTION_MS,
  type VintageStore,
  createVintageStore,
} from '../market/vintage-store';
import { WORLD_EPOCH_MS } from './calendar';
import type { SeriesModel } from './market-models';
import { DAY_MS } from '../domain/time';

/** History needed for five-year norms, with some reserve. */
const LOOK_BACK_MS = 6 * 366 * DAY_MS;
/** The store is thinned beyond this span. */
const SPAN_MAX_MS = 9 * 366 * DAY_MS;
/** Values are stored by valid time, which precedes publication by up to some weeks. */
const PUBLICATION_LAG_MAX_MS = 60 * DAY_MS;

/**
 * Uses about 8 MB. Correct in any order of moments, cheap in ascending order. Going back more than
 * a year before the stored span recomputes six years of series.
 */
export function createSeriesWindow(series: SeriesModel): VintageReader {
  let store: VintageStore = createVintageStore();
  /** The store holds everything published in [from, until). */
  let [from, until] = [0, 0];
  const fillTo = (asOfMs: EpochMs): VintageStore => {
    const firstMs = Math.max(WORLD_EPOCH_MS, asOfMs - LOOK_BACK_MS);
    if (firstMs < from || firstMs > until || until === 0) {
      store = createVintageStore();
      [from, until] = [firstMs, firstMs];
    }
    if (asOfMs < until) return store;
    for (const value of series.listPublished(until, asOfMs + 1)) store.add(value);
    until = asOfMs + 1;
    if (until - from > SPAN_MAX_MS) {
      store.prune(asOfMs);
      from = asOfMs - SERIES_RETENTION_MS + PUBLICATION_LAG_MAX_MS;
    }
    return store;
  };
  return {
    findAsOf: (name, validMs, asOfMs) => fillTo(asOfMs).findAsOf(name, validMs, asOfMs),
    findLatest: (name, asOfMs) => fillTo(asOfMs).findLatest(name, asOfMs),
    listHistory: (name, fromMs, untilMs, asOfMs) =>
      fillTo(asOfMs).listHistory(name, fromMs, untilMs, asOfMs),
  };
}
