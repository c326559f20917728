/**
 * The forecast in gas-weighted degree days: each coming day beside its normal, the total and what
 * moved it.
 */
import type { EpochMs } from '../domain/units';
import type { WeatherReader } from './archive-reader';
import { type CellWeights, GAS_COOLING_WEIGHTS, GAS_HEATING_WEIGHTS } from './demand-weights';
import { type RunOf, newestRuns, placeRun, previousRuns, runsBefore } from './forecast-change';
import type { WeatherHistory } from './history';
import { type CellWeight, weightedMean } from './places';

const weighCells = (weights: CellWeights): readonly CellWeight[] =>
  weights.map(([cell, weight]) => ({ cell, weight }));
/** Heating counts where gas heats, cooling where gas makes power. */
export const HEATING_CELLS = weighCells(GAS_HEATING_WEIGHTS);
export const COOLING_CELLS = weighCells(GAS_COOLING_WEIGHTS);
const DAY_HOURS = 24;

interface GasDay {
  readonly dayMs: EpochMs;
  readonly lead: number;
  readonly heating: number;
  readonly cooling: number;
}

interface GasRun {
  readonly issuedMs: EpochMs;
  readonly publishedMs: EpochMs;
  readonly days: readonly GasDay[];
}

interface OutlookDay extends GasDay {
  /** Null where the archive holds too little of the date. */
  readonly heatingNormal: number | null;
  readonly coolingNormal: number | null;
}

/** Change of a model run against the previous one, over the days both cover. */
export interface GasChange {
  readonly beforeMs: EpochMs;
  readonly days: number;
  readonly heating: number;
  readonly cooling: number;
  /** The day that moved most, heating and cooling together. */
  readonly peak: { readonly dayMs: EpochMs; readonly change: number };
}

interface DegreeDayOutlook {
  readonly issuedMs: EpochMs;
  readonly publishedMs: EpochMs;
  readonly days: readonly OutlookDay[];
  readonly heating: number;
  readonly cooling: number;
  readonly heatingNormal: number | null;
  readonly coolingNormal: number | null;
  /**
   * Against the run before, and against the one issued 24 hours before; null where the archive has
   * none.
   */
  readonly sinceLastRun: GasChange | null;
  readonly sinceDayAgo: GasChange | null;
}

function gasRun(runOf: RunOf): GasRun | null {
  const heat = placeRun(HEATING_CELLS, runOf);
  const cool = placeRun(COOLING_CELLS, runOf);
  if (!heat || !cool) return null;
  const cooling = new Map(cool.days.map((day) => [day.dayMs, day.cooling]));
  const days = heat.days
    .filter(({ lead }) => lead >= 1)
    .flatMap(({ dayMs, lead, heating }) => {
      const own = cooling.get(dayMs);
      return own === undefined ? [] : [{ dayMs, lead, heating, cooling: own }];
    });
  return {
    issuedMs: Math.min(heat.issuedMs, cool.issuedMs),
    publishedMs: Math.max(heat.publishedMs, cool.publishedMs),
    days,
  };
}

function changeSince(run: GasRun, older: GasRun | null): GasChange | null {
  if (!older) return null;
  const then = new Map(older.days.map((day) => [day.dayMs, day]));
  const changes = run.days.flatMap(({ dayMs, heating, cooling }) => {
    const before = then.get(dayMs);
    return before
      ? [{ dayMs, heating: heating - before.heating, cooling: cooling - before.cooling }]
      : [];
  });
  const first = changes[0];
  if (!first) return null;
  const total = (change: GasDay | typeof first): number => change.heating + change.cooling;
  const most = changes.reduce((a, b) => (Math.abs(total(b)) > Math.abs(total(a)) ? b : a), first);
  return {
    beforeMs: older.issuedMs,
    days: changes.length,
    heating: changes.reduce((sum, { heating }) => sum + heating, 0),
    cooling: changes.reduce((sum, { cooling }) => sum + cooling, 0),
    peak: { dayMs: most.dayMs, change: total(most) },
  };
}

/**
 * The normal degree days of a date by the same weights: each cell's own, for degree days of a mean
 * are not the mean of degree days.
 */
const findNormal = (
  history: WeatherHistory,
  dayMs: EpochMs,
  kind: 'heating' | 'cooling',
): number | null =>
  weightedMean(
    kind === 'heating' ? HEATING_CELLS : COOLING_CELLS,
    (cell) => history.cell(cell).normals.at(dayMs)?.[kind] ?? null,
  );

const sumValues = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>(
    (sum, value) => (sum === null || value === null ? null : sum + value),
    0,
  );

/** The gas-weighted outlook as of a moment; null before the first run. */
export function degreeDayOutlook(
  reader: WeatherReader,
  history: WeatherHistory,
  knownMs: EpochMs,
): DegreeDayOutlook | null {
  const run = gasRun(newestRuns(reader, knownMs));
  if (!run) return null;
  const days = run.days.map((day) => ({
    ...day,
    heatingNormal: findNormal(history, day.dayMs, 'heating'),
    coolingNormal: findNormal(history, day.dayMs, 'cooling'),
  }));
  return {
    issuedMs: run.issuedMs,
    publishedMs: run.publishedMs,
    days,
    heating: days.reduce((sum, { heating }) => sum + heating, 0),
    cooling: days.reduce((sum, { cooling }) => sum + cooling, 0),
    heatingNormal: sumValues(days.map(({ heatingNormal }) => heatingNormal)),
    coolingNormal: sumValues(days.map(({ coolingNormal }) => coolingNormal)),
    sinceLastRun: changeSince(run, gasRun(previousRuns(reader, knownMs))),
    sinceDayAgo: changeSince(run, gasRun(runsBefore(reader, knownMs, DAY_HOURS))),
  };
}
