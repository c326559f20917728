/**
 * Daily weather factors of a place for comparison with prices: degree-day change, rain, wind and forecast revision.
 * It knows one value a day and the day it is of; it refuses to fill gaps.
 */
import type { EpochMs } from '../domain/units';
import type { DayReading, WeatherReader } from './archive-reader';
import type { ForecastRun } from './bulletin';
import type { WeatherCell } from './cell';
import { degreeDays } from './degree-days';
import { type PlaceRun, changeBetween, placeRun } from './forecast-change';
import { type CellWeight, weightedMean } from './places';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Runs that follow each other at about a day: one a day is kept of old ones, not always of the same hour. */
const REVISION_HOURS = [18, 30] as const;

export const FACTORS = ['Degree-day change', 'Rain', 'Wind', 'Forecast revision'] as const;
export type FactorName = (typeof FACTORS)[number];

/** Values by the midnight that begins their day. */
export type DailyValues = ReadonlyMap<EpochMs, number>;

/** The days of a place: weighted means of its cells' days, of the days on which half of its weight is known. */
export function placeDays(cells: readonly CellWeight[], daysOf: (cell: WeatherCell) => readonly DayReading[]): readonly DayReading[] {
  if (cells.length === 1 && cells[0]) return daysOf(cells[0].cell);
  const byCell = new Map(cells.map(({ cell }) => [cell, new Map(daysOf(cell).map((day) => [day.dayMs, day]))]));
  const all = [...new Set([...byCell.values()].flatMap((days) => [...days.keys()]))].sort((a, b) => a - b);
  return all.flatMap((dayMs) => {
    const mean = (figure: Exclude<keyof DayReading, 'dayMs'>): number | null => weightedMean(cells, (cell) => byCell.get(cell)?.get(dayMs)?.[figure] ?? null);
    const meanF = mean('meanF');
    if (meanF === null) return [];
    const publishedMs = Math.max(...cells.map(({ cell }) => byCell.get(cell)?.get(dayMs)?.publishedMs ?? 0));
    return [{ dayMs, meanF, highF: mean('highF') ?? meanF, lowF: mean('lowF') ?? meanF, rainInches: mean('rainInches') ?? 0, windMph: mean('windMph') ?? 0, publishedMs }];
  });
}

/** Heating and cooling degree days together, less those of the day before. */
export function degreeDayChanges(days: readonly DayReading[]): DailyValues {
  const total = ({ meanF }: DayReading): number => {
    const { hdd, cdd } = degreeDays(meanF, 'F');
    return hdd + cdd;
  };
  return new Map(days.flatMap((day, index) => {
    const before = days[index - 1];
    return before && day.dayMs - before.dayMs === DAY_MS ? [[day.dayMs, total(day) - total(before)] as const] : [];
  }));
}

/** The last run issued on each UTC day. */
function dailyRuns(runs: readonly ForecastRun[]): ReadonlyMap<EpochMs, ForecastRun> {
  const last = new Map<EpochMs, ForecastRun>();
  for (const run of runs) last.set(Math.floor(run.issuedMs / DAY_MS) * DAY_MS, run);
  return last;
}

/**
 * The change of the 14-day heating and cooling degree days between two runs about a day apart, inches and wind left out.
 * It is of the day on which most of the time between the two publications lies, so that it stands beside the price change of the same news.
 */
export function forecastRevisions(reader: WeatherReader, cells: readonly CellWeight[], fromMs: EpochMs, knownMs: EpochMs): DailyValues {
  const byCell = new Map(cells.map(({ cell }) => [cell, dailyRuns(reader.runs(cell, fromMs, knownMs + 1, knownMs))]));
  const values = new Map<EpochMs, number>();
  let before: PlaceRun | null = null;
  for (let dayMs = Math.floor(fromMs / DAY_MS) * DAY_MS; dayMs <= knownMs; dayMs += DAY_MS) {
    const run = placeRun(cells, (cell) => byCell.get(cell)?.get(dayMs) ?? null);
    const older = before;
    before = run;
    const change = run && older ? changeBetween(run, older) : null;
    if (!run || !older || !change) continue;
    const apart = (run.issuedMs - older.issuedMs) / HOUR_MS;
    if (apart < REVISION_HOURS[0] || apart > REVISION_HOURS[1]) continue;
    const middleMs = (run.publishedMs + older.publishedMs) / 2;
    values.set(Math.floor(middleMs / DAY_MS) * DAY_MS, change.heating.change + change.cooling.change);
  }
  return values;
}

/** The four factors of a place since a day. `days` are those of the place. */
export function factorsOf(reader: WeatherReader, cells: readonly CellWeight[], days: readonly DayReading[], fromMs: EpochMs, knownMs: EpochMs): Readonly<Record<FactorName, DailyValues>> {
  const since = days.filter(({ dayMs }) => dayMs >= fromMs);
  return {
    'Degree-day change': degreeDayChanges(since),
    Rain: new Map(since.map(({ dayMs, rainInches }) => [dayMs, rainInches])),
    Wind: new Map(since.map(({ dayMs, windMph }) => [dayMs, windMph])),
    'Forecast revision': forecastRevisions(reader, cells, fromMs, knownMs),
  };
}
