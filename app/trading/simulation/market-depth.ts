/** Quote and market depth around the last price. */
import { getContractCosts, computeLevelDepth } from '../domain/contract';
import type { Instrument } from '../domain/instrument';
import type { Quote } from '../domain/quote';
import { type EpochMs, toTicks } from '../domain/units';
import { isBusyHour } from './calendar';
import type { TapeTick } from './tape';

/** Outside 9:00–16:00 New York and at weekends: factors on spread and depth. */
const QUIET_SPREAD = 2;
const QUIET_DEPTH = 0.3;
/** Extra spread per unit of volatility ratio above 1. */
const VOLATILITY_SPREAD = 1.5;

/** Half the spread in ticks (at least 1), by contract, hour and volatility ratio. */
export function computeHalfSpreadTicks(
  instrument: Instrument,
  volatilityRatio: number,
  atMs: EpochMs,
): number {
  const hourFactor = isBusyHour(atMs) ? 1 : QUIET_SPREAD;
  return Math.max(
    1,
    Math.round(
      getContractCosts(instrument).halfSpreadTicks *
        (1 + VOLATILITY_SPREAD * Math.max(0, volatilityRatio - 1)) *
        hourFactor,
    ),
  );
}

/**
 * Quote around a last price. At limit up there are no offers, at limit down no bids; the last price
 * is then the best price of the remaining side. During a pause nothing trades.
 */
export function buildQuote({ ticks, lock }: TapeTick, halfSpread: number, atMs: EpochMs): Quote {
  if (lock === 'UP')
    return {
      bidTicks: ticks,
      askTicks: toTicks(ticks + 2 * halfSpread),
      lastTicks: ticks,
      atMs,
      lock,
    };
  if (lock === 'DOWN')
    return {
      bidTicks: toTicks(ticks - 2 * halfSpread),
      askTicks: ticks,
      lastTicks: ticks,
      atMs,
      lock,
    };
  return {
    bidTicks: toTicks(ticks - halfSpread),
    askTicks: toTicks(ticks + halfSpread),
    lastTicks: ticks,
    atMs,
    ...(lock === null ? {} : { lock }),
  };
}

/** A price level and its resting lots. */
export interface LadderLevel {
  readonly ticks: number;
  readonly lots: number;
}

export interface Ladder {
  readonly bids: readonly LadderLevel[];
  readonly asks: readonly LadderLevel[];
}

/**
 * Order book with `levels` levels a side, half a spread apart. At a daily limit one side is empty.
 */
export function buildLadder(
  instrument: Instrument,
  quote: Quote,
  halfSpread: number,
  levels: number,
): Ladder {
  const lots = Math.max(
    1,
    Math.round(computeLevelDepth(instrument) * (isBusyHour(quote.atMs) ? 1 : QUIET_DEPTH)),
  );
  const buildSide = (best: number, step: number): readonly LadderLevel[] =>
    Array.from({ length: levels }, (_, level) => ({ ticks: best + step * level, lots }));
  const isSideEmpty = (lock: Quote['lock']): boolean =>
    quote.lock === lock || quote.lock === 'BOTH';
  return {
    bids: isSideEmpty('DOWN') ? [] : buildSide(quote.bidTicks, -halfSpread),
    asks: isSideEmpty('UP') ? [] : buildSide(quote.askTicks, halfSpread),
  };
}
