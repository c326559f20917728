// A made winter storm over one week: temperatures, forecasts and prices as functions of time.
import type { PowerHub } from '../../app/trading/domain/contract';
import { DAY_MS, HOUR_MS, getMidnight } from '../../app/trading/domain/time';
import { CELL_PLACES, MARKET_CELLS, type WeatherCell } from '../../app/trading/weather/cell';
import { getClimate } from '../../app/trading/weather/climate-table';

/** Monday. */
export const STORM_FROM_MS = Date.UTC(2026, 11, 7);
export const STORM_UNTIL_MS = STORM_FROM_MS + 7 * DAY_MS;

/** Hours after the start of the week at which the cold front reaches a cell. */
const FRONT_HOURS: Readonly<Partial<Record<WeatherCell, number>>> = {
  ICT: 60,
  DSM: 62,
  LBB: 66,
  DFW: 70,
  CHI: 74,
  ATL: 84,
  PJM: 88,
  NYC: 94,
};
const DROP_F = 38;
const RAMP_HOURS = 12;
const COLD_HOURS = 54;
const RECOVERY_HOURS = 40;

/** When the front reaches a cell; null for a cell that it does not reach. */
export function findFrontMs(cell: WeatherCell): number | null {
  const hours = FRONT_HOURS[cell];
  return hours === undefined ? null : STORM_FROM_MS + hours * HOUR_MS;
}

/** Part of the drop at a time, 0 to 1. */
function getStormShare(cell: WeatherCell, atMs: number): number {
  const frontMs = findFrontMs(cell);
  if (frontMs === null || atMs <= frontMs) return 0;
  const hours = (atMs - frontMs) / HOUR_MS;
  if (hours < RAMP_HOURS) return hours / RAMP_HOURS;
  return Math.max(0, 1 - Math.max(0, hours - COLD_HOURS) / RECOVERY_HOURS);
}

/** Smooth noise in [-1, 1] that depends on a name and a time. */
export function computeNoise(name: string, atMs: number): number {
  const phase = [...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 1000;
  const hours = atMs / HOUR_MS;
  return (
    0.5 * Math.sin(hours * 0.137 + phase) +
    0.3 * Math.sin(hours * 0.0431 + 2 * phase) +
    0.2 * Math.sin(hours * 0.613 + 3 * phase)
  );
}

/** Deg F without the storm. */
function computeUsualF(cell: WeatherCell, atMs: number): number {
  const marketCell = MARKET_CELLS.find((each) => each === cell);
  const meanF = marketCell ? getClimate(marketCell, getMidnight(atMs)).meanF : 30;
  const solarHour = (atMs / HOUR_MS + CELL_PLACES[cell].longitude / 15) % 24;
  const swingF = 7 * Math.cos(((solarHour - 15) / 24) * 2 * Math.PI);
  return meanF + swingF + 4 * computeNoise(cell, atMs);
}

/** Observed deg F. */
export const computeTemperatureF = (cell: WeatherCell, atMs: number): number =>
  computeUsualF(cell, atMs) - DROP_F * getStormShare(cell, atMs);

/** Forecast deg F: the storm is foreseen in parts, more with each day. */
export function computeForecastF(cell: WeatherCell, issuedMs: number, atMs: number): number {
  const leadDays = Math.max(0, (atMs - issuedMs) / DAY_MS);
  const foreseen = Math.max(0, 1 - 0.14 * leadDays);
  const errorF = leadDays * computeNoise(`${cell} forecast`, issuedMs + leadDays * HOUR_MS);
  return computeUsualF(cell, atMs) - DROP_F * foreseen * getStormShare(cell, atMs) + errorF;
}

/** Inches of rain or melted snow in the hour from a time. */
export const computeRainInches = (cell: WeatherCell, atMs: number): number => {
  const share = getStormShare(cell, atMs);
  return share > 0 && share < 1 ? 0.04 : 0;
};

const HUB_CELLS: Readonly<Record<PowerHub, WeatherCell>> = {
  NYISO: 'NYC',
  ERCOT: 'DFW',
  CAISO: 'CAL',
  PJM: 'PJM',
  MISO: 'CHI',
};
const COLD_BELOW_F = 25;
const DOLLARS_A_DEGREE = 9;

/** $/MWh of an hour of the day-ahead market; cold hours are dear. */
export function computeDayAheadPrice(hub: PowerHub, atMs: number): number {
  const hour = (atMs / HOUR_MS + CELL_PLACES[HUB_CELLS[hub]].longitude / 15 + 24) % 24;
  const shape = 9 * Math.exp(-((hour - 8) ** 2) / 8) + 16 * Math.exp(-((hour - 18) ** 2) / 7);
  const degrees = Math.max(0, COLD_BELOW_F - computeTemperatureF(HUB_CELLS[hub], atMs));
  return roundCents(28 + shape + DOLLARS_A_DEGREE * degrees);
}

/** $/MWh in real time. */
export const computeRealTimePrice = (hub: PowerHub, atMs: number): number =>
  roundCents(computeDayAheadPrice(hub, atMs) * (1 + 0.25 * computeNoise(`${hub} spot`, atMs * 12)));

const roundCents = (dollars: number): number => Math.round(dollars * 100) / 100;

/** Factor on the usual price of a future: gas and heating oil rise with the forecast of the storm. */
export function computeFuturesFactor(code: string, atMs: number): number {
  const drift = 0.02 * computeNoise(code, atMs / 9);
  const days = (atMs - STORM_FROM_MS) / DAY_MS;
  const alarm = Math.exp(-((days - 2.6) ** 2) / 1.5);
  const sensitivity = code.startsWith('NG') ? 0.22 : code.startsWith('HO') ? 0.08 : 0;
  return 1 + drift + sensitivity * alarm;
}
