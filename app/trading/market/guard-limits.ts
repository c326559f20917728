/** How far a price may move between two quotes before somebody has to confirm it. */
import { contractCosts, getContract } from '../domain/contract';
import { type Instrument, decimal, toNumber } from '../domain/instrument';
import type { Quote } from '../domain/quote';
import type { EpochMs } from '../domain/units';
import { sessionAt } from './sessions';
import { MINUTE_MS } from '../domain/time';

const DAY_MINUTES = 1440;
/**
 * Standard deviations of the elapsed time that pass unasked: inside a session, soon after its
 * opening, and over a closed stretch.
 */
const DEVIATIONS = 8;
const DEVIATIONS_AT_OPEN = 10;
const DEVIATIONS_OVER_CLOSURE = 12;
const OPENING_MS = 30 * MINUTE_MS;
/** Half-spreads by which bid, ask and last may jitter whatever the volatility. */
const JITTER_HALF_SPREADS = 6;
/** Less time than this counts as this much: stamps of a feed are no finer. */
const ELAPSED_MIN_MINUTES = 1 / 12;
/**
 * Daily volatility below which no market is taken to be calm, and the one assumed before a price
 * has been watched; shares of the price.
 */
const FLOOR_DAILY = 0.01;
const COLD_DAILY = 0.04;
/** How long the learnt volatility remembers, minutes. */
const MEMORY_MINUTES = 720;

/** Jitter of an instrument in ticks, worked out once: its costs are read from decimals. */
const jitters = new WeakMap<Instrument, number>();

function computeJitter(instrument: Instrument): number {
  const known = jitters.get(instrument);
  if (known !== undefined) return known;
  const jitter = JITTER_HALF_SPREADS * contractCosts(instrument).halfSpreadTicks;
  jitters.set(instrument, jitter);
  return jitter;
}

/**
 * Ticks that stand for 100 % of a price: its size, with the floor of a price that may pass through
 * zero.
 */
export const getScale = (instrument: Instrument, quote: Quote): number =>
  Math.max(1, Math.abs(quote.lastTicks), instrument.scaleFloorTicks);

const computeRate = (instrument: Instrument, quote: Quote, daily: number): number =>
  (daily * getScale(instrument, quote)) ** 2 / DAY_MINUTES;

/** The variance that is assumed of a price which nobody has watched yet, ticks squared a minute. */
export const coldRate = (instrument: Instrument, quote: Quote): number =>
  computeRate(instrument, quote, COLD_DAILY);

/**
 * What separates two quotes, in ticks: the most that bid, ask or last has moved, so that a far side
 * alone is seen too.
 */
export const computeDistance = (from: Quote, to: Quote): number =>
  Math.max(
    Math.abs(to.lastTicks - from.lastTicks),
    Math.abs(to.bidTicks - from.bidTicks),
    Math.abs(to.askTicks - from.askTicks),
  );

const elapsedMinutes = (fromMs: EpochMs, toMs: EpochMs): number =>
  Math.max(ELAPSED_MIN_MINUTES, (toMs - fromMs) / MINUTE_MS);

/**
 * The move from one quote to a later one that passes unasked, in ticks: k x sigma x root of the
 * elapsed time, plus the jitter of a spread.
 */
export function allowedMove(instrument: Instrument, rate: number, from: Quote, to: Quote): number {
  const variance =
    Math.max(rate, computeRate(instrument, from, FLOOR_DAILY)) * elapsedMinutes(from.atMs, to.atMs);
  const moving =
    computeDeviations(instrument, from.atMs, to.atMs) * Math.sqrt(variance) +
    computeJitter(instrument);
  return to.lock === undefined ? moving : Math.max(moving, limitRange(instrument, from));
}

/** Prices gap over closed hours and are unsteady when a session begins. */
function computeDeviations(instrument: Instrument, fromMs: EpochMs, toMs: EpochMs): number {
  const { isOpen, opensMs } = sessionAt(getContract(instrument.commodity), toMs);
  if (!isOpen) return DEVIATIONS;
  if (opensMs > fromMs) return DEVIATIONS_OVER_CLOSURE;
  return toMs - opensMs < OPENING_MS ? DEVIATIONS_AT_OPEN : DEVIATIONS;
}

/**
 * From one daily limit to the other, in ticks: as far as a locked price can be from one seen the
 * same day. Zero where the contract has no limit.
 */
function limitRange(instrument: Instrument, from: Quote): number {
  const { dailyLimit } = getContract(instrument.commodity);
  const ticks = (text: string): number => toNumber(decimal(text)) / toNumber(instrument.tick);
  switch (dailyLimit.kind) {
    case 'none':
      return 0;
    case 'breaker':
      return 2 * (dailyLimit.percent / 100) * getScale(instrument, from);
    case 'fixed':
      return 2 * ticks(dailyLimit.distance) * dailyLimit.nextDayFactor;
    case 'by-price':
      return 2 * ticks(dailyLimit.most);
  }
}

/**
 * The learnt variance after an accepted quote, ticks squared a minute: an exponential mean over
 * time of squared moves.
 */
export function updateScale(instrument: Instrument, rate: number, from: Quote, to: Quote): number {
  const minutes = elapsedMinutes(from.atMs, to.atMs);
  const seen =
    Math.min(Math.abs(to.lastTicks - from.lastTicks), allowedMove(instrument, rate, from, to)) **
      2 /
    minutes;
  const weight = 1 - Math.exp(-minutes / MEMORY_MINUTES);
  return rate + weight * (seen - rate);
}
