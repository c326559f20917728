/**
 * The state of the futures at a midnight, and the next one from it: everything that a price depends on.
 * It knows how a day is folded, limits and slow digestion with it; it refuses the order in which anybody asks.
 */
import { DAYS_PER_YEAR } from '../calendar';
import type { Chance, Stream } from '../chance';
import type { DayPath, WeatherPart } from '../parts';
import { type Alpha, type Digestion, noiseOf } from './alpha';
import { CHAINS } from './chains';
import type { Range, Schedule } from './contracts';
import { REACH, STOCKS, STOCK_COUNT } from './gauges';
import { bandOf, limitOf } from './limits';
import type { PriceInputs, Pricing } from './pricing';
import type { Residual, ResidualShocks, ResidualState } from './residual';
import { diffusionSigma, ownRollYield } from './residual-curve';
import type { Tightness } from './tightness';

export interface FuturesState extends PriceInputs {
  readonly day: number;
  readonly residual: ResidualState;
  /** Stocks of tightness that the past left. */
  readonly stocks: Float64Array;
  /** Drift of each chain, log per year. */
  readonly drift: Float64Array;
  /** The contracts that have a price, by chain, and where the prices of each chain begin. */
  readonly ranges: readonly Range[];
  readonly starts: readonly number[];
  /**
   * Log price before limits; the settlement inside them, in quoted units; whether it stands at one: 1 above, -1 below.
   * Only of months that limits are kept for: the others are NaN here, follow from the rest of the state and are priced when they are asked for.
   */
  readonly logs: Float64Array;
  readonly settlements: Float64Array;
  readonly locks: Int8Array;
}

const COUNT = CHAINS.length;
const LIMITS = CHAINS.map(limitOf);
const IS_ENERGY = CHAINS.map(({ id }) => ['NG', 'CL', 'HO'].includes(id));
/** Limits are kept for so many months from the nearest on: beyond them a price hardly moves by a tenth in a day. */
const LIMITED_MONTHS = 4;
/** A premium pays at most so much of a year's volatility: more would be a gift. */
const PREMIUM_MAX = 0.14;

/** What the fold of a day needs. */
export interface FoldParts {
  readonly chance: Chance;
  readonly weather: WeatherPart;
  readonly alpha: Alpha;
  readonly residual: Residual;
  readonly tightness: Tightness;
  readonly pricing: Pricing;
  readonly schedules: readonly Schedule[];
}

/** How the news of a stock's weather is digested. */
export const digestionOf = (alpha: Alpha, stock: number): Digestion => (IS_ENERGY[STOCKS[stock]?.chain ?? 0] ? alpha.energy : alpha.crops);

export interface Fold {
  first(): FuturesState;
  next(before: FuturesState, day: number): FuturesState;
}

/** The fold of the futures from midnight to midnight. */
export function createFold(parts: FoldParts): Fold {
  const streams: readonly { readonly noise: Stream; readonly drift: Stream }[] = CHAINS.map(({ id }) => ({
    noise: parts.chance.stream(`futures/${id}/noise`), drift: parts.chance.stream(`futures/${id}/drift`),
  }));
  return {
    first() {
      const stocks = new Float64Array(STOCK_COUNT);
      const sums = parts.tightness.sums(stocks, { day: 0, cycles: 0 });
      const inputs = { residual: parts.residual.first(), sums, undigested: new Float64Array(STOCK_COUNT), unread: new Float64Array(COUNT), noise: new Float64Array(COUNT) };
      return priced(parts, null, { day: 0, stocks, drift: new Float64Array(COUNT), ...inputs });
    },
    next(before, day) {
      const shocks = parts.residual.shocks(before.residual, day - 1);
      const stocks = parts.tightness.advance(before.stocks, parts.weather.pastDay(day - 1));
      const sums = parts.tightness.sums(stocks, { day, cycles: 0 });
      return priced(parts, before, {
        day, stocks, sums, residual: parts.residual.next(before.residual, shocks, premia(parts.alpha, before), day - 1),
        undigested: nextUndigested(parts, before, sums), unread: nextUnread(parts.alpha, before, shocks),
        noise: nextNoise(parts, streams, before, shocks), drift: nextDrift(parts, streams, before),
      });
    },
  };
}

/** What a day's drift and carry add to each slow level. */
function premia({ carryPremium }: Alpha, before: FuturesState): Float64Array {
  return Float64Array.from(CHAINS, ({ slowVolatility, passingVolatility }, chain) => {
    const limit = PREMIUM_MAX * Math.hypot(slowVolatility, passingVolatility);
    const carry = Math.min(limit, Math.max(-limit, carryPremium * ownRollYield(before.residual, chain)));
    return (carry + (before.drift[chain] ?? 0)) / DAYS_PER_YEAR;
  });
}

function nextDrift({ alpha, chance }: FoldParts, streams: readonly { readonly drift: Stream }[], { drift, day }: FuturesState): Float64Array {
  const { sdPerYear, halfLifeDays } = alpha.drift;
  const memory = 0.5 ** (1 / halfLifeDays);
  const shock = sdPerYear * Math.sqrt(1 - memory * memory);
  if (sdPerYear === 0) return drift;
  // a chain that follows another has that one's drift already
  return drift.map((value, chain) => memory * value + shock * Math.sqrt(1 - (CHAINS[chain]?.follows?.ratio ?? 0) ** 2) * chance.normal(streams[chain]?.drift ?? 0, day));
}

/** Standard deviation of a day's shock of the passing noise of a chain. */
export function noiseShock(alpha: Alpha, shocks: Pick<ResidualShocks, 'sigma'>, chain: number): number {
  const { ratio, halfLifeDays } = noiseOf(alpha, CHAINS[chain]?.id ?? '');
  return ratio === 0 ? 0 : ratio * diffusionSigma(shocks, chain, 0) * Math.sqrt(1 - 0.25 ** (1 / halfLifeDays));
}

function nextNoise({ alpha, chance }: FoldParts, streams: readonly { readonly noise: Stream }[], { noise, day }: FuturesState, shocks: ResidualShocks): Float64Array {
  if (alpha.isEfficient) return noise;
  return noise.map((value, chain) => {
    const memory = 0.5 ** (1 / noiseOf(alpha, CHAINS[chain]?.id ?? '').halfLifeDays);
    return memory * value + noiseShock(alpha, shocks, chain) * chance.normal(streams[chain]?.noise ?? 0, day);
  });
}

/** What of the news in a stock is still to be digested at the end of a day. */
export function digested(digestion: Digestion, undigested: number, news: number): number {
  return digestion.carry * undigested + digestion.lag * news;
}

function nextUndigested({ alpha, tightness }: FoldParts, before: FuturesState, sums: Float64Array): Float64Array {
  if (alpha.isEfficient) return before.undigested;
  return before.undigested.map((value, stock) => {
    const daily = tightness.decay(stock, 1);
    const news = tightness.expected(stock, sums, before.day + 1, REACH) - daily * tightness.expected(stock, before.sums, before.day, REACH);
    return digested(digestionOf(alpha, stock), daily * value, news);
  });
}

function nextUnread({ report }: Alpha, { unread }: FuturesState, { reports }: ResidualShocks): Float64Array {
  if (report.lag === 0) return unread;
  const next = unread.map((value) => report.carry * value);
  for (const { chain, size } of reports) next[chain] = (next[chain] ?? 0) + report.lag * size;
  return next;
}

type Unpriced = Omit<FuturesState, 'ranges' | 'starts' | 'logs' | 'settlements' | 'locks'>;

/** The state with its prices: logs from the inputs, settlements inside the bands of the day that ended. */
function priced({ pricing, schedules }: FoldParts, before: FuturesState | null, inputs: Unpriced): FuturesState {
  const ranges = schedules.map((schedule) => schedule.priced(inputs.day));
  const starts: number[] = [];
  let count = 0;
  for (const { from, until } of ranges) {
    starts.push(count);
    count += until - from;
  }
  const state = { ...inputs, ranges, starts, logs: new Float64Array(count).fill(NaN), settlements: new Float64Array(count).fill(NaN), locks: new Int8Array(count) };
  for (let chain = 0; chain < COUNT; chain += 1) {
    const { from, until } = ranges[chain] as Range;
    const limited = LIMITS[chain]?.kind !== 'none' ? Math.min(until, from + LIMITED_MONTHS) : from;
    for (let index = from; index < limited; index += 1) {
      const place = (starts[chain] ?? 0) + index - from;
      const log = pricing.logPrice((schedules[chain] as Schedule).at(index), chain, inputs.day, inputs);
      state.logs[place] = log;
      settle(state, place, log, before, chain, index);
    }
  }
  return state;
}

function settle(state: FuturesState, place: number, log: number, before: FuturesState | null, chain: number, index: number): void {
  const price = Math.exp(log);
  const was = before ? placeOf(before, chain, index) : -1;
  const limit = LIMITS[chain];
  const band = before && limit && was >= 0 && !Number.isNaN(before.settlements[was]) ? bandOf(limit, before.settlements[was] ?? price, before.locks[was] !== 0) : null;
  state.settlements[place] = band ? Math.min(band.high, Math.max(band.low, price)) : price;
  if (band && price >= band.high) state.locks[place] = 1;
  else if (band && price <= band.low) state.locks[place] = -1;
}

/** The log price of a contract before limits. */
export function logOf({ pricing, schedules }: Pick<FoldParts, 'pricing' | 'schedules'>, state: FuturesState, chain: number, index: number): number {
  const log = state.logs[placeOf(state, chain, index)] ?? NaN;
  return Number.isNaN(log) ? pricing.logPrice((schedules[chain] as Schedule).at(index), chain, state.day, state) : log;
}

/** The settlement of a contract inside its limits, in quoted units. */
export function settlementOf(parts: Pick<FoldParts, 'pricing' | 'schedules'>, state: FuturesState, chain: number, index: number): number {
  const settlement = state.settlements[placeOf(state, chain, index)] ?? NaN;
  return Number.isNaN(settlement) ? Math.exp(logOf(parts, state, chain, index)) : settlement;
}

/** The daily band of a contract about its settlement, in quoted units; null for one that has no limits. */
export function bandAt(state: FuturesState, chain: number, index: number): DayPath['band'] {
  const place = placeOf(state, chain, index);
  const settlement = state.settlements[place] ?? NaN;
  const limit = LIMITS[chain];
  return !limit || Number.isNaN(settlement) ? null : bandOf(limit, settlement, state.locks[place] !== 0);
}

/** Where a contract's prices are in a state; -1 when it has none then. */
export function placeOf(state: FuturesState, chain: number, index: number): number {
  const { from, until } = state.ranges[chain] as Range;
  return index < from || index >= until ? -1 : (state.starts[chain] ?? 0) + index - from;
}
