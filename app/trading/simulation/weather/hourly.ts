/**
 * Hours of a day from its daily mean and wind: warm in the afternoon, windy at night, and no wiser
 * than the forecast of the hour.
 */
import { CELL_PLACES, MARKET_CELLS, type WeatherCell } from '../../weather/cell';
import { createRows } from '../small-arrays';
import { CYCLES_PER_DAY } from '../parts';
import { CELL_COUNT, CLIMATE, seasonRow } from './climate';
import { EXPECTED_STRENGTH, isRevealed } from './event';
import { at } from './numbers';
import { computeShifts } from './planted';
import { quarterPieces } from './reveal';
import {
  BASE_F,
  MEMORY,
  ORDINARY_SD_F,
  RIDGE_MEMORY,
  RIDGE_PART,
  RIDGE_SHOCK,
  SHOCK_SD_F,
} from './season';
import { AT, RING, type Sources, type WeatherState, getLastDay, standingRidge } from './state';

export const HOURS = 24;
const WARMEST_HOUR = 15;
const WINDIEST_HOUR = 2;
const NIGHT_WIND = 0.18;

const localHour = (cell: WeatherCell, hour: number): number =>
  hour + 0.5 + CELL_PLACES[cell].longitude / 15;
const computeTurn = (hours: number): number => Math.cos((2 * Math.PI * hours) / HOURS);

/** Departure of an hour (UTC, 0 to 23) from the mean of its day, deg F: the sum over a day is 0. */
export const hourDepartureF = (cell: WeatherCell, dayNightF: number, hour: number): number =>
  dayNightF * computeTurn(localHour(cell, hour) - WARMEST_HOUR);

/** Wind of an hour over the mean of its day; the mean over a day is 1. */
export const hourWindShare = (cell: WeatherCell, hour: number): number =>
  1 + NIGHT_WIND * computeTurn(localHour(cell, hour) - WINDIEST_HOUR);

const byHour = (
  value: (cell: (typeof MARKET_CELLS)[number], hour: number) => number,
): Float64Array =>
  Float64Array.from({ length: CELL_COUNT * HOURS }, (_, index) =>
    value(MARKET_CELLS[Math.floor(index / HOURS)] ?? 'NYC', index % HOURS),
  );
const DEPARTURES_F = byHour((cell, hour) => hourDepartureF(cell, CLIMATE[cell].dayNightF, hour));
const WIND_SHARES = byHour(hourWindShare);

/**
 * What 1 to 3 cycles reveal of the day itself, filled and read inside one call of `dayCourse`:
 * nothing of it outlives the call.
 */
const heat = new Float64Array(3 * CELL_COUNT);
const ridges = new Float64Array(3 * CELL_COUNT);
/** The expected mean after the cycles so far, and the level of the quarters that are left. */
const known = new Float64Array(CELL_COUNT);
const next = new Float64Array(CELL_COUNT);
const level = new Float64Array(CELL_COUNT);

/**
 * Fills `means` with the expected mean of a day, deg F, as it is known after so many of its own
 * cycles (0 to 3), by cell.
 */
function fillToday(
  { planted }: Sources,
  { day, values, events }: WeatherState,
  cycles: number,
  means: Float64Array,
): void {
  const row = seasonRow(day);
  const slot = AT.heldTemperature + (day % RING) * CELL_COUNT;
  const revealed = (cycles - 1) * CELL_COUNT;
  const shift = computeShifts(planted.shifts, day, day, cycles);
  for (let cell = 0; cell < CELL_COUNT; cell += 1) {
    const held = at(values, slot + cell) + (cycles === 0 ? 0 : at(heat, revealed + cell));
    const ridgeNow =
      RIDGE_MEMORY * at(values, AT.ridge + cell) +
      RIDGE_SHOCK * (cycles === 0 ? 0 : at(ridges, revealed + cell));
    const ridge =
      planted.ridges.length === 0
        ? ridgeNow
        : (standingRidge(planted.ridges, cell, day) ?? ridgeNow);
    const ordinary =
      MEMORY * at(values, AT.departure + cell) +
      at(SHOCK_SD_F, row + cell) * held +
      RIDGE_PART * at(ORDINARY_SD_F, row + cell) * ridge;
    means[cell] =
      shift === null
        ? at(BASE_F, row + cell) + ordinary
        : at(BASE_F, row + cell) + ordinary + shift.temperature;
  }
  for (const event of events) {
    if (day < event.firstDay || day > getLastDay(event) || !isRevealed(event.sighted, day, cycles))
      continue;
    const share = isRevealed(event.settled, day, cycles) ? event.strength : EXPECTED_STRENGTH;
    for (let cell = 0; cell < CELL_COUNT; cell += 1)
      means[cell] = at(means, cell) + share * at(event.effectF, cell);
  }
}

/**
 * A day between the midnights before and after it: hours are made of it for the cells that somebody
 * asks for.
 */
export interface DayCourse {
  /** Level of temperature by quarter of the day and cell, deg F. */
  readonly levelF: readonly number[];
  /** Mean wind by cell, mph. */
  readonly windMph: readonly number[];
}

const byQuarterAndCell = createRows(CYCLES_PER_DAY * CELL_COUNT);
const byCell = createRows(CELL_COUNT);
const zeroHours = createRows(HOURS);
const HOURS_PER_QUARTER = HOURS / CYCLES_PER_DAY;

/**
 * What a cycle reveals of the day's mean falls on the quarters that are left, so that each quarter
 * knows no more than its cycle
 * and all of them have the day's mean on average.
 */
export function dayCourse(sources: Sources, before: WeatherState, after: WeatherState): DayCourse {
  const [levelF, windMph] = [byQuarterAndCell(), byCell()];
  quarterPieces(sources.chance, sources.temperature, before.day, heat);
  quarterPieces(sources.chance, sources.ridge, before.day, ridges);
  fillToday(sources, before, 0, known);
  level.set(known);
  for (let cycle = 1; cycle <= CYCLES_PER_DAY; cycle += 1) {
    if (cycle < CYCLES_PER_DAY) fillToday(sources, before, cycle, next);
    else
      for (let cell = 0; cell < CELL_COUNT; cell += 1)
        next[cell] = at(after.values, AT.pastMeanF + cell);
    const weight = CYCLES_PER_DAY / (CYCLES_PER_DAY + 1 - cycle);
    for (let cell = 0; cell < CELL_COUNT; cell += 1) {
      level[cell] = at(level, cell) + weight * (at(next, cell) - at(known, cell));
      known[cell] = at(next, cell);
      levelF[(cycle - 1) * CELL_COUNT + cell] = at(level, cell);
    }
  }
  for (let cell = 0; cell < CELL_COUNT; cell += 1)
    windMph[cell] = at(after.values, AT.pastWind + cell);
  return { levelF, windMph };
}

/** Temperature of an hour of a day at a cell, deg F. */
export const temperatureAt = ({ levelF }: DayCourse, cell: number, hour: number): number =>
  (levelF[Math.floor(hour / HOURS_PER_QUARTER) * CELL_COUNT + cell] ?? 0) +
  at(DEPARTURES_F, cell * HOURS + hour);

/** Wind of an hour of a day at a cell, mph. */
export const windAt = ({ windMph }: DayCourse, cell: number, hour: number): number =>
  (windMph[cell] ?? 0) * at(WIND_SHARES, cell * HOURS + hour);

/** All hours of a day at a cell. */
export function computeHours(
  course: DayCourse,
  cell: number,
): { readonly temperatureF: readonly number[]; readonly windMph: readonly number[] } {
  const [temperatureF, windMph] = [zeroHours(), zeroHours()];
  for (let hour = 0; hour < HOURS; hour += 1) {
    temperatureF[hour] = temperatureAt(course, cell, hour);
    windMph[hour] = windAt(course, cell, hour);
  }
  return { temperatureF, windMph };
}
