/** Midnight state of the futures and its daily update. */
import { COMMODITIES } from '../../domain/commodity';
import { isBusinessDay } from '../../market/calendar';
import { DAYS_PER_YEAR, getDayStartMs } from '../calendar';
import { CYCLES_PER_DAY } from '../market-models';
import type { RandomStreams, RandomStream } from '../random-streams';
import { createArrayFactory } from '../array-factory';
import type { DayPath, WeatherModel } from '../market-models';
import { type Alpha, type NewsAbsorption, getReportAbsorption, getTransientNoise } from './alpha';
import { FUTURES_CHAINS } from './futures-chains';
import type { Range, Schedule } from './contract-schedule';
import { sumMissingNews } from './news-absorption';
import { REACH, STOCKS, STOCK_COUNT } from './weather-flows';
import { computeBand, getDailyLimit, isBounding } from './limits';
import type { PriceInputs, Pricing } from './pricing';
import type { Residual, ResidualShocks, ResidualState } from './residual';
import { computeBasisChange, computeDiffusionSigma, computeOwnRollYield } from './residual-curve';
import { createConsensusOutlook } from '../weather/consensus-outlook';
import { type Tightness, createStockArray } from './tightness';

export interface FuturesState extends PriceInputs {
  readonly day: number;
  readonly residual: ResidualState;
  /** Tightness stocks from past weather. */
  readonly stocks: readonly number[];
  /** True stock forecasts (SUMS values per stock). */
  readonly sums: readonly number[];
  /** Drift by chain, log per year. */
  readonly drift: readonly number[];
  /** Basis momentum by chain: recent return of the front less that of the next month, log. */
  readonly basisMomentum: readonly number[];
  /** Priced contracts by chain. */
  readonly ranges: readonly Range[];
  /**
   * Log price before limits; settlement within limits, quoted units.
   * Only for the LIMITED_MONTHS nearest months of chains with limits; other prices are computed
   * from the state on demand.
   */
  readonly logs: number[];
  readonly settlements: number[];
  /**
   * Settlement of the last trading day, to which the limits of the following days refer, and its
   * limit state (1 up, -1 down, 0 none). Days without trading keep both.
   */
  readonly references: number[];
  readonly locks: number[];
}

const COUNT = FUTURES_CHAINS.length;
const CHAIN_IDS = FUTURES_CHAINS.map(({ id }) => id);
const LIMITS = FUTURES_CHAINS.map(getDailyLimit);
const HAS_LIMIT = LIMITS.map(isBounding);
/** Own part of a chain's drift; the rest comes through `follows`. */
const OWN_DRIFT = FUTURES_CHAINS.map(({ follows }) => Math.sqrt(1 - (follows?.ratio ?? 0) ** 2));
const IS_ENERGY = FUTURES_CHAINS.map(({ commodity }) => COMMODITIES[commodity].group === 'fuels');
/** Nearest months with daily limits; later months hardly reach theirs. */
const LIMITED_MONTHS = 4;
const createChainArray = createArrayFactory(COUNT);
const createLimitedArray = createArrayFactory(COUNT * LIMITED_MONTHS);
const createPriceArray = createArrayFactory(COUNT * LIMITED_MONTHS, NaN);
/**
 * Basis momentum counts the past half year on average, as the middle of the twelve months of M.
 * Boons and M. Prado (2019, Journal of Finance 74).
 */
const BASIS_MEMORY = 1 - 1 / (DAYS_PER_YEAR / 2);
/** Cap on the premium of carry and basis momentum as a fraction of annual volatility. */
const PREMIUM_MAX = 0.14;
const PREMIUM_LIMITS = FUTURES_CHAINS.map(
  ({ longTermVolatility, shortTermVolatility }) =>
    PREMIUM_MAX * Math.hypot(longTermVolatility, shortTermVolatility),
);

export type CycleSums = (
  today: Pick<FuturesState, 'day' | 'stocks'>,
  cycles: number,
) => readonly number[];

export interface FuturesModels {
  readonly random: RandomStreams;
  readonly weather: WeatherModel;
  readonly alpha: Alpha;
  readonly residual: Residual;
  readonly tightness: Tightness;
  /** Stock forecasts after each cycle of a day. */
  readonly cycleSums: CycleSums;
  readonly pricing: Pricing;
  readonly schedules: readonly Schedule[];
}

/** News absorption for a stock's weather. */
export const getNewsAbsorption = (alpha: Alpha, stock: number): NewsAbsorption =>
  IS_ENERGY[STOCKS[stock]?.chain ?? 0] ? alpha.energy : alpha.crops;

interface Fold {
  createFirst(): FuturesState;
  computeNext(before: FuturesState, day: number): FuturesState;
}

export function createFold(parts: FuturesModels): Fold {
  const streams: readonly { readonly noise: RandomStream; readonly drift: RandomStream }[] =
    FUTURES_CHAINS.map(({ id }) => ({
      noise: parts.random.getStream(`futures/${id}/noise`),
      drift: parts.random.getStream(`futures/${id}/drift`),
    }));
  return {
    createFirst() {
      const stocks = createStockArray();
      const sums = parts.tightness.computeSums(stocks, { day: 0, cycles: 0 });
      const inputs = {
        residual: parts.residual.first(),
        sums,
        consensus: computeConsensusSums(parts, stocks, 0, sums),
        undigested: createStockArray(),
        unabsorbedReports: createChainArray(),
        noise: createChainArray(),
      };
      return priceState(parts, null, {
        day: 0,
        stocks,
        drift: createChainArray(),
        basisMomentum: createChainArray(),
        ...inputs,
      });
    },
    computeNext(before, day) {
      const shocks = parts.residual.shocks(before.residual, day - 1);
      const stocks = parts.tightness.advance(before.stocks, parts.weather.getPastDay(day - 1));
      const sums = parts.tightness.computeSums(stocks, { day, cycles: 0 });
      const residual = parts.residual.next(
        before.residual,
        shocks,
        computeLongTermDrift(parts.alpha, before),
        day - 1,
      );
      return priceState(parts, before, {
        day,
        stocks,
        sums,
        consensus: computeConsensusSums(parts, stocks, day, sums),
        residual,
        undigested: computeNextUnabsorbed(parts, before, sums),
        unabsorbedReports: computeNextUnabsorbedReports(parts.alpha, before, shocks),
        noise: computeNextNoise(parts, streams, before, shocks),
        drift: computeNextDrift(parts, streams, before),
        basisMomentum: computeNextBasisMomentum(parts.alpha, before, residual),
      });
    },
  };
}

/** Stock forecasts of the consensus at the start of a day, from the true ones. */
function computeConsensusSums(
  { alpha, tightness, weather }: FuturesModels,
  stocks: readonly number[],
  day: number,
  sums: readonly number[],
): readonly number[] {
  if (alpha.biasFraction === 0) return sums;
  const outlook = weather.getOutlook({ day, cycles: 0 });
  return tightness.computeOutlookSums(stocks, createConsensusOutlook(outlook, alpha.biasFraction));
}

/** Daily addition to each long-term level: premium of carry and basis momentum, and drift. */
const computeLongTermDrift = (alpha: Alpha, before: FuturesState): readonly number[] =>
  computeCarry(alpha, before).map(
    (carry, chain) => carry + (before.drift[chain] ?? 0) / DAYS_PER_YEAR,
  );

/** Expected return of carry and basis momentum by chain, log per day. */
export function computeCarry(
  { carryPremium, basisMomentumPremium }: Alpha,
  { residual, basisMomentum }: Pick<FuturesState, 'residual' | 'basisMomentum'>,
): readonly number[] {
  const sizes = createChainArray();
  for (let chain = 0; chain < COUNT; chain += 1) {
    const limit = PREMIUM_LIMITS[chain] ?? 0;
    const premium =
      carryPremium * computeOwnRollYield(residual, chain) +
      basisMomentumPremium * (basisMomentum[chain] ?? 0);
    sizes[chain] = Math.min(limit, Math.max(-limit, premium)) / DAYS_PER_YEAR;
  }
  return sizes;
}

function computeNextBasisMomentum(
  { basisMomentumPremium }: Alpha,
  { residual, basisMomentum }: FuturesState,
  next: ResidualState,
): readonly number[] {
  if (basisMomentumPremium === 0) return basisMomentum;
  return basisMomentum.map(
    (size, chain) => BASIS_MEMORY * size + computeBasisChange(residual, next, chain),
  );
}

function computeNextDrift(
  { alpha, random }: FuturesModels,
  streams: readonly { readonly drift: RandomStream }[],
  { drift, day }: FuturesState,
): readonly number[] {
  const { sdPerYear, halfLifeDays } = alpha.drift;
  const memory = 0.5 ** (1 / halfLifeDays);
  const shock = sdPerYear * Math.sqrt(1 - memory * memory);
  if (sdPerYear === 0) return drift;
  const next = createChainArray();
  for (let chain = 0; chain < COUNT; chain += 1) {
    next[chain] =
      memory * (drift[chain] ?? 0) +
      shock * (OWN_DRIFT[chain] ?? 0) * random.drawNormal(streams[chain]?.drift ?? 0, day);
  }
  return next;
}

/** Standard deviation of a day's shock to a chain's transient noise. */
export function computeNoiseShock(
  alpha: Alpha,
  shocks: Pick<ResidualShocks, 'sigma'>,
  chain: number,
): number {
  const { ratio, halfLifeDays } = getTransientNoise(alpha, FUTURES_CHAINS[chain]?.id ?? '');
  return ratio === 0
    ? 0
    : ratio * computeDiffusionSigma(shocks, chain, 0) * Math.sqrt(1 - 0.25 ** (1 / halfLifeDays));
}

function computeNextNoise(
  { alpha, random }: FuturesModels,
  streams: readonly { readonly noise: RandomStream }[],
  { noise, day }: FuturesState,
  shocks: ResidualShocks,
): readonly number[] {
  if (alpha.isEfficient) return noise;
  const next = createChainArray();
  for (let chain = 0; chain < COUNT; chain += 1) {
    const memory =
      0.5 ** (1 / getTransientNoise(alpha, FUTURES_CHAINS[chain]?.id ?? '').halfLifeDays);
    next[chain] =
      memory * (noise[chain] ?? 0) +
      computeNoiseShock(alpha, shocks, chain) * random.drawNormal(streams[chain]?.noise ?? 0, day);
  }
  return next;
}

/** News of a stock missing after the first cycles of a day; `tomorrow` are the sums after all. */
export function computeMissingNews(
  { alpha, tightness, cycleSums }: FuturesModels,
  today: Pick<FuturesState, 'day' | 'stocks' | 'sums'>,
  tomorrow: readonly number[],
  stock: number,
  cycles: number,
): number {
  const start = tightness.getExpectedTightness(stock, today.sums, today.day, REACH);
  const daily = tightness.getDecay(stock, 1);
  const getNews = (count: number): number =>
    (count === CYCLES_PER_DAY
      ? tightness.getExpectedTightness(stock, tomorrow, today.day + 1, REACH) / daily
      : tightness.getExpectedTightness(stock, cycleSums(today, count), today.day, REACH)) - start;
  return sumMissingNews(
    alpha,
    getNewsAbsorption(alpha, stock).lag,
    today.day,
    cycles,
    getNews,
    tightness.getNewsSd(stock, today.day),
  );
}

function computeNextUnabsorbed(
  parts: FuturesModels,
  before: FuturesState,
  sums: readonly number[],
): readonly number[] {
  const { alpha, tightness } = parts;
  if (alpha.isEfficient) return before.undigested;
  const next = createStockArray();
  for (let stock = 0; stock < STOCK_COUNT; stock += 1)
    next[stock] =
      tightness.getDecay(stock, 1) *
      (getNewsAbsorption(alpha, stock).carry * (before.undigested[stock] ?? 0) +
        computeMissingNews(parts, before, sums, stock, CYCLES_PER_DAY));
  return next;
}

function computeNextUnabsorbedReports(
  alpha: Alpha,
  { unabsorbedReports }: FuturesState,
  { reports }: ResidualShocks,
): readonly number[] {
  if (alpha.isEfficient) return unabsorbedReports;
  const next = unabsorbedReports.map(
    (size, chain) => getReportAbsorption(alpha, CHAIN_IDS[chain] ?? '').carry * size,
  );
  for (const { chain, size } of reports)
    next[chain] =
      (next[chain] ?? 0) + getReportAbsorption(alpha, CHAIN_IDS[chain] ?? '').lag * size;
  return next;
}

type Unpriced = Omit<FuturesState, 'ranges' | 'logs' | 'settlements' | 'references' | 'locks'>;

/** Adds prices to a state, with settlements inside the limits of the day that ended. */
function priceState(
  { pricing, schedules }: FuturesModels,
  before: FuturesState | null,
  inputs: Unpriced,
): FuturesState {
  const { day } = inputs;
  const ranges = getPricedRanges(schedules, day, before);
  const state: FuturesState = {
    ...inputs,
    ranges,
    logs: createPriceArray(),
    settlements: createPriceArray(),
    references: createPriceArray(),
    locks: createLimitedArray(),
  };
  const hasTraded = isBusinessDay(getDayStartMs(day - 1));
  for (let chain = 0; chain < COUNT; chain += 1) {
    if (!HAS_LIMIT[chain]) continue;
    const { from, until } = ranges[chain] as Range;
    const limited = Math.min(until, from + LIMITED_MONTHS);
    for (let index = from; index < limited; index += 1) {
      const slot = chain * LIMITED_MONTHS + index - from;
      const log = pricing.computeLogPrice(
        (schedules[chain] as Schedule).getMonth(index),
        chain,
        day,
        inputs,
      );
      state.logs[slot] = log;
      applyDailyLimit(state, slot, hasTraded, before, chain, index);
    }
  }
  return state;
}

/** Priced ranges of a day; the previous array while no contract was listed or expired. */
function getPricedRanges(
  schedules: readonly Schedule[],
  day: number,
  before: FuturesState | null,
): readonly Range[] {
  let ranges = before?.ranges;
  for (let chain = 0; ranges && chain < COUNT; chain += 1)
    if ((schedules[chain] as Schedule).getPricedRange(day) !== ranges[chain]) ranges = undefined;
  return ranges ?? schedules.map((schedule) => schedule.getPricedRange(day));
}

function applyDailyLimit(
  state: FuturesState,
  slot: number,
  hasTraded: boolean,
  before: FuturesState | null,
  chain: number,
  index: number,
): void {
  const price = Math.exp(state.logs[slot] ?? NaN);
  const band = before && getBand(before, chain, index);
  const settlement = band ? Math.min(band.high, Math.max(band.low, price)) : price;
  state.settlements[slot] = settlement;
  if (before && band && !hasTraded) {
    const previous = getStoredIndex(before, chain, index);
    state.references[slot] = before.references[previous] ?? NaN;
    state.locks[slot] = before.locks[previous] ?? 0;
    return;
  }
  state.references[slot] = settlement;
  if (band && price >= band.high) state.locks[slot] = 1;
  else if (band && price <= band.low) state.locks[slot] = -1;
}

export function computeLogPrice(
  { pricing, schedules }: Pick<FuturesModels, 'pricing' | 'schedules'>,
  state: FuturesState,
  chain: number,
  index: number,
): number {
  const stored = getStoredIndex(state, chain, index);
  return stored >= 0
    ? (state.logs[stored] ?? NaN)
    : pricing.computeLogPrice(
        (schedules[chain] as Schedule).getMonth(index),
        chain,
        state.day,
        state,
      );
}

/** Settlement within limits, quoted units. */
export function computeSettlement(
  parts: Pick<FuturesModels, 'pricing' | 'schedules'>,
  state: FuturesState,
  chain: number,
  index: number,
): number {
  const stored = getStoredIndex(state, chain, index);
  return stored >= 0
    ? (state.settlements[stored] ?? NaN)
    : Math.exp(computeLogPrice(parts, state, chain, index));
}

/** Price band of the day that starts in a state, quoted units; null without limits. */
export function getBand(state: FuturesState, chain: number, index: number): DayPath['band'] {
  const stored = getStoredIndex(state, chain, index);
  const limit = LIMITS[chain];
  return !limit || stored < 0
    ? null
    : computeBand(limit, state.references[stored] ?? NaN, state.locks[stored] !== 0);
}

/** Limit state of the last trading day: 1 at the upper limit, -1 at the lower, else 0. */
export function getLock(state: FuturesState, chain: number, index: number): -1 | 0 | 1 {
  const lock = state.locks[getStoredIndex(state, chain, index)] ?? 0;
  return lock > 0 ? 1 : lock < 0 ? -1 : 0;
}

export function isPriced(state: FuturesState, chain: number, index: number): boolean {
  const { from, until } = state.ranges[chain] as Range;
  return index >= from && index < until;
}

/** Index of a contract's stored prices; -1 if not stored. */
function getStoredIndex(state: FuturesState, chain: number, index: number): number {
  const { from, until } = state.ranges[chain] as Range;
  if (!HAS_LIMIT[chain] || index < from || index >= Math.min(until, from + LIMITED_MONTHS))
    return -1;
  return chain * LIMITED_MONTHS + index - from;
}
