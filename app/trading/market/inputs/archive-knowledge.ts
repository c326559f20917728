/**
 * Public knowledge from the stores of a market: the weather archive, the vintages of series,
 * reports and curves.
 */
import type { EpochMs } from '../../domain/units';
import type { WeatherReader } from '../../weather/archive-reader';
import type { ForecastRun } from '../../weather/bulletin';
import type { MarketCell } from '../../weather/cell';
import type { PublishedReport } from '../report';
import type { VintageReader } from '../vintage';
import type { CurvePoint, PublicKnowledge } from './knowledge';

const CYCLE_MS = 6 * 3_600_000;
/** Runs of a cell that are kept: two months of four a day, and some more. */
const RUNS_KEPT = 300;

interface KnowledgeSources {
  readonly weather: WeatherReader;
  readonly vintages: VintageReader;
  /** Months of a chain that may be held at a moment, in order of delivery. */
  readonly curve: (chain: string, knownMs: EpochMs) => readonly CurvePoint[];
  /** Reports published in [fromMs, untilMs), in order of time. */
  readonly reports: (fromMs: EpochMs, untilMs: EpochMs) => readonly PublishedReport[];
}

/**
 * A teller of what was known at any moment; runs are read from the archive once, so that what is
 * worked out from a run is kept with it.
 */
export function publicKnowledge({
  weather,
  vintages,
  curve,
  reports,
}: KnowledgeSources): (knownMs: EpochMs) => PublicKnowledge {
  const kept = new Map<MarketCell, Map<EpochMs, ForecastRun>>();
  const keep = (cell: MarketCell, run: ForecastRun): ForecastRun => {
    const runs = kept.get(cell) ?? new Map<EpochMs, ForecastRun>();
    kept.set(cell, runs);
    const known = runs.get(run.issuedMs);
    if (known?.publishedMs === run.publishedMs) return known;
    if (runs.size >= RUNS_KEPT) runs.delete(runs.keys().next().value ?? 0);
    runs.set(run.issuedMs, run);
    return run;
  };
  const issuedAt = (cell: MarketCell, issuedMs: EpochMs, knownMs: EpochMs): ForecastRun | null => {
    const known = kept.get(cell)?.get(issuedMs);
    if (known && known.publishedMs <= knownMs) return known;
    const found = weather.runs(cell, issuedMs, issuedMs + 1, knownMs).at(-1);
    return found ? keep(cell, found) : null;
  };
  return (knownMs) => {
    const newest = new Map<MarketCell, ForecastRun | null>();
    const findNewestRun = (cell: MarketCell): ForecastRun | null => {
      const known = newest.get(cell);
      if (known !== undefined) return known;
      const found = weather.run(cell, knownMs);
      const run = found && keep(cell, found);
      newest.set(cell, run);
      return run;
    };
    return {
      knownMs,
      vintages,
      run(cell, backCycles) {
        const run = findNewestRun(cell);
        return run && backCycles > 0
          ? issuedAt(cell, run.issuedMs - backCycles * CYCLE_MS, knownMs)
          : run;
      },
      warnings: () => weather.warnings(knownMs),
      curve: (chain) => curve(chain, knownMs),
      reports: (sinceMs) => reports(sinceMs, knownMs + 1),
    };
  };
}
