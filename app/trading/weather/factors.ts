/**
 * Daily weather factors of a place for comparison with prices: degree-day change, rain, wind and
 * forecast revision.
 */
import type { EpochMs } from '../domain/units';
import type { DayReading, WeatherReader } from './archive-reader';
import type { ForecastRun } from './bulletin';
import type { WeatherCell } from './cell';
import { degreeDays } from './degree-days';
import { type CellWeight, weightedMean } from './places';
import { DAY_MS, HOUR_MS } from '../domain/time';

/**
 * Runs that follow each other at about a day: one a day is kept of old ones, not always of the same
 * hour.
 */
const REVISION_HOURS = [18, 30] as const;

export const FACTORS = ['Degree-day change', 'Rain', 'Wind', 'Forecast revision'] as const;
export type FactorName = (typeof FACTORS)[number];

/** Values by the midnight that begins their day. */
export type DailyValues = ReadonlyMap<EpochMs, number>;

/**
 * The days of a place: weighted means of its cells' days, of the days on which half of its weight
 * is known.
 */
export function placeDays(
  cells: readonly CellWeight[],
  daysOf: (cell: WeatherCell) => readonly DayReading[],
): readonly DayReading[] {
  if (cells.length === 1 && cells[0]) return daysOf(cells[0].cell);
  const byCell = new Map(
    cells.map(({ cell }) => [cell, new Map(daysOf(cell).map((day) => [day.dayMs, day]))]),
  );
  const all = [...new Set([...byCell.values()].flatMap((days) => [...days.keys()]))].sort(
    (a, b) => a - b,
  );
  return all.flatMap((dayMs) => {
    const mean = (figure: Exclude<keyof DayReading, 'dayMs'>): number | null =>
      weightedMean(cells, (cell) => byCell.get(cell)?.get(dayMs)?.[figure] ?? null);
    const meanF = mean('meanF');
    if (meanF === null) return [];
    const publishedMs = Math.max(
      ...cells.map(({ cell }) => byCell.get(cell)?.get(dayMs)?.publishedMs ?? 0),
    );
    return [
      {
        dayMs,
        meanF,
        highF: mean('highF') ?? meanF,
        lowF: mean('lowF') ?? meanF,
        rainInches: mean('rainInches') ?? 0,
        windMph: mean('windMph') ?? 0,
        publishedMs,
      },
    ];
  });
}

/** Heating and cooling degree days together, less those of the day before. */
export function degreeDayChanges(days: readonly DayReading[]): DailyValues {
  const total = ({ meanF }: DayReading): number => {
    const { hdd, cdd } = degreeDays(meanF, 'F');
    return hdd + cdd;
  };
  return new Map(
    days.flatMap((day, index) => {
      const before = days[index - 1];
      return before && day.dayMs - before.dayMs === DAY_MS
        ? [[day.dayMs, total(day) - total(before)] as const]
        : [];
    }),
  );
}

/** A forecast run as it is compared: the heating and cooling degree days of each of its days. */
interface Totals {
  readonly issuedMs: EpochMs;
  readonly publishedMs: EpochMs;
  readonly firstDayMs: EpochMs;
  readonly byLead: readonly number[];
}

function buildTotals({ issuedMs, publishedMs, days }: ForecastRun): Totals {
  const byLead = days.map(({ meanF }) => {
    const { hdd, cdd } = degreeDays(meanF, 'F');
    return hdd + cdd;
  });
  return { issuedMs, publishedMs, firstDayMs: days[0]?.dayMs ?? 0, byLead };
}

/** What a run changed over the days after its issue that an older one tells too. */
function revisionBetween(run: Totals, older: Totals): number {
  const shift = Math.round((run.firstDayMs - older.firstDayMs) / DAY_MS);
  let change = 0;
  for (let lead = 1; lead < run.byLead.length; lead += 1) {
    const before = older.byLead[lead + shift];
    if (before !== undefined) change += (run.byLead[lead] ?? 0) - before;
  }
  return change;
}

/**
 * The change of a cell's 14-day heating and cooling degree days between two runs about a day apart.
 * It is of the day on which most of the time between the two publications lies, so that it stands
 * beside the price change of the same news.
 */
export function forecastRevisions(
  reader: WeatherReader,
  cell: WeatherCell,
  fromMs: EpochMs,
  knownMs: EpochMs,
): DailyValues {
  const values = new Map<EpochMs, number>();
  let older: Totals | null = null;
  for (const run of reader
    .dailyRuns(cell, Math.ceil(fromMs / DAY_MS) * DAY_MS, knownMs + 1, knownMs)
    .map(buildTotals)) {
    const apart: number = older ? (run.issuedMs - older.issuedMs) / HOUR_MS : 0;
    if (older && apart >= REVISION_HOURS[0] && apart <= REVISION_HOURS[1]) {
      values.set(
        Math.floor((run.publishedMs + older.publishedMs) / 2 / DAY_MS) * DAY_MS,
        revisionBetween(run, older),
      );
    }
    older = run;
  }
  return values;
}

/** Values of a place from those of its cells, on the days on which half of its weight has one. */
function combineCells(
  cells: readonly CellWeight[],
  valuesOf: (cell: WeatherCell) => DailyValues,
): DailyValues {
  const days = new Set(cells.flatMap(({ cell }) => [...valuesOf(cell).keys()]));
  return new Map(
    [...days].flatMap((dayMs) => {
      const value = weightedMean(cells, (cell) => valuesOf(cell).get(dayMs) ?? null);
      return value === null ? [] : [[dayMs, value] as const];
    }),
  );
}

/**
 * The four factors of a place: `days` are its own, `revisionsOf` answers the forecast revisions of
 * a cell.
 */
export function computeFactors(
  cells: readonly CellWeight[],
  days: readonly DayReading[],
  revisionsOf: (cell: WeatherCell) => DailyValues,
): Readonly<Record<FactorName, DailyValues>> {
  return {
    'Degree-day change': degreeDayChanges(days),
    Rain: new Map(days.map(({ dayMs, rainInches }) => [dayMs, rainInches])),
    Wind: new Map(days.map(({ dayMs, windMph }) => [dayMs, windMph])),
    'Forecast revision': combineCells(cells, revisionsOf),
  };
}
