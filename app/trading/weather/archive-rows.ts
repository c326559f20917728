/** Converts readings, days and runs to numeric rows and back. */
import type { EpochMs } from '../domain/units';
import type { VintageTable } from '../market/vintage-table';
import type { DayReading } from './archive-reader';
import { type ForecastDay, type ForecastRun, LEAD_DAYS_MAX, type Observation } from './bulletin';
import type { WeatherCell } from './cell';
import { DAY_MS, getMidnight } from '../domain/time';

export const HOUR_COLUMNS = 6;
export const DAY_COLUMNS = 5;
const LEAD_COLUMNS = 8;
/** Number of days, then eight numbers per day. */
export const RUN_COLUMNS = 1 + (LEAD_DAYS_MAX + 1) * LEAD_COLUMNS;

/** Throws RangeError for an invalid bulletin. */
function assertTimes(what: string, ofMs: EpochMs, publishedMs: EpochMs): void {
  if (!Number.isFinite(ofMs) || !Number.isFinite(publishedMs))
    throw new RangeError(`${what} needs two times, got ${ofMs} and ${publishedMs}`);
  if (publishedMs < ofMs)
    throw new RangeError(
      `${what} of ${new Date(ofMs).toISOString()} cannot have been published before`,
    );
}

function assertNumbers(what: string, values: readonly number[]): readonly number[] {
  if (!values.every(Number.isFinite))
    throw new RangeError(`${what} lacks a number: ${values.join(', ')}`);
  return values;
}

export function toHourRow(reading: Observation): readonly number[] {
  const what = `a reading of ${reading.cell}`;
  assertTimes(what, reading.validMs, reading.publishedMs);
  const { temperatureF, humidityPercent, windMph, pressureMb, rainInches, soil } = reading;
  return [
    ...assertNumbers(what, [temperatureF, humidityPercent, windMph, pressureMb, rainInches]),
    soil === null ? Number.NaN : (assertNumbers(what, [soil])[0] ?? 0),
  ];
}

export function toObservation(cell: WeatherCell, table: VintageTable, row: number): Observation {
  const soil = table.value(row, 5);
  return {
    cell,
    validMs: table.getValidMs(row),
    publishedMs: table.getPublishedMs(row),
    temperatureF: table.value(row, 0),
    humidityPercent: table.value(row, 1),
    windMph: table.value(row, 2),
    pressureMb: table.value(row, 3),
    rainInches: table.value(row, 4),
    soil: Number.isNaN(soil) ? null : soil,
  };
}

export function toDayRow(cell: WeatherCell, day: DayReading): readonly number[] {
  assertTimes(`a day of ${cell}`, day.dayMs, day.publishedMs);
  if (day.dayMs !== getMidnight(day.dayMs))
    throw new RangeError(
      `a day of ${cell} begins at midnight UTC, not at ${new Date(day.dayMs).toISOString()}`,
    );
  return assertNumbers(`a day of ${cell}`, [
    day.meanF,
    day.highF,
    day.lowF,
    day.rainInches,
    day.windMph,
  ]);
}

export const toDay = (table: VintageTable, row: number): DayReading => ({
  dayMs: table.getValidMs(row),
  meanF: table.value(row, 0),
  highF: table.value(row, 1),
  lowF: table.value(row, 2),
  rainInches: table.value(row, 3),
  windMph: table.value(row, 4),
  publishedMs: table.getPublishedMs(row),
});

/** Aggregates hourly rows (at least one) to a day. */
export function summarizeDay(
  dayMs: EpochMs,
  table: VintageTable,
  rows: readonly number[],
): DayReading {
  const sums = {
    meanF: 0,
    highF: -Infinity,
    lowF: Infinity,
    rainInches: 0,
    windMph: 0,
    publishedMs: -Infinity,
  };
  for (const row of rows) {
    const temperatureF = table.value(row, 0);
    sums.meanF += temperatureF;
    sums.highF = Math.max(sums.highF, temperatureF);
    sums.lowF = Math.min(sums.lowF, temperatureF);
    sums.rainInches += table.value(row, 4);
    sums.windMph += table.value(row, 2);
    sums.publishedMs = Math.max(sums.publishedMs, table.getPublishedMs(row));
  }
  return { dayMs, ...sums, meanF: sums.meanF / rows.length, windMph: sums.windMph / rows.length };
}

const toLeadRow = (day: ForecastDay): readonly number[] => [
  day.meanF,
  day.highF,
  day.lowF,
  day.spreadF,
  day.windMph,
  day.sunShare,
  day.rainInches,
  day.rainChance,
];

export function toRunRow(run: ForecastRun): readonly number[] {
  const what = `a run of ${run.cell}`;
  assertTimes(what, run.issuedMs, run.publishedMs);
  const isInOrder = run.days.every(
    ({ lead, dayMs }, index) =>
      lead === index && dayMs === getMidnight(run.issuedMs) + lead * DAY_MS,
  );
  if (run.days.length === 0 || run.days.length > LEAD_DAYS_MAX + 1 || !isInOrder)
    throw new RangeError(
      `${what} needs its days in order from the day of issue, ${LEAD_DAYS_MAX + 1} at most`,
    );
  return [run.days.length, ...assertNumbers(what, run.days.flatMap(toLeadRow))];
}

export function toRun(cell: WeatherCell, table: VintageTable, row: number): ForecastRun {
  const issuedMs = table.getValidMs(row);
  const days = Array.from({ length: table.value(row, 0) }, (_, lead): ForecastDay => {
    const getValue = (column: number): number => table.value(row, 1 + lead * LEAD_COLUMNS + column);
    return {
      dayMs: getMidnight(issuedMs) + lead * DAY_MS,
      lead,
      meanF: getValue(0),
      highF: getValue(1),
      lowF: getValue(2),
      spreadF: getValue(3),
      windMph: getValue(4),
      sunShare: getValue(5),
      rainInches: getValue(6),
      rainChance: getValue(7),
    };
  });
  return { cell, issuedMs, publishedMs: table.getPublishedMs(row), days };
}
