/**
 * The forecast in gas-weighted degree days: each coming day beside its normal, the total and what moved it.
 * It knows leads 1 to 14 of the newest run; it refuses to compare days that only one run tells.
 */
import type { EpochMs } from '../domain/units';
import type { WeatherReader } from './archive-reader';
import { type ForecastChange, changeBetween, newestRun, previousRun, runBefore } from './forecast-change';
import { GAS_WEIGHTS } from './gas-weights';
import type { WeatherHistory } from './history';
import type { Normal } from './normals';
import { weightedMean } from './places';

export interface OutlookDay {
  readonly dayMs: EpochMs;
  readonly lead: number;
  readonly heating: number;
  readonly cooling: number;
  readonly heatingNormal: number | null;
  readonly coolingNormal: number | null;
}

export interface DegreeDayOutlook {
  readonly issuedMs: EpochMs;
  readonly publishedMs: EpochMs;
  readonly days: readonly OutlookDay[];
  readonly heating: number;
  readonly cooling: number;
  readonly heatingNormal: number | null;
  readonly coolingNormal: number | null;
  /** Against the run before, and against the one issued 24 hours before; null where the archive has none. */
  readonly sinceLastRun: ForecastChange | null;
  readonly sinceDayAgo: ForecastChange | null;
}

/** The normal degree days of a date by the same weights; each cell's own normals, for degree days of a mean are not the mean of degree days. */
const normalOf = (history: WeatherHistory, dayMs: EpochMs, kind: keyof Pick<Normal, 'heating' | 'cooling'>): number | null =>
  weightedMean(GAS_WEIGHTS, (cell) => history.cell(cell).normals.at(dayMs)?.[kind] ?? null);

const total = (values: readonly (number | null)[]): number | null => values.reduce<number | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0);

/** The gas-weighted outlook as of a moment; null before the first run. */
export function degreeDayOutlook(reader: WeatherReader, history: WeatherHistory, knownMs: EpochMs): DegreeDayOutlook | null {
  const run = newestRun(reader, GAS_WEIGHTS, knownMs);
  if (!run) return null;
  const days = run.days.filter(({ lead }) => lead >= 1).map(({ dayMs, lead, heating, cooling }) => ({
    dayMs, lead, heating, cooling, heatingNormal: normalOf(history, dayMs, 'heating'), coolingNormal: normalOf(history, dayMs, 'cooling'),
  }));
  const last = previousRun(reader, GAS_WEIGHTS, knownMs);
  const dayAgo = runBefore(reader, GAS_WEIGHTS, knownMs, 24);
  return {
    issuedMs: run.issuedMs, publishedMs: run.publishedMs, days,
    heating: days.reduce((sum, day) => sum + day.heating, 0), cooling: days.reduce((sum, day) => sum + day.cooling, 0),
    heatingNormal: total(days.map((day) => day.heatingNormal)), coolingNormal: total(days.map((day) => day.coolingNormal)),
    sinceLastRun: last ? changeBetween(run, last) : null, sinceDayAgo: dayAgo ? changeBetween(run, dayAgo) : null,
  };
}
