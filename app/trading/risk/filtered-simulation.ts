/**
 * Filtered historical simulation: past daily profits scaled from their volatility at the time to
 * current volatility.
 *
 * Sources: J. Hull and A. White 1998, Journal of Risk 1; G. Barone-Adesi, K. Giannopoulos, L.
 * Vosper 1999, Journal of Futures Markets 19; decay of 0.94 for daily data: J.P. Morgan,
 * RiskMetrics technical document 1996.
 */

/** EWMA weight of earlier squared profits. */
const EWMA_DECAY = 0.94;
/** Maximum number of scenarios, one per day. */
export const SCENARIO_DAYS = 500;
/** Days whose mean square is the EWMA start value; they are not scenarios. */
export const WARMUP_DAYS = 20;

/**
 * EWMA standard deviations: variance = 0.94 x variance + 0.06 x profit^2. Entry t uses days before
 * t only; the last entry applies to the next day. The first 20 entries are NaN. Returns
 * profits.length + 1 entries in the unit of the profits.
 */
export function computeEwmaSigmas(profits: Float64Array): Float64Array {
  const sigmas = new Float64Array(profits.length + 1).fill(NaN);
  if (profits.length < WARMUP_DAYS) return sigmas;
  let variance = 0;
  for (let day = 0; day < WARMUP_DAYS; day += 1) variance += (profits[day] ?? 0) ** 2 / WARMUP_DAYS;
  sigmas[WARMUP_DAYS] = Math.sqrt(variance);
  for (let day = WARMUP_DAYS; day < profits.length; day += 1) {
    variance = EWMA_DECAY * variance + (1 - EWMA_DECAY) * (profits[day] ?? 0) ** 2;
    sigmas[day + 1] = Math.sqrt(variance);
  }
  return sigmas;
}

/**
 * Scale factors of the `days` days before `end`: sigma at `end` / sigma of the day; 0 for a day
 * without earlier movement.
 */
export function computeScales(sigmas: Float64Array, end: number, days: number): Float64Array {
  const now = sigmas[end] ?? NaN;
  const scales = sigmas.slice(end - days, end);
  for (let nth = 0; nth < days; nth += 1)
    scales[nth] = (scales[nth] ?? 0) > 0 ? now / (scales[nth] ?? NaN) : 0;
  return scales;
}

/** Number of scenarios for a history of `days`: at most 500, warm-up days excluded. */
export const countScenarios = (days: number): number =>
  Math.max(0, Math.min(SCENARIO_DAYS, days - WARMUP_DAYS));

/** The last `scales.length` values of a row before `end`, multiplied by the scale factors. */
export function scaleRow(row: Float64Array, end: number, scales: Float64Array): Float64Array {
  const scaled = row.slice(end - scales.length, end);
  for (let nth = 0; nth < scales.length; nth += 1)
    scaled[nth] = (scales[nth] ?? 0) * (scaled[nth] ?? 0);
  return scaled;
}

/**
 * Overlapping sums over `length` consecutive days: scenarios of a longer horizon without
 * square-root-of-time scaling.
 */
export function computeBlockSums(scenarios: Float64Array, length: number): Float64Array {
  const sums = new Float64Array(Math.max(0, scenarios.length - length + 1));
  for (let from = 0; from < sums.length; from += 1) {
    let sum = 0;
    for (let nth = from; nth < from + length; nth += 1) sum += scenarios[nth] ?? 0;
    sums[from] = sum;
  }
  return sums;
}
