/** Quotes and bars. */
import type { Instrument } from './instrument';
import type { Side } from './order';
import { type EpochMs, type Ticks, toTicks } from './units';

export interface Quote {
  readonly bidTicks: Ticks;
  readonly askTicks: Ticks;
  readonly lastTicks: Ticks;
  readonly atMs: EpochMs;
  /**
   * At the daily limit: UP has no seller, DOWN no buyer, BOTH is a trading pause. Absent while both
   * sides trade.
   */
  readonly lock?: 'UP' | 'DOWN' | 'BOTH';
}

export interface Bar {
  readonly openTicks: Ticks;
  readonly highTicks: Ticks;
  readonly lowTicks: Ticks;
  readonly closeTicks: Ticks;
  readonly startsMs: EpochMs;
  readonly endsMs: EpochMs;
}

/** True when this side cannot trade: a buy at limit up, a sell at limit down. */
export const isLockedFor = (side: Side, { lock }: Pick<Quote, 'lock'>): boolean =>
  lock === 'BOTH' || lock === (side === 'BUY' ? 'UP' : 'DOWN');

/** Describes a lock and the side that cannot trade. */
export function formatLock(name: string, side: Side, { lock }: Pick<Quote, 'lock'>): string {
  const where = lock === 'BOTH' ? 'is paused' : `is limit-locked ${lock === 'UP' ? 'up' : 'down'}`;
  return `${name} ${where}: nothing can be ${side === 'BUY' ? 'bought' : 'sold'} there`;
}

/** Returns the error of a quote, or null: bid < ask, bid <= last <= ask, price sign allowed. */
export function findQuoteError(instrument: Instrument, quote: Quote): string | null {
  if (quote.bidTicks >= quote.askTicks) return 'bid is not below ask';
  if (quote.lastTicks < quote.bidTicks || quote.lastTicks > quote.askTicks)
    return 'last is outside bid and ask';
  if (!instrument.priceMayBeNegative && quote.lastTicks <= 0)
    return `${instrument.id} cannot trade at or below zero`;
  return null;
}

/** Returns the error of a bar, or null: low <= open, close <= high, price sign allowed. */
export function findBarError(instrument: Instrument, bar: Bar): string | null {
  if (bar.highTicks < bar.lowTicks) return 'high is below low';
  if (bar.openTicks > bar.highTicks || bar.openTicks < bar.lowTicks)
    return 'open is outside low and high';
  if (bar.closeTicks > bar.highTicks || bar.closeTicks < bar.lowTicks)
    return 'close is outside low and high';
  if (!instrument.priceMayBeNegative && bar.lowTicks <= 0)
    return `${instrument.id} cannot trade at or below zero`;
  return null;
}

/**
 * Ask for a last price and a half-spread in multiples of 0.5 tick. The last trade of a market with
 * an odd spread is not in the middle: it is at the lower price when it is even, else at the upper
 * one. So a last price that moves between the two prices of a one-tick market moves no quote, and
 * an order pays half a tick on average.
 */
export const computeAskTicks = (lastTicks: number, halfSpread: number): number =>
  lastTicks + (lastTicks % 2 === 0 ? Math.ceil(halfSpread) : Math.floor(halfSpread));

/** The bid that belongs to `computeAskTicks`. */
export const computeBidTicks = (lastTicks: number, halfSpread: number): number =>
  lastTicks - (lastTicks % 2 === 0 ? Math.floor(halfSpread) : Math.ceil(halfSpread));

/** Bid for a sell, ask for a buy. */
export const computeTouchTicks = (side: Side, lastTicks: number, halfSpread: number): number =>
  side === 'BUY' ? computeAskTicks(lastTicks, halfSpread) : computeBidTicks(lastTicks, halfSpread);

/** A quote around a traded price; `halfSpread` in ticks, at least 0.5. */
export function buildQuote(lastTicks: Ticks, halfSpread: number, atMs: EpochMs): Quote {
  const half = Math.max(0.5, halfSpread);
  return {
    bidTicks: toTicks(computeBidTicks(lastTicks, half)),
    askTicks: toTicks(computeAskTicks(lastTicks, half)),
    lastTicks,
    atMs,
  };
}
