/** Gas-weighted degree-day forecast: daily values and normals, and totals. */
import type { EpochMs } from '../domain/units';
import type { WeatherReader } from './archive-reader';
import { getNewestRuns } from './forecast-change';
import { type GasDay, buildGasRun, computeGasNormals } from './gas-run';
import type { WeatherHistory } from './history';
import { sumValues } from '../statistics/sample';

interface OutlookDay extends GasDay {
  /** Null with too little history of the date. */
  readonly heatingNormal: number | null;
  readonly coolingNormal: number | null;
}

interface DegreeDayOutlook {
  readonly issuedMs: EpochMs;
  readonly publishedMs: EpochMs;
  readonly days: readonly OutlookDay[];
  readonly heating: number;
  readonly cooling: number;
  readonly heatingNormal: number | null;
  readonly coolingNormal: number | null;
}

/** The outlook as of a time; null before the first run. */
export function buildDegreeDayOutlook(
  reader: WeatherReader,
  history: WeatherHistory,
  knownMs: EpochMs,
): DegreeDayOutlook | null {
  const run = buildGasRun(getNewestRuns(reader, knownMs));
  if (!run) return null;
  const days = run.days.map((day) => ({ ...day, ...computeGasNormals(history, day.dayMs) }));
  return {
    issuedMs: run.issuedMs,
    publishedMs: run.publishedMs,
    days,
    heating: days.reduce((sum, { heating }) => sum + heating, 0),
    cooling: days.reduce((sum, { cooling }) => sum + cooling, 0),
    heatingNormal: sumValues(days.map(({ heatingNormal }) => heatingNormal)),
    coolingNormal: sumValues(days.map(({ coolingNormal }) => coolingNormal)),
  };
}
