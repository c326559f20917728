/**
 * Probabilities of weather events, in closed form from forecast mean and spread or from warnings.
 */
import { computeNormalProbability } from '../../domain/normal-distribution';
import type { ForecastDay, ForecastRun, WarningKind, WeatherWarning } from '../../weather/bulletin';
import type { MarketCell } from '../../weather/cell';
import { type CellWeights, DEGREE_DAY_BASE_F } from '../../weather/demand-weights';
import { type ImpactDay, computeHeating, getNormalDay } from '../../weather/impact';
import type { PublicData, PublishedValue } from './public-data';
import { publishValue } from './published-values';
import type { Window } from './revisions';
import { DAY_MS, getMidnight } from '../../domain/time';

const listDays = (run: ForecastRun, [from, until]: Window): readonly ForecastDay[] =>
  run.days.filter(({ lead }) => lead >= from && lead <= until);

/** P(X < base) for a normal forecast; 0 or 1 without spread. */
const computeProbabilityBelow = (meanF: number, spreadF: number, baseF: number): number =>
  spreadF > 0 ? computeNormalProbability((baseF - meanF) / spreadF) : Number(meanF < baseF);

/** Maximum over days of P(daily mean < base): a lower bound of P(any such day). */
export const computeColdProbability = (run: ForecastRun, window: Window, baseF: number): number =>
  Math.max(
    0,
    ...listDays(run, window).map(({ meanF, spreadF }) =>
      computeProbabilityBelow(meanF, spreadF, baseF),
    ),
  );
/** Maximum over days of P(daily mean > base). */
export const computeHeatProbability = (run: ForecastRun, window: Window, baseF: number): number =>
  Math.max(
    0,
    ...listDays(run, window).map(
      ({ meanF, spreadF }) => 1 - computeProbabilityBelow(meanF, spreadF, baseF),
    ),
  );

/** Precipitation falls as snow at or below this mean, deg F. */
const SNOW_F = 34;
const SNOW_DAYS = 3;

/** Probability that no snow falls on the three days before a lead; null without a rain chance. */
function computeBareProbability({ days }: ForecastRun, lead: number): number | null {
  const cold = days.filter(
    (day) => day.lead < lead && day.lead >= lead - SNOW_DAYS && day.meanF < SNOW_F,
  );
  let bare = 1;
  for (const { rainChance } of cold) {
    if (rainChance === null) return null;
    bare *= 1 - rainChance;
  }
  return bare;
}

/**
 * Maximum over days of P(low < base) on bare ground: no snow forecast on the days before. Null
 * where a day before lacks the probability of rain.
 */
export function computeBareColdProbability(
  run: ForecastRun,
  window: Window,
  baseF: number,
): number | null {
  let maximum = 0;
  for (const { lead, lowF, spreadF } of listDays(run, window)) {
    const bare = computeBareProbability(run, lead);
    if (bare === null) return null;
    maximum = Math.max(maximum, computeProbabilityBelow(lowF, spreadF, baseF) * bare);
  }
  return maximum;
}

/**
 * P(at most `maxWetDays` wet days) of independent days (Poisson binomial distribution). Null where
 * a day lacks the probability of rain: it may be wet.
 */
export function computeDrynessProbability(
  run: ForecastRun,
  window: Window,
  maxWetDays: number,
): number | null {
  let counts = [1];
  for (const { rainChance } of listDays(run, window)) {
    if (rainChance === null) return null;
    const next = new Array<number>(counts.length + 1).fill(0);
    counts.forEach((probability, wet) => {
      next[wet] = (next[wet] ?? 0) + probability * (1 - rainChance);
      next[wet + 1] = (next[wet + 1] ?? 0) + probability * rainChance;
    });
    counts = next;
  }
  return counts.slice(0, maxWetDays + 1).reduce((sum, probability) => sum + probability, 0);
}

/** Error correlation of two cells and of two successive days, by typical weather scales. */
const CELL_CORRELATION = 0.6;
const DAY_CORRELATION = 0.72;

/** Mean and standard deviation of weighted heating degree days over a window. */
function sumHeating(days: readonly (readonly (readonly [weight: number, day: ImpactDay])[])[]): {
  readonly mean: number;
  readonly sd: number;
} {
  const sizes: number[] = [];
  let mean = 0;
  for (const cells of days) {
    let [linear, squares] = [0, 0];
    for (const [weight, day] of cells) {
      mean += weight * computeHeating(day);
      // spread counts only as far as the day can be below the base
      const size =
        weight * day.spreadF * computeProbabilityBelow(day.meanF, day.spreadF, DEGREE_DAY_BASE_F);
      linear += size;
      squares += size * size;
    }
    sizes.push(Math.sqrt(CELL_CORRELATION * linear * linear + (1 - CELL_CORRELATION) * squares));
  }
  let variance = 0;
  for (let a = 0; a < sizes.length; a += 1)
    for (let b = 0; b < sizes.length; b += 1)
      variance += DAY_CORRELATION ** Math.abs(a - b) * (sizes[a] ?? 0) * (sizes[b] ?? 0);
  return { mean, sd: Math.sqrt(variance) };
}

/**
 * P(weighted heating degree days of a window > climatology + `climateSigmas` sigma); null while a
 * forecast is missing.
 */
export function computeHeatingProbability(
  data: PublicData,
  weights: CellWeights,
  [from, until]: Window,
  climateSigmas: number,
): PublishedValue | null {
  const runs = weights.map(([cell, weight]) => ({ cell, weight, run: data.findRun(cell, 0) }));
  const first = runs[0]?.run;
  if (!first || runs.some(({ run }) => run === null)) return null;
  const start = getMidnight(first.issuedMs);
  const leads = Array.from({ length: until - from + 1 }, (_, index) => from + index);
  const forecast = leads.map((lead) =>
    runs.flatMap(({ weight, run }) => (run?.days[lead] ? [[weight, run.days[lead]] as const] : [])),
  );
  const normal = leads.map((lead) =>
    runs.map(({ cell, weight }) => [weight, getNormalDay(cell, start + lead * DAY_MS)] as const),
  );
  const [expected, climate] = [sumHeating(forecast), sumHeating(normal)];
  const level = climate.mean + climateSigmas * climate.sd;
  const publishedMs = Math.max(...runs.map(({ run }) => run?.publishedMs ?? 0));
  return publishValue(
    expected.sd > 1e-6
      ? 1 - computeNormalProbability((level - expected.mean) / expected.sd)
      : Number(expected.mean > level),
    publishedMs,
  );
}

const isActive = ({ phase, untilMs }: WeatherWarning, knownMs: number): boolean =>
  (phase === 'watch' || phase === 'confirmed') && untilMs >= knownMs;

/** Public data with warnings only. */
export type WarningData = Pick<PublicData, 'knownMs' | 'listWarnings'>;

/** Active warnings of a kind for one of the cells. */
export const listActiveWarnings = (
  data: WarningData,
  kind: WarningKind,
  cells: readonly MarketCell[],
): readonly WeatherWarning[] =>
  data
    .listWarnings()
    .filter(
      (warning) =>
        warning.kind === kind &&
        isActive(warning, data.knownMs) &&
        warning.cells.some((cell) => cells.includes(cell as MarketCell)),
    );

/** Highest probability among these warnings; 0 for none. */
export const getWarningProbability = (
  data: PublicData,
  kind: WarningKind,
  cells: readonly MarketCell[],
): number =>
  Math.max(0, ...listActiveWarnings(data, kind, cells).map(({ probability }) => probability));

/** Expected hurricane category: sum of probability x category. */
export const computeStormStrength = (data: PublicData, cells: readonly MarketCell[]): number =>
  listActiveWarnings(data, 'hurricane', cells).reduce(
    (sum, { probability, strength }) => sum + probability * (strength ?? 1),
    0,
  );

/** Days since the latest cancellation of a warning of a kind in a cell; null beyond `maxDays`. */
export function findDaysSinceCancellation(
  data: PublicData,
  kind: WarningKind,
  cell: MarketCell,
  maxDays: number,
): number | null {
  const cancelled = data
    .listWarnings()
    .filter(
      (warning) =>
        warning.kind === kind && warning.phase === 'cancelled' && warning.cells.includes(cell),
    );
  const newest = Math.max(0, ...cancelled.map(({ publishedMs }) => publishedMs));
  const days = (data.knownMs - newest) / DAY_MS;
  return days <= maxDays ? days : null;
}
