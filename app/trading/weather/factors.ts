/** Daily weather factors of a place: degree-day change, rain, wind, forecast revision. */
import type { EpochMs } from '../domain/units';
import type { DayReading, WeatherReader } from './archive-reader';
import type { ForecastRun } from './bulletin';
import type { WeatherCell } from './cell';
import { computeDegreeDays } from './degree-days';
import { type CellWeight, computeWeightedMean } from './cell-weights';
import { DAY_MS, HOUR_MS } from '../domain/time';

/**
 * Accepted distance of two daily runs in hours; old days keep one run, not always of the same hour.
 */
const REVISION_HOURS = [18, 30] as const;

export const FACTORS = ['Degree-day change', 'Rain', 'Wind', 'Forecast revision'] as const;
export type FactorName = (typeof FACTORS)[number];

/** Values by UTC day. */
export type DailyValues = ReadonlyMap<EpochMs, number>;

/** Days of a place: weighted cell means on days with at least half of the weight. */
export function combineDays(
  cells: readonly CellWeight[],
  getDays: (cell: WeatherCell) => readonly DayReading[],
): readonly DayReading[] {
  if (cells.length === 1 && cells[0]) return getDays(cells[0].cell);
  const byCell = new Map(
    cells.map(({ cell }) => [cell, new Map(getDays(cell).map((day) => [day.dayMs, day]))]),
  );
  const all = [...new Set([...byCell.values()].flatMap((days) => [...days.keys()]))].sort(
    (a, b) => a - b,
  );
  return all.flatMap((dayMs) => {
    const computeFieldMean = (figure: Exclude<keyof DayReading, 'dayMs'>): number | null =>
      computeWeightedMean(cells, (cell) => byCell.get(cell)?.get(dayMs)?.[figure] ?? null);
    const meanF = computeFieldMean('meanF');
    if (meanF === null) return [];
    const publishedMs = Math.max(
      ...cells.map(({ cell }) => byCell.get(cell)?.get(dayMs)?.publishedMs ?? 0),
    );
    return [
      {
        dayMs,
        meanF,
        highF: computeFieldMean('highF') ?? meanF,
        lowF: computeFieldMean('lowF') ?? meanF,
        rainInches: computeFieldMean('rainInches'),
        windMph: computeFieldMean('windMph'),
        publishedMs,
      },
    ];
  });
}

/** Daily change of heating plus cooling degree days. */
export function computeDegreeDayChanges(days: readonly DayReading[]): DailyValues {
  const sumDegreeDays = ({ meanF }: DayReading): number => {
    const { hdd, cdd } = computeDegreeDays(meanF, 'F');
    return hdd + cdd;
  };
  return new Map(
    days.flatMap((day, index) => {
      const before = days[index - 1];
      return before && day.dayMs - before.dayMs === DAY_MS
        ? [[day.dayMs, sumDegreeDays(day) - sumDegreeDays(before)] as const]
        : [];
    }),
  );
}

/** Heating plus cooling degree days of a run by lead. */
interface Totals {
  readonly issuedMs: EpochMs;
  readonly publishedMs: EpochMs;
  readonly firstDayMs: EpochMs;
  readonly byLead: readonly number[];
}

function buildTotals({ issuedMs, publishedMs, days }: ForecastRun): Totals {
  const byLead = days.map(({ meanF }) => {
    const { hdd, cdd } = computeDegreeDays(meanF, 'F');
    return hdd + cdd;
  });
  return { issuedMs, publishedMs, firstDayMs: days[0]?.dayMs ?? 0, byLead };
}

/** Change of a run against an older one, over the days after issue that both cover. */
function computeRevision(run: Totals, older: Totals): number {
  const shift = Math.round((run.firstDayMs - older.firstDayMs) / DAY_MS);
  let change = 0;
  for (let lead = 1; lead < run.byLead.length; lead += 1) {
    const before = older.byLead[lead + shift];
    if (before !== undefined) change += (run.byLead[lead] ?? 0) - before;
  }
  return change;
}

/**
 * Change of 14-day degree days between two runs about a day apart, dated by the midpoint of both
 * publications to match the price change of the same news.
 */
export function computeForecastRevisions(
  reader: WeatherReader,
  cell: WeatherCell,
  fromMs: EpochMs,
  knownMs: EpochMs,
): DailyValues {
  const values = new Map<EpochMs, number>();
  let older: Totals | null = null;
  for (const run of reader
    .listDailyRuns(cell, Math.ceil(fromMs / DAY_MS) * DAY_MS, knownMs + 1, knownMs)
    .map(buildTotals)) {
    const hoursApart: number = older ? (run.issuedMs - older.issuedMs) / HOUR_MS : 0;
    if (older && hoursApart >= REVISION_HOURS[0] && hoursApart <= REVISION_HOURS[1]) {
      values.set(
        Math.floor((run.publishedMs + older.publishedMs) / 2 / DAY_MS) * DAY_MS,
        computeRevision(run, older),
      );
    }
    older = run;
  }
  return values;
}

/** Values of a place on days with at least half of the weight. */
function combineCells(
  cells: readonly CellWeight[],
  getValues: (cell: WeatherCell) => DailyValues,
): DailyValues {
  const days = new Set(cells.flatMap(({ cell }) => [...getValues(cell).keys()]));
  return new Map(
    [...days].flatMap((dayMs) => {
      const value = computeWeightedMean(cells, (cell) => getValues(cell).get(dayMs) ?? null);
      return value === null ? [] : [[dayMs, value] as const];
    }),
  );
}

const listDailyValues = (
  days: readonly DayReading[],
  getValue: (day: DayReading) => number | null,
): DailyValues =>
  new Map(
    days.flatMap((day) => {
      const value = getValue(day);
      return value === null ? [] : [[day.dayMs, value] as const];
    }),
  );

/** The four factors of a place from its days and the forecast revisions of its cells. */
export function computeFactors(
  cells: readonly CellWeight[],
  days: readonly DayReading[],
  getRevisions: (cell: WeatherCell) => DailyValues,
): Readonly<Record<FactorName, DailyValues>> {
  return {
    'Degree-day change': computeDegreeDayChanges(days),
    Rain: listDailyValues(days, ({ rainInches }) => rainInches),
    Wind: listDailyValues(days, ({ windMph }) => windMph),
    'Forecast revision': combineCells(cells, getRevisions),
  };
}
