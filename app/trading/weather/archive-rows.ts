/** Readings, days and runs as rows of numbers, and back. */
import type { EpochMs } from '../domain/units';
import type { VintageTable } from '../market/vintage-table';
import type { DayReading } from './archive-reader';
import { type ForecastDay, type ForecastRun, LEAD_DAYS_MAX, type Observation } from './bulletin';
import type { WeatherCell } from './cell';
import { DAY_MS, getMidnight } from '../domain/time';

export const HOUR_COLUMNS = 6;
export const DAY_COLUMNS = 5;
const LEAD_COLUMNS = 8;
/** The number of days, then eight numbers for each. */
export const RUN_COLUMNS = 1 + (LEAD_DAYS_MAX + 1) * LEAD_COLUMNS;

/** Throws RangeError when a bulletin is none: the message says what is wrong with it. */
function requireTimes(what: string, ofMs: EpochMs, publishedMs: EpochMs): void {
  if (!Number.isFinite(ofMs) || !Number.isFinite(publishedMs))
    throw new RangeError(`${what} needs two times, got ${ofMs} and ${publishedMs}`);
  if (publishedMs < ofMs)
    throw new RangeError(
      `${what} of ${new Date(ofMs).toISOString()} cannot have been published before`,
    );
}

function requireNumbers(what: string, values: readonly number[]): readonly number[] {
  if (!values.every(Number.isFinite))
    throw new RangeError(`${what} lacks a number: ${values.join(', ')}`);
  return values;
}

export function hourRow(reading: Observation): readonly number[] {
  const what = `a reading of ${reading.cell}`;
  requireTimes(what, reading.validMs, reading.publishedMs);
  const { temperatureF, humidityPercent, windMph, pressureMb, rainInches, soil } = reading;
  return [
    ...requireNumbers(what, [temperatureF, humidityPercent, windMph, pressureMb, rainInches]),
    soil === null ? Number.NaN : (requireNumbers(what, [soil])[0] ?? 0),
  ];
}

export function toObservation(cell: WeatherCell, table: VintageTable, row: number): Observation {
  const soil = table.value(row, 5);
  return {
    cell,
    validMs: table.validAt(row),
    publishedMs: table.publishedAt(row),
    temperatureF: table.value(row, 0),
    humidityPercent: table.value(row, 1),
    windMph: table.value(row, 2),
    pressureMb: table.value(row, 3),
    rainInches: table.value(row, 4),
    soil: Number.isNaN(soil) ? null : soil,
  };
}

export function dayRow(cell: WeatherCell, day: DayReading): readonly number[] {
  requireTimes(`a day of ${cell}`, day.dayMs, day.publishedMs);
  if (day.dayMs !== getMidnight(day.dayMs))
    throw new RangeError(
      `a day of ${cell} begins at midnight UTC, not at ${new Date(day.dayMs).toISOString()}`,
    );
  return requireNumbers(`a day of ${cell}`, [
    day.meanF,
    day.highF,
    day.lowF,
    day.rainInches,
    day.windMph,
  ]);
}

export const toDay = (table: VintageTable, row: number): DayReading => ({
  dayMs: table.validAt(row),
  meanF: table.value(row, 0),
  highF: table.value(row, 1),
  lowF: table.value(row, 2),
  rainInches: table.value(row, 3),
  windMph: table.value(row, 4),
  publishedMs: table.publishedAt(row),
});

/** A day from the rows of its hours, at least one. */
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
    sums.publishedMs = Math.max(sums.publishedMs, table.publishedAt(row));
  }
  return { dayMs, ...sums, meanF: sums.meanF / rows.length, windMph: sums.windMph / rows.length };
}

const leadRow = (day: ForecastDay): readonly number[] => [
  day.meanF,
  day.highF,
  day.lowF,
  day.spreadF,
  day.windMph,
  day.sunShare,
  day.rainInches,
  day.rainChance,
];

export function runRow(run: ForecastRun): readonly number[] {
  const what = `a run of ${run.cell}`;
  requireTimes(what, run.issuedMs, run.publishedMs);
  const isInOrder = run.days.every(
    ({ lead, dayMs }, index) =>
      lead === index && dayMs === getMidnight(run.issuedMs) + lead * DAY_MS,
  );
  if (run.days.length === 0 || run.days.length > LEAD_DAYS_MAX + 1 || !isInOrder)
    throw new RangeError(
      `${what} needs its days in order from the day of issue, ${LEAD_DAYS_MAX + 1} at most`,
    );
  return [run.days.length, ...requireNumbers(what, run.days.flatMap(leadRow))];
}

export function toRun(cell: WeatherCell, table: VintageTable, row: number): ForecastRun {
  const issuedMs = table.validAt(row);
  const days = Array.from({ length: table.value(row, 0) }, (_, lead): ForecastDay => {
    const at = (column: number): number => table.value(row, 1 + lead * LEAD_COLUMNS + column);
    return {
      dayMs: getMidnight(issuedMs) + lead * DAY_MS,
      lead,
      meanF: at(0),
      highF: at(1),
      lowF: at(2),
      spreadF: at(3),
      windMph: at(4),
      sunShare: at(5),
      rainInches: at(6),
      rainChance: at(7),
    };
  });
  return { cell, issuedMs, publishedMs: table.publishedAt(row), days };
}
