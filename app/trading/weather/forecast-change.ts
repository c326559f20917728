/**
 * Change between two forecast runs of a place: degree days, rain, and the day with the largest
 * change. Only days in both runs count.
 */
import type { EpochMs } from '../domain/units';
import type { WeatherReader } from './archive-reader';
import type { ForecastDay, ForecastRun } from './bulletin';
import type { WeatherCell } from './cell';
import { computeDegreeDays } from './degree-days';
import { type CellWeight, computeWeightedMean } from './cell-weights';
import { computeMean } from '../statistics/sample';
import { DAY_MS } from '../domain/time';

/** Forecast day of a place: weighted means; degree days are means of the cell values. */
interface PlaceDay {
  readonly dayMs: EpochMs;
  readonly lead: number;
  readonly meanF: number;
  readonly highF: number;
  readonly lowF: number;
  /** Null where cells of half the weight have no amount. */
  readonly rainInches: number | null;
  readonly heating: number;
  readonly cooling: number;
}

/** Forecast run of a place from its cells. */
interface PlaceRun {
  /** Issue time of the oldest cell run. */
  readonly issuedMs: EpochMs;
  readonly publishedMs: EpochMs;
  readonly days: readonly PlaceDay[];
}

/** Totals over the compared days. */
export interface TotalChange {
  readonly now: number;
  readonly before: number;
  readonly change: number;
}

/** Rain over those compared days that have an amount in both runs; sources forecast it for fewer. */
export interface RainChange extends TotalChange {
  /** Number of these days, the first and the last. */
  readonly days: number;
  readonly fromMs: EpochMs;
  readonly untilMs: EpochMs;
}

export interface ForecastChange {
  readonly issuedMs: EpochMs;
  readonly beforeMs: EpochMs;
  /** Days in both runs, from the day after the newer issue. */
  readonly days: number;
  readonly fromMs: EpochMs;
  readonly untilMs: EpochMs;
  readonly heating: TotalChange;
  readonly cooling: TotalChange;
  /** Null without a day that has an amount in both runs. */
  readonly rainInches: RainChange | null;
  /** Change of the mean temperature of these days, deg F. */
  readonly meanChangeF: number;
  /** Day with the largest change of the mean, deg F. */
  readonly peak: { readonly dayMs: EpochMs; readonly nowF: number; readonly changeF: number };
}

/** Selects the run of a cell. */
export type GetRun = (cell: WeatherCell) => ForecastRun | null;

/** Finds a day of a run; days are consecutive, so the computed index is tried first. */
function findRunDay({ days }: ForecastRun, dayMs: EpochMs): ForecastDay | undefined {
  const likely = days[Math.round((dayMs - (days[0]?.dayMs ?? 0)) / DAY_MS)];
  return likely?.dayMs === dayMs ? likely : days.find((day) => day.dayMs === dayMs);
}

function buildPlaceDay(
  cells: readonly CellWeight[],
  byCell: ReadonlyMap<WeatherCell, ForecastDay>,
  at: ForecastDay,
): PlaceDay | null {
  const computeFieldMean = (getValue: (day: ForecastDay) => number | null): number | null =>
    computeWeightedMean(cells, (cell) => {
      const day = byCell.get(cell);
      return day ? getValue(day) : null;
    });
  const meanF = computeFieldMean((day) => day.meanF);
  if (meanF === null) return null;
  return {
    dayMs: at.dayMs,
    lead: at.lead,
    meanF,
    highF: computeFieldMean((day) => day.highF) ?? meanF,
    lowF: computeFieldMean((day) => day.lowF) ?? meanF,
    rainInches: computeFieldMean((day) => day.rainInches),
    heating: computeFieldMean((day) => computeDegreeDays(day.meanF, 'F').hdd) ?? 0,
    cooling: computeFieldMean((day) => computeDegreeDays(day.meanF, 'F').cdd) ?? 0,
  };
}

/** The run of a place; null while cells of half its weight have none. */
export function buildPlaceRun(cells: readonly CellWeight[], getRun: GetRun): PlaceRun | null {
  const runs = cells.flatMap(({ cell }) => getRun(cell) ?? []);
  const first = runs[0];
  if (!first) return null;
  const days = first.days.flatMap((at) => {
    const same = new Map<WeatherCell, ForecastDay>();
    for (const run of runs) {
      const day = findRunDay(run, at.dayMs);
      if (day) same.set(run.cell, day);
    }
    return buildPlaceDay(cells, same, at) ?? [];
  });
  if (days.length === 0) return null;
  return {
    issuedMs: Math.min(...runs.map(({ issuedMs }) => issuedMs)),
    publishedMs: Math.max(...runs.map(({ publishedMs }) => publishedMs)),
    days,
  };
}

interface RunDays<D> {
  readonly days: readonly D[];
}
/** A day of the newer run, and the same day of the older one. */
type DayPair<D> = readonly [D, D];

/** Days in both runs, from the day after the newer issue. */
export function pairDays<D extends Pick<PlaceDay, 'dayMs' | 'lead'>>(
  run: RunDays<D>,
  older: RunDays<D>,
): readonly DayPair<D>[] {
  const then = new Map(older.days.map((day) => [day.dayMs, day]));
  return run.days
    .filter(({ lead }) => lead >= 1)
    .flatMap((day) => {
      const before = then.get(day.dayMs);
      return before ? [[day, before] as const] : [];
    });
}

export function compareTotals<D>(
  pairs: readonly DayPair<D>[],
  getValue: (day: D) => number,
): TotalChange {
  const now = pairs.reduce((sum, [day]) => sum + getValue(day), 0);
  const before = pairs.reduce((sum, [, day]) => sum + getValue(day), 0);
  return { now, before, change: now - before };
}

/** A place day with an amount of rain. */
type RainDay = PlaceDay & { readonly rainInches: number };

const hasRain = (day: PlaceDay): day is RainDay => day.rainInches !== null;

/** Compares only days with an amount in both runs: a day in one of them would look like a change. */
function compareRain(pairs: readonly DayPair<PlaceDay>[]): RainChange | null {
  const known = pairs.flatMap(([day, before]) =>
    hasRain(day) && hasRain(before) ? [[day, before] as const] : [],
  );
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last) return null;
  return {
    ...compareTotals(known, ({ rainInches }) => rainInches),
    days: known.length,
    fromMs: first[0].dayMs,
    untilMs: last[0].dayMs,
  };
}

/** Change of a run against an older one; null without common days. */
export function compareRuns(run: PlaceRun, older: PlaceRun): ForecastChange | null {
  const pairs = pairDays(run, older);
  const [first, last] = [pairs[0], pairs[pairs.length - 1]];
  if (!first || !last) return null;
  const largest = pairs.reduce((a, b) =>
    Math.abs(b[0].meanF - b[1].meanF) > Math.abs(a[0].meanF - a[1].meanF) ? b : a,
  );
  return {
    issuedMs: run.issuedMs,
    beforeMs: older.issuedMs,
    days: pairs.length,
    fromMs: first[0].dayMs,
    untilMs: last[0].dayMs,
    heating: compareTotals(pairs, ({ heating }) => heating),
    cooling: compareTotals(pairs, ({ cooling }) => cooling),
    rainInches: compareRain(pairs),
    meanChangeF: computeMean(pairs.map(([day, before]) => day.meanF - before.meanF)),
    peak: {
      dayMs: largest[0].dayMs,
      nowF: largest[0].meanF,
      changeF: largest[0].meanF - largest[1].meanF,
    },
  };
}

/** Latest run of each cell. */
export const getNewestRuns =
  (reader: WeatherReader, knownMs: EpochMs): GetRun =>
  (cell) =>
    reader.findRun(cell, knownMs);

/** The run issued `hours` before the latest one of each cell; null when missing. */
export const getRunsBefore =
  (reader: WeatherReader, knownMs: EpochMs, hours: number): GetRun =>
  (cell) => {
    const newest = reader.findRun(cell, knownMs);
    if (!newest) return null;
    const issuedMs = newest.issuedMs - hours * 3_600_000;
    return reader.listRuns(cell, issuedMs, issuedMs + 1, knownMs)[0] ?? null;
  };
