/** What a market says: a two-sided quote, or a finished bar. */
import type { Instrument } from './instrument';
import type { Side } from './order';
import { type EpochMs, type Ticks, toTicks } from './units';

export interface Quote {
  readonly bidTicks: Ticks;
  readonly askTicks: Ticks;
  readonly lastTicks: Ticks;
  readonly atMs: EpochMs;
  /**
   * Locked at the daily limit: UP has no seller and fills no buyer, DOWN no buyer, BOTH is a pause.
   * Absent while both sides trade.
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

/**
 * Whether a quote trades with nobody who wants this side: limit up has no seller for a buyer, limit
 * down no buyer for a seller.
 */
export const isLockedFor = (side: Side, { lock }: Pick<Quote, 'lock'>): boolean =>
  lock === 'BOTH' || lock === (side === 'BUY' ? 'UP' : 'DOWN');

/** How a lock is told: where the market stands and what cannot be done there. */
export function lockText(name: string, side: Side, { lock }: Pick<Quote, 'lock'>): string {
  const where = lock === 'BOTH' ? 'is paused' : `is limit-locked ${lock === 'UP' ? 'up' : 'down'}`;
  return `${name} ${where}: nothing can be ${side === 'BUY' ? 'bought' : 'sold'} there`;
}

/**
 * Why a quote may not enter the desk, or null when it is sound: bid < ask, bid <= last <= ask, sign
 * allowed.
 */
export function quoteFault(instrument: Instrument, quote: Quote): string | null {
  if (quote.bidTicks >= quote.askTicks) return 'bid is not below ask';
  if (quote.lastTicks < quote.bidTicks || quote.lastTicks > quote.askTicks)
    return 'last is outside bid and ask';
  if (!instrument.priceMayBeNegative && quote.lastTicks <= 0)
    return `${instrument.id} cannot trade at or below zero`;
  return null;
}

/**
 * Why a bar may not enter the desk, or null when low <= open, close <= high and the sign is
 * allowed.
 */
export function barFault(instrument: Instrument, bar: Bar): string | null {
  if (bar.highTicks < bar.lowTicks) return 'high is below low';
  if (bar.openTicks > bar.highTicks || bar.openTicks < bar.lowTicks)
    return 'open is outside low and high';
  if (bar.closeTicks > bar.highTicks || bar.closeTicks < bar.lowTicks)
    return 'close is outside low and high';
  if (!instrument.priceMayBeNegative && bar.lowTicks <= 0)
    return `${instrument.id} cannot trade at or below zero`;
  return null;
}

/** The quote around a single traded price, `halfSpread` ticks (at least one) to each side. */
export const quoteAround = (lastTicks: Ticks, halfSpread: number, atMs: EpochMs): Quote => ({
  bidTicks: toTicks(lastTicks - Math.max(1, halfSpread)),
  askTicks: toTicks(lastTicks + Math.max(1, halfSpread)),
  lastTicks,
  atMs,
});
