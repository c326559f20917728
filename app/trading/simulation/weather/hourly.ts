/**
 * Hourly temperature and wind from the daily values; hours reveal no more than the forecast of
 * their cycle.
 */
import { CELL_PLACES, MARKET_CELLS, type WeatherCell } from '../../weather/cell';
import { createArrayFactory } from '../array-factory';
import { CYCLES_PER_DAY } from '../market-models';
import { CELL_COUNT, CLIMATE, getSeasonRow } from './climate';
import { EXPECTED_STRENGTH, isRevealed } from './extreme-event';
import { valueAt } from './value-at';
import { computeShifts } from './planted-weather';
import { fillQuarterPieces } from './forecast-evolution';
import {
  BASE_F,
  MEMORY,
  ORDINARY_SD_F,
  RIDGE_MEMORY,
  RIDGE_WEIGHT,
  RIDGE_SHOCK,
  SHOCK_SD_F,
} from './season-tables';
import {
  OFFSETS,
  RING,
  type Sources,
  type WeatherState,
  getLastDay,
  findPlantedRidge,
} from './weather-state';

export const HOURS = 24;
const WARMEST_HOUR = 15;
const WINDIEST_HOUR = 2;
const NIGHT_WIND = 0.18;

const toLocalHour = (cell: WeatherCell, hour: number): number =>
  hour + 0.5 + CELL_PLACES[cell].longitude / 15;
const computeDailyCosine = (hours: number): number => Math.cos((2 * Math.PI * hours) / HOURS);

/** Hour (UTC, 0 to 23) minus daily mean, deg F; sums to 0 over a day. */
export const computeHourDepartureF = (cell: WeatherCell, dayNightF: number, hour: number): number =>
  dayNightF * computeDailyCosine(toLocalHour(cell, hour) - WARMEST_HOUR);

/** Wind of an hour divided by the daily mean; averages 1 over a day. */
export const computeHourWindFactor = (cell: WeatherCell, hour: number): number =>
  1 + NIGHT_WIND * computeDailyCosine(toLocalHour(cell, hour) - WINDIEST_HOUR);

const buildHourTable = (
  value: (cell: (typeof MARKET_CELLS)[number], hour: number) => number,
): Float64Array =>
  Float64Array.from({ length: CELL_COUNT * HOURS }, (_, index) =>
    value(MARKET_CELLS[Math.floor(index / HOURS)] ?? 'NYC', index % HOURS),
  );
const DEPARTURES_F = buildHourTable((cell, hour) =>
  computeHourDepartureF(cell, CLIMATE[cell].dayNightF, hour),
);
const WIND_FACTORS = buildHourTable(computeHourWindFactor);

/** Scratch arrays of `computeDayWeather`: innovations of the day revealed by cycles 1 to 3. */
const temperaturePieces = new Float64Array(3 * CELL_COUNT);
const ridgePieces = new Float64Array(3 * CELL_COUNT);
/** Scratch arrays: expected mean after the cycles so far, and level of the remaining quarters. */
const expectedF = new Float64Array(CELL_COUNT);
const nextExpectedF = new Float64Array(CELL_COUNT);
const level = new Float64Array(CELL_COUNT);

/**
 * Fills `means` with the expected mean of a day (deg F, by cell) after `cycles` (0 to 3) of its
 * cycles.
 */
function fillExpectedToday(
  { planted }: Sources,
  { day, values, events }: WeatherState,
  cycles: number,
  means: Float64Array,
): void {
  const row = getSeasonRow(day);
  const slot = OFFSETS.heldTemperature + (day % RING) * CELL_COUNT;
  const revealed = (cycles - 1) * CELL_COUNT;
  const shift = computeShifts(planted.shifts, day, day, cycles);
  for (let cell = 0; cell < CELL_COUNT; cell += 1) {
    const pending =
      valueAt(values, slot + cell) +
      (cycles === 0 ? 0 : valueAt(temperaturePieces, revealed + cell));
    const ridgeNow =
      RIDGE_MEMORY * valueAt(values, OFFSETS.ridge + cell) +
      RIDGE_SHOCK * (cycles === 0 ? 0 : valueAt(ridgePieces, revealed + cell));
    const ridge =
      planted.ridges.length === 0
        ? ridgeNow
        : (findPlantedRidge(planted.ridges, cell, day) ?? ridgeNow);
    const ordinary =
      MEMORY * valueAt(values, OFFSETS.departure + cell) +
      valueAt(SHOCK_SD_F, row + cell) * pending +
      RIDGE_WEIGHT * valueAt(ORDINARY_SD_F, row + cell) * ridge;
    means[cell] =
      shift === null
        ? valueAt(BASE_F, row + cell) + ordinary
        : valueAt(BASE_F, row + cell) + ordinary + shift.temperature;
  }
  for (const event of events) {
    if (
      day < event.firstDay ||
      day > getLastDay(event) ||
      !isRevealed(event.firstSeen, day, cycles)
    )
      continue;
    const fraction = isRevealed(event.resolved, day, cycles) ? event.strength : EXPECTED_STRENGTH;
    for (let cell = 0; cell < CELL_COUNT; cell += 1)
      means[cell] = valueAt(means, cell) + fraction * valueAt(event.effectF, cell);
  }
}

/** Weather of one day, from which hours are derived on demand. */
export interface DayWeather {
  /** Temperature level by quarter of the day and cell, deg F. */
  readonly levelF: readonly number[];
  readonly windMph: readonly number[];
}

const createQuarterArray = createArrayFactory(CYCLES_PER_DAY * CELL_COUNT);
const createCellArray = createArrayFactory(CELL_COUNT);
const createHourArray = createArrayFactory(HOURS);
const HOURS_PER_QUARTER = HOURS / CYCLES_PER_DAY;

/**
 * News of a cycle is spread over the remaining quarters, so that each quarter reveals no more than
 * its cycle and all quarters average to the day's mean.
 */
export function computeDayWeather(
  sources: Sources,
  before: WeatherState,
  after: WeatherState,
): DayWeather {
  const [levelF, windMph] = [createQuarterArray(), createCellArray()];
  fillQuarterPieces(sources.random, sources.temperature, before.day, temperaturePieces);
  fillQuarterPieces(sources.random, sources.ridge, before.day, ridgePieces);
  fillExpectedToday(sources, before, 0, expectedF);
  level.set(expectedF);
  for (let cycle = 1; cycle <= CYCLES_PER_DAY; cycle += 1) {
    if (cycle < CYCLES_PER_DAY) fillExpectedToday(sources, before, cycle, nextExpectedF);
    else
      for (let cell = 0; cell < CELL_COUNT; cell += 1)
        nextExpectedF[cell] = valueAt(after.values, OFFSETS.pastMeanF + cell);
    const weight = CYCLES_PER_DAY / (CYCLES_PER_DAY + 1 - cycle);
    for (let cell = 0; cell < CELL_COUNT; cell += 1) {
      level[cell] =
        valueAt(level, cell) + weight * (valueAt(nextExpectedF, cell) - valueAt(expectedF, cell));
      expectedF[cell] = valueAt(nextExpectedF, cell);
      levelF[(cycle - 1) * CELL_COUNT + cell] = valueAt(level, cell);
    }
  }
  for (let cell = 0; cell < CELL_COUNT; cell += 1)
    windMph[cell] = valueAt(after.values, OFFSETS.pastWind + cell);
  return { levelF, windMph };
}

export const getTemperatureF = ({ levelF }: DayWeather, cell: number, hour: number): number =>
  (levelF[Math.floor(hour / HOURS_PER_QUARTER) * CELL_COUNT + cell] ?? 0) +
  valueAt(DEPARTURES_F, cell * HOURS + hour);

export const getWindMph = ({ windMph }: DayWeather, cell: number, hour: number): number =>
  (windMph[cell] ?? 0) * valueAt(WIND_FACTORS, cell * HOURS + hour);

export function computeHours(
  dayWeather: DayWeather,
  cell: number,
): { readonly temperatureF: readonly number[]; readonly windMph: readonly number[] } {
  const [temperatureF, windMph] = [createHourArray(), createHourArray()];
  for (let hour = 0; hour < HOURS; hour += 1) {
    temperatureF[hour] = getTemperatureF(dayWeather, cell, hour);
    windMph[hour] = getWindMph(dayWeather, cell, hour);
  }
  return { temperatureF, windMph };
}
