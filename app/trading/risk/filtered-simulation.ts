/**
 * Filtered historical simulation: what the days of the past would do to a book today, each scaled
 * from the unrest of its own time to that of now.
 *
 * Sources: J. Hull and A. White 1998, Journal of Risk 1; G. Barone-Adesi, K. Giannopoulos, L.
 * Vosper 1999, Journal of Futures Markets 19;
 * the decay of 0.94 for daily data: J.P. Morgan, RiskMetrics technical document 1996.
 */

/** Weight of the past in the moving mean of squared profits. */
const EWMA_DECAY = 0.94;
/** Days whose standardized profits make the distribution. */
export const SCENARIO_DAYS = 500;
/** Days whose mean square begins the moving mean; none of them is a scenario. */
export const WARMING_DAYS = 20;

/**
 * Deviations by the moving mean of squares, variance = 0.94 x variance + 0.06 x profit^2: entry t
 * was known before day t, the one behind the last is that of the day to come.
 * The first 20 entries are NaN, as nothing was known then. Answers profits.length + 1 entries in
 * the unit of the profits.
 */
export function movingSigmas(profits: Float64Array): Float64Array {
  const sigmas = new Float64Array(profits.length + 1).fill(NaN);
  if (profits.length < WARMING_DAYS) return sigmas;
  let variance = 0;
  for (let day = 0; day < WARMING_DAYS; day += 1)
    variance += (profits[day] ?? 0) ** 2 / WARMING_DAYS;
  sigmas[WARMING_DAYS] = Math.sqrt(variance);
  for (let day = WARMING_DAYS; day < profits.length; day += 1) {
    variance = EWMA_DECAY * variance + (1 - EWMA_DECAY) * (profits[day] ?? 0) ** 2;
    sigmas[day + 1] = Math.sqrt(variance);
  }
  return sigmas;
}

/**
 * By how much each of `days` days before day `end` is scaled to that day: its deviation over the
 * day's own; 0 for a day before which nothing ever moved.
 */
export function scalesTo(sigmas: Float64Array, end: number, days: number): Float64Array {
  const now = sigmas[end] ?? NaN;
  const scales = sigmas.slice(end - days, end);
  for (let nth = 0; nth < days; nth += 1)
    scales[nth] = (scales[nth] ?? 0) > 0 ? now / (scales[nth] ?? NaN) : 0;
  return scales;
}

/** How many scenarios a history of so many days gives: 500 at most, none of the warming days. */
export const scenarioDays = (days: number): number =>
  Math.max(0, Math.min(SCENARIO_DAYS, days - WARMING_DAYS));

/** A row scaled day by day: the `scales.length` days of it before day `end`. */
export function scaledRow(row: Float64Array, end: number, scales: Float64Array): Float64Array {
  const scaled = row.slice(end - scales.length, end);
  for (let nth = 0; nth < scales.length; nth += 1)
    scaled[nth] = (scales[nth] ?? 0) * (scaled[nth] ?? 0);
  return scaled;
}

/**
 * Sums over so many neighboring days, each beginning a day after the former: scenarios of a longer
 * horizon without a square root of time.
 */
export function blockSums(scenarios: Float64Array, length: number): Float64Array {
  const sums = new Float64Array(Math.max(0, scenarios.length - length + 1));
  for (let from = 0; from < sums.length; from += 1) {
    let sum = 0;
    for (let nth = from; nth < from + length; nth += 1) sum += scenarios[nth] ?? 0;
    sums[from] = sum;
  }
  return sums;
}
