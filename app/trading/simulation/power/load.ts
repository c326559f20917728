/** Use of a hub's capacity by hour and weekday, temperature, wind and sun. */
import { DAYS_PER_YEAR, isWeekend } from '../calendar';
import { HUB_ROWS, type HubRow } from './hubs';

export const HOURS_PER_DAY = 24;
const WEEKEND_REDUCTION = 0.045;
const COMFORT_F = 65;
/** Fraction of demand that depends on temperature, and firm fraction of wind. */
const WEATHER_FRACTION = 0.62;
const WIND_FRACTION = 0.35;
const FREEZE_F = 15;
const FREEZE_USE = 0.004;
const HARD_FREEZE_F = 24;
/** Mean and daily standard deviation of sunshine as a fraction of clear sky. */
export const SUN_MEAN = 0.85;
export const SUN_SD = 0.1;

/** Local time of the evening peak, and hours to each side at which it has vanished. */
const EVENING_HOUR = 19.5;
const EVENING_WIDTH = 3.5;

/** Evening peak, 0 to 1: lamps and kitchens after sunset. */
function computeEveningShape(toLocal: number): number {
  const distance = Math.abs(toLocal - EVENING_HOUR) / EVENING_WIDTH;
  return distance < 1 ? Math.cos((Math.PI / 2) * distance) ** 2 : 0;
}

/** Daily use by local hour: maximum at 14:30, with morning and evening peaks. */
const computeDailyShape = (row: HubRow, toLocal: number): number =>
  row.swing * Math.sin((2 * Math.PI * (toLocal - 8.5)) / 24) +
  row.humps * Math.sin((4 * Math.PI * (toLocal - 5.5)) / 24) +
  row.evening * computeEveningShape(toLocal);

const YEAR_DAYS = 366;
const TILT = (23.44 * Math.PI) / 180;

/** Sine of the solar elevation, 0 at night, divided by the year's highest noon value. */
function computeSunHeight(latitude: number, dayOfYear: number, toLocal: number): number {
  const phi = (latitude * Math.PI) / 180;
  const declination = -TILT * Math.cos((2 * Math.PI * (dayOfYear + 10)) / DAYS_PER_YEAR);
  const height =
    Math.sin(phi) * Math.sin(declination) +
    Math.cos(phi) * Math.cos(declination) * Math.cos((2 * Math.PI * (toLocal - 12)) / 24);
  return Math.max(0, height) / Math.cos(phi - TILT);
}

/** Tables of one hub by UTC hour: use without weather; sun by day of year and hour. */
interface HubTables {
  readonly baseUse: Float64Array;
  readonly sun: Float64Array;
}

function buildTables(row: HubRow): HubTables {
  const toLocal = (hour: number): number =>
    (hour + 0.5 - row.lagHours + HOURS_PER_DAY) % HOURS_PER_DAY;
  const baseUse = Float64Array.from(
    { length: HOURS_PER_DAY },
    (_, hour) => row.base + WIND_FRACTION * row.wind + computeDailyShape(row, toLocal(hour)),
  );
  const sun = Float64Array.from({ length: YEAR_DAYS * HOURS_PER_DAY }, (_, index) =>
    computeSunHeight(
      row.latitude,
      Math.floor(index / HOURS_PER_DAY),
      toLocal(index % HOURS_PER_DAY),
    ),
  );
  return { baseUse, sun };
}

const TABLES: readonly HubTables[] = HUB_ROWS.map(buildTables);

/**
 * Fills `baseUse` (use without weather) and `sun` (clear sunshine, 0 to 1) for the 24 UTC hours of
 * a day.
 */
export function fillBaseLoad(
  hub: number,
  day: number,
  baseUse: Float64Array,
  sun: Float64Array,
): void {
  const tables = TABLES[hub];
  const row = HUB_ROWS[hub];
  if (!tables || !row) return;
  const offset = Math.floor(day % DAYS_PER_YEAR) * HOURS_PER_DAY;
  const before = isWeekend(day - 1) ? WEEKEND_REDUCTION : 0;
  const after = isWeekend(day) ? WEEKEND_REDUCTION : 0;
  for (let hour = 0; hour < HOURS_PER_DAY; hour += 1) {
    baseUse[hour] = (tables.baseUse[hour] ?? 0) - (hour < row.lagHours ? before : after);
    sun[hour] = tables.sun[offset + hour] ?? 0;
  }
}

/** Use due to an hour's temperature (deg F): cooling, heating and frozen plants. */
export function computeTemperatureUse(row: HubRow, temperatureF: number): number {
  if (temperatureF >= COMFORT_F) return WEATHER_FRACTION * row.cooling * (temperatureF - COMFORT_F);
  let use = WEATHER_FRACTION * row.heating * (COMFORT_F - temperatureF);
  if (temperatureF < FREEZE_F) use += FREEZE_USE * (FREEZE_F - temperatureF);
  if (temperatureF < HARD_FREEZE_F) use += row.freezing * (HARD_FREEZE_F - temperatureF);
  return use;
}

/** Reduction of use by wind, per mph. */
export const getWindUsePerMph = (row: HubRow): number =>
  (WIND_FRACTION * row.wind) / row.meanWindMph;
