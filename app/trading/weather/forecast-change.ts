/**
 * What changed between two runs of the forecast for a place: degree days, rain and the day that
 * moved most.
 * Only days that both runs cover are compared.
 */
import type { EpochMs } from '../domain/units';
import type { WeatherReader } from './archive-reader';
import type { ForecastDay, ForecastRun } from './bulletin';
import type { WeatherCell } from './cell';
import { degreeDays } from './degree-days';
import { type CellWeight, weightedMean } from './places';
import { DAY_MS } from '../domain/time';

/** One day of a place in a run: weighted means; degree days are means of the cells' own. */
interface PlaceDay {
  readonly dayMs: EpochMs;
  readonly lead: number;
  readonly meanF: number;
  readonly highF: number;
  readonly lowF: number;
  readonly rainInches: number;
  readonly windMph: number;
  readonly heating: number;
  readonly cooling: number;
}

/** A run of a place, made of the runs of its cells. */
interface PlaceRun {
  /** The oldest issue among its cells: what it says is no newer. */
  readonly issuedMs: EpochMs;
  readonly publishedMs: EpochMs;
  readonly days: readonly PlaceDay[];
}

/** A total over the compared days, now and before. */
export interface Moved {
  readonly now: number;
  readonly before: number;
  readonly change: number;
}

export interface ForecastChange {
  readonly issuedMs: EpochMs;
  readonly beforeMs: EpochMs;
  /** Days that both runs tell, from the day after the newer issue. */
  readonly days: number;
  readonly fromMs: EpochMs;
  readonly untilMs: EpochMs;
  readonly heating: Moved;
  readonly cooling: Moved;
  readonly rainInches: Moved;
  /** The day whose mean moved most, deg F. */
  readonly peak: { readonly dayMs: EpochMs; readonly nowF: number; readonly changeF: number };
}

/** The run of each cell that a comparison takes. */
export type RunOf = (cell: WeatherCell) => ForecastRun | null;

/**
 * The day of a run; its days follow one another, so that the first look finds it unless one is
 * missing.
 */
function dayOfRun({ days }: ForecastRun, dayMs: EpochMs): ForecastDay | undefined {
  const likely = days[Math.round((dayMs - (days[0]?.dayMs ?? 0)) / DAY_MS)];
  return likely?.dayMs === dayMs ? likely : days.find((day) => day.dayMs === dayMs);
}

function placeDay(
  cells: readonly CellWeight[],
  byCell: ReadonlyMap<WeatherCell, ForecastDay>,
  at: ForecastDay,
): PlaceDay | null {
  const mean = (valueOf: (day: ForecastDay) => number): number | null =>
    weightedMean(cells, (cell) => {
      const day = byCell.get(cell);
      return day ? valueOf(day) : null;
    });
  const meanF = mean((day) => day.meanF);
  if (meanF === null) return null;
  return {
    dayMs: at.dayMs,
    lead: at.lead,
    meanF,
    highF: mean((day) => day.highF) ?? meanF,
    lowF: mean((day) => day.lowF) ?? meanF,
    rainInches: mean((day) => day.rainInches) ?? 0,
    windMph: mean((day) => day.windMph) ?? 0,
    heating: mean((day) => degreeDays(day.meanF, 'F').hdd) ?? 0,
    cooling: mean((day) => degreeDays(day.meanF, 'F').cdd) ?? 0,
  };
}

/** The run of a place from the runs of its cells; null while cells of half its weight have none. */
export function placeRun(cells: readonly CellWeight[], runOf: RunOf): PlaceRun | null {
  const runs = cells.flatMap(({ cell }) => runOf(cell) ?? []);
  const first = runs[0];
  if (!first) return null;
  const days = first.days.flatMap((at) => {
    const same = new Map<WeatherCell, ForecastDay>();
    for (const run of runs) {
      const day = dayOfRun(run, at.dayMs);
      if (day) same.set(run.cell, day);
    }
    return placeDay(cells, same, at) ?? [];
  });
  if (days.length === 0) return null;
  return {
    issuedMs: Math.min(...runs.map(({ issuedMs }) => issuedMs)),
    publishedMs: Math.max(...runs.map(({ publishedMs }) => publishedMs)),
    days,
  };
}

const describeMove = (
  pairs: readonly (readonly [PlaceDay, PlaceDay])[],
  valueOf: (day: PlaceDay) => number,
): Moved => {
  const now = pairs.reduce((sum, [day]) => sum + valueOf(day), 0);
  const before = pairs.reduce((sum, [, day]) => sum + valueOf(day), 0);
  return { now, before, change: now - before };
};

/** What a run changed against an older one of the same place; null when no day is in both. */
export function changeBetween(run: PlaceRun, older: PlaceRun): ForecastChange | null {
  const then = new Map(older.days.map((day) => [day.dayMs, day]));
  const pairs = run.days
    .filter(({ lead }) => lead >= 1)
    .flatMap((day) => {
      const before = then.get(day.dayMs);
      return before ? [[day, before] as const] : [];
    });
  const [first, last] = [pairs[0], pairs[pairs.length - 1]];
  if (!first || !last) return null;
  const most = pairs.reduce((a, b) =>
    Math.abs(b[0].meanF - b[1].meanF) > Math.abs(a[0].meanF - a[1].meanF) ? b : a,
  );
  return {
    issuedMs: run.issuedMs,
    beforeMs: older.issuedMs,
    days: pairs.length,
    fromMs: first[0].dayMs,
    untilMs: last[0].dayMs,
    heating: describeMove(pairs, ({ heating }) => heating),
    cooling: describeMove(pairs, ({ cooling }) => cooling),
    rainInches: describeMove(pairs, ({ rainInches }) => rainInches),
    peak: { dayMs: most[0].dayMs, nowF: most[0].meanF, changeF: most[0].meanF - most[1].meanF },
  };
}

/** Each cell's newest run. */
export const newestRuns =
  (reader: WeatherReader, knownMs: EpochMs): RunOf =>
  (cell) =>
    reader.run(cell, knownMs);

/** The run that preceded each cell's newest one, whatever the time between. */
export const previousRuns =
  (reader: WeatherReader, knownMs: EpochMs): RunOf =>
  (cell) =>
    reader.run(cell, knownMs, 1);

/** The run issued `hours` before each cell's newest one; none where the archive has none. */
export const runsBefore =
  (reader: WeatherReader, knownMs: EpochMs, hours: number): RunOf =>
  (cell) => {
    const newest = reader.run(cell, knownMs);
    if (!newest) return null;
    const issuedMs = newest.issuedMs - hours * 3_600_000;
    return reader.runs(cell, issuedMs, issuedMs + 1, knownMs)[0] ?? null;
  };
