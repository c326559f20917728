/** How much of a hub's capacity an hour uses: the hour and the weekday, warmth, wind and sun. */
import { DAYS_PER_YEAR, isWeekend } from '../calendar';
import { HUB_ROWS, type HubRow } from './hubs';

export const HOURS_PER_DAY = 24;
const WEEKEND_LESS = 0.045;
const COMFORT_F = 65;
/** The part of demand that answers to warmth, and of wind that can be counted on. */
const WEATHER_SHARE = 0.62;
const WIND_SHARE = 0.35;
const FREEZE_F = 15;
const FREEZE_USE = 0.004;
const HARD_FREEZE_F = 24;
/** Sunshine let through on a usual day, and its standard deviation from day to day. */
export const SUN_USUAL = 0.85;
export const SUN_SD = 0.1;

/**
 * Swing of use over the local day: most at half past two, with humps of their own in the morning
 * and the evening.
 */
const hourShape = (row: HubRow, local: number): number =>
  row.swing * Math.sin((2 * Math.PI * (local - 8.5)) / 24) +
  row.humps * Math.sin((4 * Math.PI * (local - 5.5)) / 24);

const YEAR_DAYS = 366;
const TILT = (23.44 * Math.PI) / 180;

/**
 * Sine of the sun's height over the horizon, 0 by night, over that of the highest noon of the year.
 */
function sunHeight(latitude: number, dayOfYear: number, local: number): number {
  const phi = (latitude * Math.PI) / 180;
  const declination = -TILT * Math.cos((2 * Math.PI * (dayOfYear + 10)) / DAYS_PER_YEAR);
  const height =
    Math.sin(phi) * Math.sin(declination) +
    Math.cos(phi) * Math.cos(declination) * Math.cos((2 * Math.PI * (local - 12)) / 24);
  return Math.max(0, height) / Math.cos(phi - TILT);
}

/** Tables of one hub by UTC hour: use without weather, and sun by day of the year and hour. */
interface HubTables {
  readonly plain: Float64Array;
  readonly sun: Float64Array;
}

function buildTables(row: HubRow): HubTables {
  const local = (hour: number): number =>
    (hour + 0.5 - row.lagHours + HOURS_PER_DAY) % HOURS_PER_DAY;
  const plain = Float64Array.from(
    { length: HOURS_PER_DAY },
    (_, hour) => row.base + WIND_SHARE * row.wind + hourShape(row, local(hour)),
  );
  const sun = Float64Array.from({ length: YEAR_DAYS * HOURS_PER_DAY }, (_, index) =>
    sunHeight(row.latitude, Math.floor(index / HOURS_PER_DAY), local(index % HOURS_PER_DAY)),
  );
  return { plain, sun };
}

const TABLES: readonly HubTables[] = HUB_ROWS.map(buildTables);

/**
 * Fills `plain` and `sun` for the 24 UTC hours of a day: use without weather, and clear sunshine
 * from 0 to 1.
 */
export function fillHours(hub: number, day: number, plain: Float64Array, sun: Float64Array): void {
  const tables = TABLES[hub];
  const row = HUB_ROWS[hub];
  if (!tables || !row) return;
  const offset = Math.floor(day % DAYS_PER_YEAR) * HOURS_PER_DAY;
  const before = isWeekend(day - 1) ? WEEKEND_LESS : 0;
  const after = isWeekend(day) ? WEEKEND_LESS : 0;
  for (let hour = 0; hour < HOURS_PER_DAY; hour += 1) {
    plain[hour] = (tables.plain[hour] ?? 0) - (hour < row.lagHours ? before : after);
    sun[hour] = tables.sun[offset + hour] ?? 0;
  }
}

/** Use that an hour's temperature brings, deg F: cooling, heating, and plants that freeze. */
export function warmthUse(row: HubRow, temperatureF: number): number {
  if (temperatureF >= COMFORT_F) return WEATHER_SHARE * row.cooling * (temperatureF - COMFORT_F);
  let use = WEATHER_SHARE * row.heating * (COMFORT_F - temperatureF);
  if (temperatureF < FREEZE_F) use += FREEZE_USE * (FREEZE_F - temperatureF);
  if (temperatureF < HARD_FREEZE_F) use += row.freezing * (HARD_FREEZE_F - temperatureF);
  return use;
}

/** Use that wind takes off, per mph. */
export const windUsePerMph = (row: HubRow): number => (WIND_SHARE * row.wind) / row.usualWindMph;
