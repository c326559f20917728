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

/** A missing figure is NaN in the table. */
const toCell = (what: string, value: number | null): number =>
  value === null ? Number.NaN : (assertNumbers(what, [value])[0] ?? Number.NaN);
const toFigure = (cell: number): number | null => (Number.isNaN(cell) ? null : cell);

export function toHourRow(reading: Observation): readonly number[] {
  const what = `a reading of ${reading.cell}`;
  assertTimes(what, reading.validMs, reading.publishedMs);
  const { temperatureF, humidityPercent, windMph, pressureMb, rainInches, soil } = reading;
  return [
    ...assertNumbers(what, [temperatureF]),
    ...[humidityPercent, windMph, pressureMb, rainInches, soil].map((value) => toCell(what, value)),
  ];
}

export function toObservation(cell: WeatherCell, table: VintageTable, row: number): Observation {
  return {
    cell,
    validMs: table.getValidMs(row),
    publishedMs: table.getPublishedMs(row),
    temperatureF: table.value(row, 0),
    humidityPercent: toFigure(table.value(row, 1)),
    windMph: toFigure(table.value(row, 2)),
    pressureMb: toFigure(table.value(row, 3)),
    rainInches: toFigure(table.value(row, 4)),
    soil: toFigure(table.value(row, 5)),
  };
}

export function toDayRow(cell: WeatherCell, day: DayReading): readonly number[] {
  assertTimes(`a day of ${cell}`, day.dayMs, day.publishedMs);
  if (day.dayMs !== getMidnight(day.dayMs))
    throw new RangeError(
      `a day of ${cell} begins at midnight UTC, not at ${new Date(day.dayMs).toISOString()}`,
    );
  const what = `a day of ${cell}`;
  return [
    ...assertNumbers(what, [day.meanF, day.highF, day.lowF]),
    toCell(what, day.rainInches),
    toCell(what, day.windMph),
  ];
}

export const toDay = (table: VintageTable, row: number): DayReading => ({
  dayMs: table.getValidMs(row),
  meanF: table.value(row, 0),
  highF: table.value(row, 1),
  lowF: table.value(row, 2),
  rainInches: toFigure(table.value(row, 3)),
  windMph: toFigure(table.value(row, 4)),
  publishedMs: table.getPublishedMs(row),
});

/** Share of the hours that a sum of rain needs. */
const RAIN_HOURS_SHARE = 0.75;

/**
 * Aggregates hourly rows (at least one) to a day. Wind is the mean of the hours with wind. Rain is
 * null where more than a quarter of the hours lack it, since the sum would be too small.
 */
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
    rainHours: 0,
    windMph: 0,
    windHours: 0,
    publishedMs: -Infinity,
  };
  for (const row of rows) {
    const temperatureF = table.value(row, 0);
    sums.meanF += temperatureF;
    sums.highF = Math.max(sums.highF, temperatureF);
    sums.lowF = Math.min(sums.lowF, temperatureF);
    const rainInches = toFigure(table.value(row, 4));
    const windMph = toFigure(table.value(row, 2));
    sums.rainInches += rainInches ?? 0;
    sums.rainHours += rainInches === null ? 0 : 1;
    sums.windMph += windMph ?? 0;
    sums.windHours += windMph === null ? 0 : 1;
    sums.publishedMs = Math.max(sums.publishedMs, table.getPublishedMs(row));
  }
  const hasRain = sums.rainHours >= rows.length * RAIN_HOURS_SHARE;
  return {
    dayMs,
    meanF: sums.meanF / rows.length,
    highF: sums.highF,
    lowF: sums.lowF,
    rainInches: hasRain ? sums.rainInches : null,
    windMph: sums.windHours > 0 ? sums.windMph / sums.windHours : null,
    publishedMs: sums.publishedMs,
  };
}

const toLeadRow = (what: string, day: ForecastDay): readonly number[] => [
  ...assertNumbers(what, [day.meanF, day.highF, day.lowF, day.spreadF]),
  ...[day.windMph, day.sunShare, day.rainInches, day.rainChance].map((value) =>
    toCell(what, value),
  ),
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
  return [run.days.length, ...run.days.flatMap((day) => toLeadRow(what, day))];
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
      windMph: toFigure(getValue(4)),
      sunShare: toFigure(getValue(5)),
      rainInches: toFigure(getValue(6)),
      rainChance: toFigure(getValue(7)),
    };
  });
  return { cell, issuedMs, publishedMs: table.getPublishedMs(row), days };
}
