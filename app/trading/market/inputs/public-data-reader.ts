/** Point-in-time public data from the stores of a market: weather, series, reports, curves. */
import type { EpochMs } from '../../domain/units';
import type { WeatherReader } from '../../weather/archive-reader';
import type { ForecastRun } from '../../weather/bulletin';
import type { MarketCell } from '../../weather/cell';
import type { PublishedReport } from '../report';
import type { VintageReader } from '../vintage';
import type { CurvePoint, PublicData } from './public-data';

const CYCLE_MS = 6 * 3_600_000;
/** Cached runs per cell: two months of four runs a day, plus a margin. */
const CACHED_RUNS_MAX = 300;

interface PublicDataSources {
  readonly weather: WeatherReader;
  readonly vintages: VintageReader;
  /** Tradable months of a chain at a time, in order of delivery. */
  readonly curve: (chain: string, knownMs: EpochMs) => readonly CurvePoint[];
  /** Reports published in [fromMs, untilMs), in order of time. */
  readonly reports: (fromMs: EpochMs, untilMs: EpochMs) => readonly PublishedReport[];
}

/**
 * Creates a reader of public data as of any time. Equal runs are the same object, so that values
 * derived from a run can be cached on it.
 */
export function createPublicDataReader({
  weather,
  vintages,
  curve,
  reports,
}: PublicDataSources): (knownMs: EpochMs) => PublicData {
  const runCache = new Map<MarketCell, Map<EpochMs, ForecastRun>>();
  const cacheRun = (cell: MarketCell, run: ForecastRun): ForecastRun => {
    const runs = runCache.get(cell) ?? new Map<EpochMs, ForecastRun>();
    runCache.set(cell, runs);
    const cached = runs.get(run.issuedMs);
    if (cached?.publishedMs === run.publishedMs) return cached;
    if (runs.size >= CACHED_RUNS_MAX) runs.delete(runs.keys().next().value ?? 0);
    runs.set(run.issuedMs, run);
    return run;
  };
  const findRunIssuedAt = (
    cell: MarketCell,
    issuedMs: EpochMs,
    knownMs: EpochMs,
  ): ForecastRun | null => {
    const cached = runCache.get(cell)?.get(issuedMs);
    if (cached && cached.publishedMs <= knownMs) return cached;
    const found = weather.listRuns(cell, issuedMs, issuedMs + 1, knownMs).at(-1);
    return found ? cacheRun(cell, found) : null;
  };
  return (knownMs) => {
    const newest = new Map<MarketCell, ForecastRun | null>();
    const findNewestRun = (cell: MarketCell): ForecastRun | null => {
      const cached = newest.get(cell);
      if (cached !== undefined) return cached;
      const found = weather.findRun(cell, knownMs);
      const run = found && cacheRun(cell, found);
      newest.set(cell, run);
      return run;
    };
    return {
      knownMs,
      vintages,
      findRun(cell, backCycles) {
        const run = findNewestRun(cell);
        return run && backCycles > 0
          ? findRunIssuedAt(cell, run.issuedMs - backCycles * CYCLE_MS, knownMs)
          : run;
      },
      listWarnings: () => weather.warnings(knownMs),
      listCurve: (chain) => curve(chain, knownMs),
      listReports: (sinceMs) => reports(sinceMs, knownMs + 1),
    };
  };
}
