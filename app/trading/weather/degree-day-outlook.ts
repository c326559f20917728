/** Gas-weighted degree-day forecast: daily values and normals, totals, and change between runs. */
import type { EpochMs } from '../domain/units';
import type { WeatherReader } from './archive-reader';
import { type CellWeights, GAS_COOLING_WEIGHTS, GAS_HEATING_WEIGHTS } from './demand-weights';
import {
  type GetRun,
  getNewestRuns,
  buildPlaceRun,
  getPreviousRuns,
  getRunsBefore,
} from './forecast-change';
import type { WeatherHistory } from './history';
import { type CellWeight, computeWeightedMean } from './places';

const toCellWeights = (weights: CellWeights): readonly CellWeight[] =>
  weights.map(([cell, weight]) => ({ cell, weight }));
/** Weights of heating demand, and of cooling demand by gas-fired power. */
export const HEATING_CELLS = toCellWeights(GAS_HEATING_WEIGHTS);
export const COOLING_CELLS = toCellWeights(GAS_COOLING_WEIGHTS);
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
  /** Null with too little history of the date. */
  readonly heatingNormal: number | null;
  readonly coolingNormal: number | null;
}

/** Change of a model run against the previous one, over the days both cover. */
export interface GasChange {
  readonly beforeMs: EpochMs;
  readonly days: number;
  readonly heating: number;
  readonly cooling: number;
  /** Day with the largest change of heating plus cooling. */
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
  /** Change against the previous run and the run issued 24 hours earlier; null when missing. */
  readonly sinceLastRun: GasChange | null;
  readonly sinceDayAgo: GasChange | null;
}

/** The gas-weighted run of the given cell runs, from lead 1; null while half of the weight is missing. */
export function buildGasRun(getRun: GetRun): GasRun | null {
  const heat = buildPlaceRun(HEATING_CELLS, getRun);
  const cool = buildPlaceRun(COOLING_CELLS, getRun);
  if (!heat || !cool) return null;
  const cooling = new Map(cool.days.map((day) => [day.dayMs, day.cooling]));
  const days = heat.days
    .filter(({ lead }) => lead >= 1)
    .flatMap(({ dayMs, lead, heating }) => {
      const coolingOfDay = cooling.get(dayMs);
      return coolingOfDay === undefined ? [] : [{ dayMs, lead, heating, cooling: coolingOfDay }];
    });
  return {
    issuedMs: Math.min(heat.issuedMs, cool.issuedMs),
    publishedMs: Math.max(heat.publishedMs, cool.publishedMs),
    days,
  };
}

function computeGasChange(run: GasRun, older: GasRun | null): GasChange | null {
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
  const sumChange = (change: GasDay | typeof first): number => change.heating + change.cooling;
  const largest = changes.reduce(
    (a, b) => (Math.abs(sumChange(b)) > Math.abs(sumChange(a)) ? b : a),
    first,
  );
  return {
    beforeMs: older.issuedMs,
    days: changes.length,
    heating: changes.reduce((sum, { heating }) => sum + heating, 0),
    cooling: changes.reduce((sum, { cooling }) => sum + cooling, 0),
    peak: { dayMs: largest.dayMs, change: sumChange(largest) },
  };
}

/**
 * Normal degree days with the same weights: the weighted mean of cell normals, because degree days
 * are nonlinear in the mean.
 */
const computeNormal = (
  history: WeatherHistory,
  dayMs: EpochMs,
  kind: 'heating' | 'cooling',
): number | null =>
  computeWeightedMean(
    kind === 'heating' ? HEATING_CELLS : COOLING_CELLS,
    (cell) => history.getCell(cell).normals.getNormal(dayMs)?.[kind] ?? null,
  );

const sumValues = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>(
    (sum, value) => (sum === null || value === null ? null : sum + value),
    0,
  );

/** The outlook as of a time; null before the first run. */
export function buildDegreeDayOutlook(
  reader: WeatherReader,
  history: WeatherHistory,
  knownMs: EpochMs,
): DegreeDayOutlook | null {
  const run = buildGasRun(getNewestRuns(reader, knownMs));
  if (!run) return null;
  const days = run.days.map((day) => ({
    ...day,
    heatingNormal: computeNormal(history, day.dayMs, 'heating'),
    coolingNormal: computeNormal(history, day.dayMs, 'cooling'),
  }));
  return {
    issuedMs: run.issuedMs,
    publishedMs: run.publishedMs,
    days,
    heating: days.reduce((sum, { heating }) => sum + heating, 0),
    cooling: days.reduce((sum, { cooling }) => sum + cooling, 0),
    heatingNormal: sumValues(days.map(({ heatingNormal }) => heatingNormal)),
    coolingNormal: sumValues(days.map(({ coolingNormal }) => coolingNormal)),
    sinceLastRun: computeGasChange(run, buildGasRun(getPreviousRuns(reader, knownMs))),
    sinceDayAgo: computeGasChange(run, buildGasRun(getRunsBefore(reader, knownMs, DAY_HOURS))),
  };
}
