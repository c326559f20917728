/**
 * Chances of what a public forecast may bring, in closed form from its mean and spread, and of what
 * its service warns of.
 */
import { normalShare } from '../../domain/normal-curve';
import type { ForecastDay, ForecastRun, WarningKind, WeatherWarning } from '../../weather/bulletin';
import type { MarketCell } from '../../weather/cell';
import { type CellWeights, DEGREE_DAY_BASE_F } from '../../weather/demand-weights';
import { type ImpactDay, computeHeating, normalDay } from '../../weather/impact';
import { type PublicKnowledge, type PublishedValue, publishValue } from './knowledge';
import type { Window } from './revisions';
import { DAY_MS, getMidnight } from '../../domain/time';

const daysIn = (run: ForecastRun, [from, until]: Window): readonly ForecastDay[] =>
  run.days.filter(({ lead }) => lead >= from && lead <= until);

/** Chance that a normal value lies below a base; a forecast without spread is certain. */
const computeChanceBelow = (meanF: number, spreadF: number, baseF: number): number =>
  spreadF > 0 ? normalShare((baseF - meanF) / spreadF) : Number(meanF < baseF);

/**
 * The chance of the likeliest day on which the daily mean lies below a base: no more than the
 * chance of any such day.
 */
export const chanceOfCold = (run: ForecastRun, window: Window, baseF: number): number =>
  Math.max(
    0,
    ...daysIn(run, window).map(({ meanF, spreadF }) => computeChanceBelow(meanF, spreadF, baseF)),
  );
/** The same above a base. */
export const chanceOfHeat = (run: ForecastRun, window: Window, baseF: number): number =>
  Math.max(
    0,
    ...daysIn(run, window).map(
      ({ meanF, spreadF }) => 1 - computeChanceBelow(meanF, spreadF, baseF),
    ),
  );

/** Snow falls where it is no warmer than this, deg F. */
const SNOW_F = 34;
const SNOW_DAYS = 3;

/**
 * The chance of the likeliest day whose low falls below a base on ground that no snow covers: none
 * fell in the forecast of the days before.
 */
export function chanceOfBareCold(run: ForecastRun, window: Window, baseF: number): number {
  return Math.max(
    0,
    ...daysIn(run, window).map(({ lead, lowF, spreadF }) => {
      const before = run.days.filter(
        (day) => day.lead < lead && day.lead >= lead - SNOW_DAYS && day.meanF < SNOW_F,
      );
      return (
        computeChanceBelow(lowF, spreadF, baseF) *
        before.reduce((bare, { rainChance }) => bare * (1 - rainChance), 1)
      );
    }),
  );
}

/**
 * The chance of at most `wetMost` wet days in a window, days taken one by one (the Poisson binomial
 * distribution).
 */
export function chanceOfDryness(run: ForecastRun, window: Window, wetMost: number): number {
  let counts = [1];
  for (const { rainChance } of daysIn(run, window)) {
    const next = new Array<number>(counts.length + 1).fill(0);
    counts.forEach((chance, wet) => {
      next[wet] = (next[wet] ?? 0) + chance * (1 - rainChance);
      next[wet + 1] = (next[wet + 1] ?? 0) + chance * rainChance;
    });
    counts = next;
  }
  return counts.slice(0, wetMost + 1).reduce((sum, chance) => sum + chance, 0);
}

/**
 * How the errors of two places and of two days go together, for a sum over both: by the usual
 * scales of weather.
 */
const PLACES_TOGETHER = 0.6;
const DAYS_TOGETHER = 0.72;

/** Mean and standard deviation of weighted heating over a window of days. */
function heatingSum(days: readonly (readonly (readonly [weight: number, day: ImpactDay])[])[]): {
  readonly mean: number;
  readonly sd: number;
} {
  const sizes: number[] = [];
  let mean = 0;
  for (const cells of days) {
    let [linear, squares] = [0, 0];
    for (const [weight, day] of cells) {
      mean += weight * computeHeating(day);
      // a day that is surely warm adds nothing to the spread
      const size =
        weight * day.spreadF * computeChanceBelow(day.meanF, day.spreadF, DEGREE_DAY_BASE_F);
      linear += size;
      squares += size * size;
    }
    sizes.push(Math.sqrt(PLACES_TOGETHER * linear * linear + (1 - PLACES_TOGETHER) * squares));
  }
  let variance = 0;
  for (let a = 0; a < sizes.length; a += 1)
    for (let b = 0; b < sizes.length; b += 1)
      variance += DAYS_TOGETHER ** Math.abs(a - b) * (sizes[a] ?? 0) * (sizes[b] ?? 0);
  return { mean, sd: Math.sqrt(variance) };
}

/**
 * The chance that weighted heating degree days of a window come out above the level that the
 * climate passes with the chance `usual`; null without all forecasts.
 */
export function chanceOfHeating(
  known: PublicKnowledge,
  weights: CellWeights,
  [from, until]: Window,
  usual: number,
): PublishedValue | null {
  const runs = weights.map(([cell, weight]) => ({ cell, weight, run: known.run(cell, 0) }));
  const first = runs[0]?.run;
  if (!first || runs.some(({ run }) => run === null)) return null;
  const start = getMidnight(first.issuedMs);
  const leads = Array.from({ length: until - from + 1 }, (_, index) => from + index);
  const forecast = leads.map((lead) =>
    runs.flatMap(({ weight, run }) => (run?.days[lead] ? [[weight, run.days[lead]] as const] : [])),
  );
  const normal = leads.map((lead) =>
    runs.map(({ cell, weight }) => [weight, normalDay(cell, start + lead * DAY_MS)] as const),
  );
  const [expected, climate] = [heatingSum(forecast), heatingSum(normal)];
  const level = climate.mean + usual * climate.sd;
  const publishedMs = Math.max(...runs.map(({ run }) => run?.publishedMs ?? 0));
  return publishValue(
    expected.sd > 1e-6
      ? 1 - normalShare((level - expected.mean) / expected.sd)
      : Number(expected.mean > level),
    publishedMs,
  );
}

const isInForce = ({ phase, untilMs }: WeatherWarning, knownMs: number): boolean =>
  (phase === 'watch' || phase === 'confirmed') && untilMs >= knownMs;

/** What is known of warnings alone. */
export type Warned = Pick<PublicKnowledge, 'knownMs' | 'warnings'>;

/** Warnings of a kind in force that name one of the cells. */
export const warningsFor = (
  known: Warned,
  kind: WarningKind,
  cells: readonly MarketCell[],
): readonly WeatherWarning[] =>
  known
    .warnings()
    .filter(
      (warning) =>
        warning.kind === kind &&
        isInForce(warning, known.knownMs) &&
        warning.cells.some((cell) => cells.includes(cell as MarketCell)),
    );

/** The greatest chance among such warnings, 0 without one. */
export const warnedChance = (
  known: PublicKnowledge,
  kind: WarningKind,
  cells: readonly MarketCell[],
): number => Math.max(0, ...warningsFor(known, kind, cells).map(({ probability }) => probability));

/** Expected category of hurricanes over cells: chance times category, added up. */
export const stormStrength = (known: PublicKnowledge, cells: readonly MarketCell[]): number =>
  warningsFor(known, 'hurricane', cells).reduce(
    (sum, { probability, strength }) => sum + probability * (strength ?? 1),
    0,
  );

/**
 * Days since the newest warning of a kind over a cell was called off, if that was within
 * `daysMost`; else null.
 */
export function daysSinceBust(
  known: PublicKnowledge,
  kind: WarningKind,
  cell: MarketCell,
  daysMost: number,
): number | null {
  const busts = known
    .warnings()
    .filter(
      (warning) =>
        warning.kind === kind && warning.phase === 'cancelled' && warning.cells.includes(cell),
    );
  const newest = Math.max(0, ...busts.map(({ publishedMs }) => publishedMs));
  const days = (known.knownMs - newest) / DAY_MS;
  return days <= daysMost ? days : null;
}
