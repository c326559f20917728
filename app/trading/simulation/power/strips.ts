/**
 * The price of a strip: the expected mean of its 168 hours, digested slowly, with the noise of a thin market.
 * It knows fixed deliveries and any day before them; it refuses a fold: each price is made from states, news and chance of its own days.
 */
import { assert } from '../../domain/outcome';
import type { Chance } from '../chance';
import { CYCLES_PER_DAY, CYCLE_MS, type DayPath, type Knowledge, PUBLISH_AFTER_MS } from '../parts';
import { DAYS_PER_WEEK, HOURS_PER_WEEK, type Strip } from './contracts';
import { type Expectation, LEAD_MAX, type PricedDay, priceOf } from './expectation';
import type { Fuel } from './fuel';
import { HUB_ROWS, hubRow } from './hubs';
import { HOURS_PER_DAY } from './load';
import { isForecast } from './forecast';
import { GAS_POWER, LEVEL_MEMORY, LEVEL_SHOCK, OUTAGE_MEMORY, OUTAGE_SHOCK, OUTAGE_USE, fuelPerUse } from './stack';

/** How slowly the market digests news of the weather, and how noisy it is; all nothing when it is efficient. */
export interface StripAlpha {
  /** Share of a day's news that is left for later days, and of what is left that is left again a day later. */
  readonly lag: number;
  readonly carry: number;
  /** Noise that passes, over the usual deviation of a day. */
  readonly noise: number;
}
export const SLOW: StripAlpha = { lag: 0.35, carry: 0.12, noise: 0.25 };
export const EFFICIENT: StripAlpha = { lag: 0, carry: 0, noise: 0 };

/** Days after which nothing of a news is left to digest. */
const DIGESTED_DAYS = 4;
/** Half of the noise is gone after two days; what is older than sixteen counts for nothing. */
const NOISE_MEMORY = Math.SQRT1_2;
const NOISE_DAYS = 16;
const NOISE_SCALE = Math.sqrt((1 - NOISE_MEMORY ** 2) / (1 - NOISE_MEMORY ** (2 * NOISE_DAYS)));
const NOISE_MOVE = Math.sqrt(2 * (1 - NOISE_MEMORY));
/** A usual day of gas, in its log, and days ahead at which the usual deviation of a strip is taken. */
const USUAL_GAS_SIGMA = 0.034;
const USUAL_LEAD = 7;
const WEEK_PLACES = 8192;

export interface Strips {
  /** The price of a strip at the midnight that begins a day, $/MWh; once it has expired, its last one. */
  value(strip: Strip, day: number): number;
  path(strip: Strip, day: number): DayPath;
  forget(): void;
}

export function stripsOf(chance: Chance, expectation: Expectation, fuel: Fuel, alpha: StripAlpha): Strips {
  const noiseStreams = HUB_ROWS.map(({ hub }) => chance.stream(`power/${hub}/noise`));
  const usualSigmas = new Map<number, number>();

  /** Sum of a figure over the hours of delivery, day by day. */
  function overWeek(strip: Strip, dayAt: (day: number) => PricedDay, figure: (day: PricedDay, first: number, end: number, ahead: number) => number): number {
    const lag = hubRow(strip.hub).lagHours;
    let sum = 0;
    for (let ahead = 0; ahead <= DAYS_PER_WEEK; ahead += 1) {
      const first = ahead === 0 ? lag : 0;
      const end = ahead === DAYS_PER_WEEK ? lag : HOURS_PER_DAY;
      sum += figure(dayAt(strip.firstDay + ahead), first, end, ahead);
    }
    return sum / HOURS_PER_WEEK;
  }

  const expected = (strip: Strip, known: Knowledge): number =>
    overWeek(strip, (day) => expectation.dayAt(strip.hub, known, day - known.day), priceOf);

  /** What a whole day of forecasts changed. */
  function news(strip: Strip, day: number): number {
    if (day < 0 || !isForecast(strip.firstDay - day)) return 0;
    return expected(strip, { day, cycles: CYCLES_PER_DAY }) - expected(strip, { day, cycles: 0 });
  }

  /** What of the news is not yet in the price at the midnight that begins a day. */
  function undigested(strip: Strip, day: number): number {
    if (alpha.lag === 0) return 0;
    let sum = 0;
    for (let back = 1, left = alpha.lag; back <= DIGESTED_DAYS; back += 1, left *= alpha.carry) sum += left * news(strip, day - back);
    return sum;
  }

  /** Standard deviation of a day's move by gas, plants and noise, $/MWh. */
  function sigmaBy(strip: Strip, dayAt: (day: number) => PricedDay, lead: number, gasSigma: number, noise: number): number {
    const fuelPart = (ahead: PricedDay, first: number, end: number): number => sumOf(ahead.expected.fuel, first, end) * ahead.factor;
    const usePart = (ahead: PricedDay, first: number, end: number): number =>
      sumOf(ahead.expected.slope, first, end) + (end - first) * ahead.factor * fuelPerUse(hubRow(strip.hub));
    const kept = (memory: number, ahead: number): number => memory ** Math.max(0, lead + ahead - 1);
    const gas = GAS_POWER * gasSigma * overWeek(strip, dayAt, fuelPart);
    const level = LEVEL_SHOCK * overWeek(strip, dayAt, (day, first, end, ahead) => kept(LEVEL_MEMORY, ahead) * fuelPart(day, first, end));
    const outage = OUTAGE_SHOCK * OUTAGE_USE * overWeek(strip, dayAt, (day, first, end, ahead) => kept(OUTAGE_MEMORY, ahead) * usePart(day, first, end));
    return Math.hypot(gas, level, outage, noise);
  }

  function usualSigma(strip: Strip): number {
    const key = strip.firstDay * HUB_ROWS.length + strip.hub;
    const known = usualSigmas.get(key);
    if (known !== undefined) return known;
    const made = sigmaBy(strip, (day) => expectation.usualDay(strip.hub, day), USUAL_LEAD, USUAL_GAS_SIGMA, 0);
    usualSigmas.set(key, made);
    return made;
  }

  /** Noise of a strip at a midnight: an AR(1) written as a sum of its latest shocks. */
  function noise(strip: Strip, day: number): number {
    if (alpha.noise === 0) return 0;
    const stream = noiseStreams[strip.hub] ?? 0;
    const week = (strip.firstDay / DAYS_PER_WEEK) % WEEK_PLACES;
    let sum = 0;
    for (let back = 0, left = NOISE_SCALE; back < NOISE_DAYS; back += 1, left *= NOISE_MEMORY) sum += left * chance.normal(stream, day - back, week);
    return alpha.noise * usualSigma(strip) * sum;
  }

  /** The steps of a day's forecasts, at the minutes when they are published, as long as the strip is traded. */
  function steps(strip: Strip, day: number): DayPath['steps'] {
    if (!isForecast(strip.firstDay - day)) return [];
    const until = day === strip.firstDay ? hubRow(strip.hub).lagHours * 60 : Number.POSITIVE_INFINITY;
    const found: { minute: number; size: number }[] = [];
    let before = expected(strip, { day, cycles: 0 });
    for (let cycles = 1; cycles <= CYCLES_PER_DAY; cycles += 1) {
      const minute = ((cycles - 1) * CYCLE_MS + PUBLISH_AFTER_MS) / 60_000;
      if (minute >= until) break;
      const after = expected(strip, { day, cycles });
      found.push({ minute, size: (1 - alpha.lag) * (after - before) });
      before = after;
    }
    return found;
  }

  const stepSum = (all: DayPath['steps']): number => all.reduce((sum, { size }) => sum + size, 0);

  function value(strip: Strip, day: number): number {
    assert(strip.firstDay - day <= LEAD_MAX - DAYS_PER_WEEK, `a week of power that begins on day ${strip.firstDay} has no price yet on day ${day}`);
    if (day > strip.firstDay) return value(strip, strip.firstDay) + stepSum(steps(strip, strip.firstDay));
    return expected(strip, { day, cycles: 0 }) - undigested(strip, day) + noise(strip, day);
  }

  function path(strip: Strip, day: number): DayPath {
    const from = value(strip, day);
    if (day > strip.firstDay) return { scale: 'linear', from, diffusion: 0, sigma: 0, steps: [], band: null, unrest: 1 };
    const known: Knowledge = { day, cycles: 0 };
    const usual = usualSigma(strip);
    const gasSigma = fuel.sigma(day);
    const sigma = sigmaBy(strip, (at) => expectation.dayAt(strip.hub, known, at - day), strip.firstDay - day, gasSigma, alpha.noise * NOISE_MOVE * usual);
    const all = steps(strip, day);
    return { scale: 'linear', from, diffusion: value(strip, day + 1) - from - stepSum(all), sigma, steps: all, band: null, unrest: sigma / usual };
  }

  return { value, path, forget: () => usualSigmas.clear() };
}

function sumOf(values: Float64Array, first: number, end: number): number {
  let sum = 0;
  for (let hour = first; hour < end; hour += 1) sum += values[hour] ?? 0;
  return sum;
}
