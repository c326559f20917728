/**
 * The state of the futures at a midnight, and the next one from it: everything that a price depends
 * on.
 */
import { DAYS_PER_YEAR } from '../calendar';
import type { Chance, Stream } from '../random-streams';
import { createRows } from '../small-arrays';
import type { DayPath, WeatherPart } from '../parts';
import { type Alpha, type Digestion, getNoise } from './alpha';
import { CHAINS } from './chains';
import type { Range, Schedule } from './contracts';
import { REACH, STOCKS, STOCK_COUNT } from './fundamentals';
import { computeBand, getDailyLimit } from './limits';
import type { PriceInputs, Pricing } from './pricing';
import type { Residual, ResidualShocks, ResidualState } from './residual';
import { diffusionSigma, ownRollYield } from './residual-curve';
import { type Tightness, byStock } from './tightness';

export interface FuturesState extends PriceInputs {
  readonly day: number;
  readonly residual: ResidualState;
  /** Stocks of tightness that the past left. */
  readonly stocks: readonly number[];
  /** Drift of each chain, log per year. */
  readonly drift: readonly number[];
  /** The contracts that have a price, by chain. */
  readonly ranges: readonly Range[];
  /**
   * Log price before limits; the settlement inside them, in quoted units; whether it stands at one:
   * 1 above, -1 below.
   * Only of months that limits are kept for, so many for each chain: all others follow from the
   * rest of the state and are priced when they are asked for.
   */
  readonly logs: number[];
  readonly settlements: number[];
  readonly locks: number[];
}

const COUNT = CHAINS.length;
const LIMITS = CHAINS.map(getDailyLimit);
/**
 * Share of a chain's drift that is its own: one that follows another has that one's drift already.
 */
const OWN_DRIFT = CHAINS.map(({ follows }) => Math.sqrt(1 - (follows?.ratio ?? 0) ** 2));
const IS_ENERGY = CHAINS.map(({ id }) => ['NG', 'CL', 'HO'].includes(id));
/**
 * Limits are kept for so many months from the nearest on: beyond them a price hardly moves by a
 * tenth in a day.
 */
const LIMITED_MONTHS = 4;
const byChain = createRows(COUNT);
const byLimited = createRows(COUNT * LIMITED_MONTHS);
const noPrices = createRows(COUNT * LIMITED_MONTHS, NaN);
/** A premium pays at most so much of a year's volatility: more would be a gift. */
const PREMIUM_MAX = 0.14;
const PREMIUM_LIMITS = CHAINS.map(
  ({ slowVolatility, passingVolatility }) =>
    PREMIUM_MAX * Math.hypot(slowVolatility, passingVolatility),
);

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
export const computeDigestion = (alpha: Alpha, stock: number): Digestion =>
  IS_ENERGY[STOCKS[stock]?.chain ?? 0] ? alpha.energy : alpha.crops;

interface Fold {
  first(): FuturesState;
  next(before: FuturesState, day: number): FuturesState;
}

/** The fold of the futures from midnight to midnight. */
export function createFold(parts: FoldParts): Fold {
  const streams: readonly { readonly noise: Stream; readonly drift: Stream }[] = CHAINS.map(
    ({ id }) => ({
      noise: parts.chance.stream(`futures/${id}/noise`),
      drift: parts.chance.stream(`futures/${id}/drift`),
    }),
  );
  return {
    first() {
      const stocks = byStock();
      const sums = parts.tightness.sums(stocks, { day: 0, cycles: 0 });
      const inputs = {
        residual: parts.residual.first(),
        sums,
        undigested: byStock(),
        unread: byChain(),
        noise: byChain(),
      };
      return priceState(parts, null, { day: 0, stocks, drift: byChain(), ...inputs });
    },
    next(before, day) {
      const shocks = parts.residual.shocks(before.residual, day - 1);
      const stocks = parts.tightness.advance(before.stocks, parts.weather.pastDay(day - 1));
      const sums = parts.tightness.sums(stocks, { day, cycles: 0 });
      return priceState(parts, before, {
        day,
        stocks,
        sums,
        residual: parts.residual.next(
          before.residual,
          shocks,
          computePremia(parts.alpha, before),
          day - 1,
        ),
        undigested: nextUndigested(parts, before, sums),
        unread: nextUnread(parts.alpha, before, shocks),
        noise: nextNoise(parts, streams, before, shocks),
        drift: nextDrift(parts, streams, before),
      });
    },
  };
}

/** What a day's drift and carry add to each slow level. */
export function computePremia({ carryPremium }: Alpha, before: FuturesState): readonly number[] {
  const sizes = byChain();
  for (let chain = 0; chain < COUNT; chain += 1) {
    const limit = PREMIUM_LIMITS[chain] ?? 0;
    const carry = Math.min(
      limit,
      Math.max(-limit, carryPremium * ownRollYield(before.residual, chain)),
    );
    sizes[chain] = (carry + (before.drift[chain] ?? 0)) / DAYS_PER_YEAR;
  }
  return sizes;
}

function nextDrift(
  { alpha, chance }: FoldParts,
  streams: readonly { readonly drift: Stream }[],
  { drift, day }: FuturesState,
): readonly number[] {
  const { sdPerYear, halfLifeDays } = alpha.drift;
  const memory = 0.5 ** (1 / halfLifeDays);
  const shock = sdPerYear * Math.sqrt(1 - memory * memory);
  if (sdPerYear === 0) return drift;
  const next = byChain();
  for (let chain = 0; chain < COUNT; chain += 1) {
    next[chain] =
      memory * (drift[chain] ?? 0) +
      shock * (OWN_DRIFT[chain] ?? 0) * chance.normal(streams[chain]?.drift ?? 0, day);
  }
  return next;
}

/** Standard deviation of a day's shock of the passing noise of a chain. */
export function noiseShock(
  alpha: Alpha,
  shocks: Pick<ResidualShocks, 'sigma'>,
  chain: number,
): number {
  const { ratio, halfLifeDays } = getNoise(alpha, CHAINS[chain]?.id ?? '');
  return ratio === 0
    ? 0
    : ratio * diffusionSigma(shocks, chain, 0) * Math.sqrt(1 - 0.25 ** (1 / halfLifeDays));
}

function nextNoise(
  { alpha, chance }: FoldParts,
  streams: readonly { readonly noise: Stream }[],
  { noise, day }: FuturesState,
  shocks: ResidualShocks,
): readonly number[] {
  if (alpha.isEfficient) return noise;
  const next = byChain();
  for (let chain = 0; chain < COUNT; chain += 1) {
    const memory = 0.5 ** (1 / getNoise(alpha, CHAINS[chain]?.id ?? '').halfLifeDays);
    next[chain] =
      memory * (noise[chain] ?? 0) +
      noiseShock(alpha, shocks, chain) * chance.normal(streams[chain]?.noise ?? 0, day);
  }
  return next;
}

/** What of the news in a stock is still to be digested at the end of a day. */
function absorbNews(digestion: Digestion, undigested: number, news: number): number {
  return digestion.carry * undigested + digestion.lag * news;
}

function nextUndigested(
  { alpha, tightness }: FoldParts,
  before: FuturesState,
  sums: readonly number[],
): readonly number[] {
  if (alpha.isEfficient) return before.undigested;
  const next = byStock();
  for (let stock = 0; stock < STOCK_COUNT; stock += 1) {
    const daily = tightness.decay(stock, 1);
    const news =
      tightness.expected(stock, sums, before.day + 1, REACH) -
      daily * tightness.expected(stock, before.sums, before.day, REACH);
    next[stock] = absorbNews(
      computeDigestion(alpha, stock),
      daily * (before.undigested[stock] ?? 0),
      news,
    );
  }
  return next;
}

function nextUnread(
  { report }: Alpha,
  { unread }: FuturesState,
  { reports }: ResidualShocks,
): readonly number[] {
  if (report.lag === 0) return unread;
  const next = byChain();
  for (let chain = 0; chain < COUNT; chain += 1) next[chain] = report.carry * (unread[chain] ?? 0);
  for (const { chain, size } of reports) next[chain] = (next[chain] ?? 0) + report.lag * size;
  return next;
}

type Unpriced = Omit<FuturesState, 'ranges' | 'logs' | 'settlements' | 'locks'>;

/**
 * The state with its prices: logs from the inputs, settlements inside the bands of the day that
 * ended.
 */
function priceState(
  { pricing, schedules }: FoldParts,
  before: FuturesState | null,
  inputs: Unpriced,
): FuturesState {
  const { day, residual, stocks, drift, sums, undigested, unread, noise } = inputs;
  const ranges = rangesOn(schedules, day, before);
  const state: FuturesState = {
    day,
    residual,
    stocks,
    drift,
    sums,
    undigested,
    unread,
    noise,
    ranges,
    logs: noPrices(),
    settlements: noPrices(),
    locks: byLimited(),
  };
  for (let chain = 0; chain < COUNT; chain += 1) {
    if (LIMITS[chain]?.kind === 'none') continue;
    const { from, until } = ranges[chain] as Range;
    const limited = Math.min(until, from + LIMITED_MONTHS);
    for (let index = from; index < limited; index += 1) {
      const place = chain * LIMITED_MONTHS + index - from;
      const log = pricing.logPrice((schedules[chain] as Schedule).at(index), chain, day, inputs);
      state.logs[place] = log;
      settleValue(state, place, log, before, chain, index);
    }
  }
  return state;
}

/**
 * What has a price on a day: the array of the day before as long as no contract has come or gone.
 */
function rangesOn(
  schedules: readonly Schedule[],
  day: number,
  before: FuturesState | null,
): readonly Range[] {
  let ranges = before?.ranges;
  for (let chain = 0; ranges && chain < COUNT; chain += 1)
    if ((schedules[chain] as Schedule).priced(day) !== ranges[chain]) ranges = undefined;
  return ranges ?? schedules.map((schedule) => schedule.priced(day));
}

function settleValue(
  state: FuturesState,
  place: number,
  log: number,
  before: FuturesState | null,
  chain: number,
  index: number,
): void {
  const price = Math.exp(log);
  const was = before ? keptPlace(before, chain, index) : -1;
  const limit = LIMITS[chain];
  const band =
    before && limit && was >= 0
      ? computeBand(limit, before.settlements[was] ?? price, before.locks[was] !== 0)
      : null;
  state.settlements[place] = band ? Math.min(band.high, Math.max(band.low, price)) : price;
  if (band && price >= band.high) state.locks[place] = 1;
  else if (band && price <= band.low) state.locks[place] = -1;
}

/** The log price of a contract before limits. */
export function computeLogPrice(
  { pricing, schedules }: Pick<FoldParts, 'pricing' | 'schedules'>,
  state: FuturesState,
  chain: number,
  index: number,
): number {
  const kept = keptPlace(state, chain, index);
  return kept >= 0
    ? (state.logs[kept] ?? NaN)
    : pricing.logPrice((schedules[chain] as Schedule).at(index), chain, state.day, state);
}

/** The settlement of a contract inside its limits, in quoted units. */
export function computeSettlement(
  parts: Pick<FoldParts, 'pricing' | 'schedules'>,
  state: FuturesState,
  chain: number,
  index: number,
): number {
  const kept = keptPlace(state, chain, index);
  return kept >= 0
    ? (state.settlements[kept] ?? NaN)
    : Math.exp(computeLogPrice(parts, state, chain, index));
}

/**
 * The daily band of a contract about its settlement, in quoted units; null for one that has no
 * limits.
 */
export function bandAt(state: FuturesState, chain: number, index: number): DayPath['band'] {
  const kept = keptPlace(state, chain, index);
  const limit = LIMITS[chain];
  return !limit || kept < 0
    ? null
    : computeBand(limit, state.settlements[kept] ?? NaN, state.locks[kept] !== 0);
}

/** Whether a contract has a price in a state. */
export function isPriced(state: FuturesState, chain: number, index: number): boolean {
  const { from, until } = state.ranges[chain] as Range;
  return index >= from && index < until;
}

/** Where a contract's prices are kept in a state; -1 when it has none there. */
function keptPlace(state: FuturesState, chain: number, index: number): number {
  const { from, until } = state.ranges[chain] as Range;
  if (
    LIMITS[chain]?.kind === 'none' ||
    index < from ||
    index >= Math.min(until, from + LIMITED_MONTHS)
  )
    return -1;
  return chain * LIMITED_MONTHS + index - from;
}
