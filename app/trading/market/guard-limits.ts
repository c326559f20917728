/** Largest move between two quotes that needs no confirmation. */
import { getContractCosts, getContract } from '../domain/contract';
import { type Instrument, requireDecimal, toNumber } from '../domain/instrument';
import type { Quote } from '../domain/quote';
import type { EpochMs } from '../domain/units';
import { getSession } from './sessions';
import { MINUTE_MS } from '../domain/time';

const DAY_MINUTES = 1440;
/**
 * Allowed move in standard deviations of the elapsed time: inside a session, after its open, over a
 * closure.
 */
const DEVIATIONS = 8;
const DEVIATIONS_AT_OPEN = 10;
const DEVIATIONS_OVER_CLOSURE = 12;
const OPENING_MS = 30 * MINUTE_MS;
/** Allowed jitter of bid, ask and last, in half-spreads of at least one tick. */
const JITTER_HALF_SPREADS = 6;
/** Minimum elapsed time, because feed stamps are no finer. */
const ELAPSED_MIN_MINUTES = 1 / 12;
/** Minimum daily volatility, and the initial one before observations; fractions of the price. */
const FLOOR_DAILY = 0.01;
const INITIAL_DAILY = 0.04;
/** Time constant of the volatility estimate, minutes. */
const MEMORY_MINUTES = 720;

/** Cache of jitter in ticks, because costs are parsed from decimals. */
const jitters = new WeakMap<Instrument, number>();

function computeJitter(instrument: Instrument): number {
  const cached = jitters.get(instrument);
  if (cached !== undefined) return cached;
  const jitter = JITTER_HALF_SPREADS * Math.max(1, getContractCosts(instrument).halfSpreadTicks);
  jitters.set(instrument, jitter);
  return jitter;
}

/** |price| in ticks, with a minimum where a price may cross zero. */
export const getScale = (instrument: Instrument, quote: Quote): number =>
  Math.max(1, Math.abs(quote.lastTicks), instrument.scaleFloorTicks);

const computeRate = (instrument: Instrument, quote: Quote, daily: number): number =>
  (daily * getScale(instrument, quote)) ** 2 / DAY_MINUTES;

/** Initial variance, ticks squared per minute. */
export const computeInitialRate = (instrument: Instrument, quote: Quote): number =>
  computeRate(instrument, quote, INITIAL_DAILY);

/** Largest change of bid, ask or last, in ticks. */
export const computeDistance = (from: Quote, to: Quote): number =>
  Math.max(
    Math.abs(to.lastTicks - from.lastTicks),
    Math.abs(to.bidTicks - from.bidTicks),
    Math.abs(to.askTicks - from.askTicks),
  );

const computeElapsedMinutes = (fromMs: EpochMs, toMs: EpochMs): number =>
  Math.max(ELAPSED_MIN_MINUTES, (toMs - fromMs) / MINUTE_MS);

/** Move in ticks that needs no confirmation: k x sigma x sqrt(elapsed time) plus spread jitter. */
export function computeAllowedMove(
  instrument: Instrument,
  rate: number,
  from: Quote,
  to: Quote,
): number {
  const variance =
    Math.max(rate, computeRate(instrument, from, FLOOR_DAILY)) *
    computeElapsedMinutes(from.atMs, to.atMs);
  const moving =
    computeDeviations(instrument, from.atMs, to.atMs) * Math.sqrt(variance) +
    computeJitter(instrument);
  // A price may jump to a limit, and after a pause to wherever trading resumes.
  return to.lock === undefined && from.lock !== 'BOTH'
    ? moving
    : Math.max(moving, computeLimitRange(instrument, from));
}

/** Wider after a closure and at the open of a session. */
function computeDeviations(instrument: Instrument, fromMs: EpochMs, toMs: EpochMs): number {
  const { isOpen, opensMs } = getSession(getContract(instrument.commodity), toMs);
  if (!isOpen) return DEVIATIONS;
  if (opensMs > fromMs) return DEVIATIONS_OVER_CLOSURE;
  return toMs - opensMs < OPENING_MS ? DEVIATIONS_AT_OPEN : DEVIATIONS;
}

/** Range between both daily limits or first pauses in ticks; zero for a contract without. */
function computeLimitRange(instrument: Instrument, from: Quote): number {
  const { dailyLimit } = getContract(instrument.commodity);
  const toTickDistance = (text: string): number =>
    toNumber(requireDecimal(text)) / toNumber(instrument.tick);
  switch (dailyLimit.kind) {
    case 'none':
      return 0;
    case 'breaker':
      return 2 * (dailyLimit.percent / 100) * getScale(instrument, from);
    case 'fixed':
      return 2 * toTickDistance(dailyLimit.distance) * dailyLimit.nextDayFactor;
    case 'by-price':
      return 2 * toTickDistance(dailyLimit.max);
  }
}

/** Updated variance, ticks squared per minute: exponential average over time of squared moves. */
export function updateRate(instrument: Instrument, rate: number, from: Quote, to: Quote): number {
  const minutes = computeElapsedMinutes(from.atMs, to.atMs);
  const observed =
    Math.min(
      Math.abs(to.lastTicks - from.lastTicks),
      computeAllowedMove(instrument, rate, from, to),
    ) **
      2 /
    minutes;
  const weight = 1 - Math.exp(-minutes / MEMORY_MINUTES);
  return rate + weight * (observed - rate);
}
