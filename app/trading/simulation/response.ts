/**
 * How news about the weather becomes news about a price: the revision of expected degree days or of expected rain.
 * It knows the sign and season of each response; it refuses realised weather, which a price has known for days.
 */
import { normalShare } from './normals';
import { bell } from './calendar';
import { CELLS, cellIndex, climateF, climateSdF } from './parameters/cells';
import type { PriceRow, WeatherLoad } from './parameters/prices';
import { type WeatherState, newsVariance } from './weather';

/** Weight of one standard deviation of moisture beside one degree F. */
const DRYNESS_F = 4;
const YEAR_DAYS = 365;

/** Response of one price to the news of a day. */
export interface Response {
  /** The day's weather shock: mean square 1 over a year. */
  shock(state: WeatherState, day: number): number;
  /** Its variance on that day of the season. */
  variance(day: number): number;
}

/**
 * The change of expected degree days for one standard deviation of temperature news, or of expected want of rain for one of moisture.
 * For T ~ N(m, s): d E[max(0, base - T)] / dm = -Phi((base - m) / s), and Phi((m - base) / s) for heat.
 */
function sensitivity(load: WeatherLoad, day: number): number {
  const stage = load.stage ? bell(day, load.stage.centreDay, load.stage.widthDays) : 1;
  if (load.kind === 'dryness') return -load.weight * stage * DRYNESS_F;
  const cell = CELLS[cellIndex(load.cell)];
  if (!cell) return 0;
  const sd = climateSdF(cell, day);
  const z = (climateF(cell, day) - load.baseF) / sd;
  return load.weight * stage * sd * (load.kind === 'heat' ? normalShare(z) : -normalShare(-z));
}

function weightsOf(row: PriceRow, day: number): { readonly warmth: Float64Array; readonly moisture: Float64Array } {
  const warmth = new Float64Array(CELLS.length);
  const moisture = new Float64Array(CELLS.length);
  for (const load of row.weather) {
    const weights = load.kind === 'dryness' ? moisture : warmth;
    const index = cellIndex(load.cell);
    weights[index] = (weights[index] ?? 0) + sensitivity(load, day);
  }
  return { warmth, moisture };
}

/** The response of a price, with its table over one year made at once. */
export function responseOf(row: PriceRow): Response {
  const year = Array.from({ length: YEAR_DAYS + 1 }, (_, day) => weightsOf(row, day));
  const raw = year.map(({ warmth, moisture }) => newsVariance(warmth, moisture));
  const mean = raw.reduce((sum, variance) => sum + variance, 0) / raw.length;
  const scale = mean > 0 ? 1 / Math.sqrt(mean) : 0;
  const index = (day: number): number => Math.floor(day % 365.25);
  return {
    variance: (day) => (raw[index(day)] ?? 0) * scale * scale,
    shock(state, day) {
      const weights = year[index(day)];
      return weights ? scale * (inner(weights.warmth, state.temperatureNews) + inner(weights.moisture, state.moistureNews)) : 0;
    },
  };
}

function inner(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}
