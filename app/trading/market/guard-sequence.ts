import type { Quote } from '../domain/quote';
import type { EpochMs } from '../domain/units';
import type { MarketInput, DropReason } from './guard-checks';

/** The previous event of the instrument. */
export interface PrecedingEvent {
  readonly quote: Quote;
  readonly type: MarketInput['event']['type'];
}

const isSameQuote = (a: Quote, b: Quote): boolean =>
  a.atMs === b.atMs &&
  a.lastTicks === b.lastTicks &&
  a.bidTicks === b.bidTicks &&
  a.askTicks === b.askTicks &&
  a.lock === b.lock;

/** Time span of a bar. */
export interface BarSpan {
  readonly startsMs: EpochMs;
  readonly endsMs: EpochMs;
}

/**
 * Returns why an event is out of order after the last passed one, or null. `last` is the last bar;
 * a longer bar may end with it, such as an hour with its last quarter.
 */
export function findSequenceReason(
  { event }: MarketInput,
  before: PrecedingEvent | null,
  last: BarSpan,
): DropReason | null {
  if (event.type === 'BarClosed' && event.bar.startsMs < last.endsMs) {
    const isLonger = event.bar.endsMs === last.endsMs && event.bar.startsMs < last.startsMs;
    if (!isLonger) return event.bar.endsMs === last.endsMs ? 'duplicate' : 'from the past';
  }
  if (before && event.quote.atMs < before.quote.atMs) return 'from the past';
  return before && isRepeated(event, before) ? 'duplicate' : null;
}

/** True when an event repeats the preceding one. */
export const isRepeated = (event: MarketInput['event'], { type, quote }: PrecedingEvent): boolean =>
  type === event.type && event.type !== 'BarClosed' && isSameQuote(quote, event.quote);
