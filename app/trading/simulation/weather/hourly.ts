/**
 * Hours of a day from its daily mean and wind: warm in the afternoon, windy at night, and no wiser than the forecast of the hour.
 * It knows the sun by longitude and what each cycle revealed of the day; it refuses to tell a quarter of the day what a later one learns.
 */
import { CELL_PLACES, MARKET_CELLS, type WeatherCell } from '../../weather/cell';
import { CYCLES_PER_DAY } from '../parts';
import { CELL_COUNT, CLIMATE, seasonRow } from './climate';
import { EXPECTED_STRENGTH, isRevealed } from './event';
import { at } from './numbers';
import { type Field, cyclePieces } from './reveal';
import { BASE_F, MEMORY, ORDINARY_SD_F, RIDGE_MEMORY, RIDGE_PART, RIDGE_SHOCK, SHOCK_SD_F } from './season';
import { AT, RING, type Sources, type WeatherState, lastDayOf, standingRidge } from './state';

export const HOURS = 24;
const WARMEST_HOUR = 15;
const WINDIEST_HOUR = 2;
const NIGHT_WIND = 0.18;

const localHour = (cell: WeatherCell, hour: number): number => hour + 0.5 + CELL_PLACES[cell].longitude / 15;
const turn = (hours: number): number => Math.cos((2 * Math.PI * hours) / HOURS);

/** Departure of an hour (UTC, 0 to 23) from the mean of its day, deg F: the sum over a day is 0. */
export const hourDepartureF = (cell: WeatherCell, dayNightF: number, hour: number): number => dayNightF * turn(localHour(cell, hour) - WARMEST_HOUR);

/** Wind of an hour over the mean of its day; the mean over a day is 1. */
export const hourWindShare = (cell: WeatherCell, hour: number): number => 1 + NIGHT_WIND * turn(localHour(cell, hour) - WINDIEST_HOUR);

const byHour = (value: (cell: (typeof MARKET_CELLS)[number], hour: number) => number): Float64Array =>
  Float64Array.from({ length: CELL_COUNT * HOURS }, (_, index) => value(MARKET_CELLS[Math.floor(index / HOURS)] ?? 'NYC', index % HOURS));
const DEPARTURES_F = byHour((cell, hour) => hourDepartureF(cell, CLIMATE[cell].dayNightF, hour));
const WIND_SHARES = byHour(hourWindShare);

/** Expected mean of a day, deg F, as it is known after so many of its own cycles (0 to 3), by cell. */
export function todayF(sources: Sources, { day, values, events }: WeatherState, cycles: number): Float64Array {
  const [heat, ridges] = [revealedToday(sources, sources.temperature, day, cycles), revealedToday(sources, sources.ridge, day, cycles)];
  const row = seasonRow(day);
  const slot = AT.heldTemperature + (day % RING) * CELL_COUNT;
  const means = new Float64Array(CELL_COUNT);
  for (let cell = 0; cell < CELL_COUNT; cell += 1) {
    const held = at(values, slot + cell) + at(heat, cell);
    const ridge = standingRidge(sources.planted.ridges, cell, day) ?? RIDGE_MEMORY * at(values, AT.ridge + cell) + RIDGE_SHOCK * at(ridges, cell);
    const ordinary = MEMORY * at(values, AT.departure + cell) + at(SHOCK_SD_F, row + cell) * held + RIDGE_PART * at(ORDINARY_SD_F, row + cell) * ridge;
    means[cell] = at(BASE_F, row + cell) + ordinary;
  }
  for (const event of events) {
    if (day < event.firstDay || day > lastDayOf(event) || !isRevealed(event.sighted, day, cycles)) continue;
    const share = isRevealed(event.settled, day, cycles) ? event.strength : EXPECTED_STRENGTH;
    for (let cell = 0; cell < CELL_COUNT; cell += 1) means[cell] = at(means, cell) + share * at(event.effectF, cell);
  }
  return means;
}

/** What the first cycles of a day reveal of the day itself, by cell. */
function revealedToday({ chance }: Sources, field: Field, day: number, cycles: number): Float64Array {
  const pieces = new Float64Array(CELL_COUNT);
  if (cycles > 0) cyclePieces(chance, field, day, cycles, pieces, 1);
  return pieces;
}

/** Temperatures and winds of a day by cell and hour, from the midnights before and after it. */
export interface DayCourse {
  readonly temperatureF: Float64Array;
  readonly windMph: Float64Array;
}

/**
 * What a cycle reveals of the day's mean falls on the quarters that are left, so that each quarter knows no more than its cycle
 * and all of them have the day's mean on average.
 */
export function dayCourse(sources: Sources, before: WeatherState, after: WeatherState): DayCourse {
  const temperatureF = new Float64Array(CELL_COUNT * HOURS);
  const windMph = new Float64Array(CELL_COUNT * HOURS);
  let known = todayF(sources, before, 0);
  const level = known.slice();
  for (let cycle = 1; cycle <= CYCLES_PER_DAY; cycle += 1) {
    const next = cycle === CYCLES_PER_DAY ? after.values.subarray(AT.pastMeanF, AT.pastMeanF + CELL_COUNT) : todayF(sources, before, cycle);
    const weight = CYCLES_PER_DAY / (CYCLES_PER_DAY + 1 - cycle);
    for (let cell = 0; cell < CELL_COUNT; cell += 1) {
      level[cell] = at(level, cell) + weight * (at(next, cell) - at(known, cell));
      const wind = at(after.values, AT.pastWind + cell);
      for (let hour = (cycle - 1) * 6; hour < cycle * 6; hour += 1) {
        const index = cell * HOURS + hour;
        temperatureF[index] = at(level, cell) + at(DEPARTURES_F, index);
        windMph[index] = wind * at(WIND_SHARES, index);
      }
    }
    known = next;
  }
  return { temperatureF, windMph };
}
