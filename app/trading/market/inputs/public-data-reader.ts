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
  /** True where no run is published again with other figures, so that a known one need not be looked up. */
  readonly hasFinalRuns?: true;
  readonly vintages: VintageReader;
  /** Tradable months of a chain at a time, in order of delivery. */
  readonly curve: (chain: string, knownMs: EpochMs) => readonly CurvePoint[];
  /** Reports published in [fromMs, untilMs), in order of time. */
  readonly reports: (fromMs: EpochMs, untilMs: EpochMs) => readonly PublishedReport[];
}

/**
 * Creates a reader of public data as of any time. Equal versions of a run are the same object, so that
 * values derived from it can be cached on it.
 */
export function createPublicDataReader({
  weather,
  hasFinalRuns,
  vintages,
  curve,
  reports,
}: PublicDataSources): (knownMs: EpochMs) => PublicData {
  /** Versions of each run, by the time of its issue. */
  const runCache = new Map<MarketCell, Map<EpochMs, readonly ForecastRun[]>>();
  const cacheRun = (cell: MarketCell, run: ForecastRun): ForecastRun => {
    const runs = runCache.get(cell) ?? new Map<EpochMs, readonly ForecastRun[]>();
    runCache.set(cell, runs);
    const versions = runs.get(run.issuedMs) ?? [];
    const cached = versions.find(({ publishedMs }) => publishedMs === run.publishedMs);
    if (cached) return cached;
    if (versions.length === 0 && runs.size >= CACHED_RUNS_MAX)
      runs.delete(runs.keys().next().value ?? 0);
    runs.set(run.issuedMs, [...versions, run]);
    return run;
  };
  const findRunIssuedAt = (
    cell: MarketCell,
    issuedMs: EpochMs,
    knownMs: EpochMs,
  ): ForecastRun | null => {
    const [cached] = hasFinalRuns ? (runCache.get(cell)?.get(issuedMs) ?? []) : [];
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
