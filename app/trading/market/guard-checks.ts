/** What is wrong with a market event on its own face and against what came before it. */
import type { Instrument } from '../domain/instrument';
import { type Bar, type Quote, barFault } from '../domain/quote';
import type { EpochMs } from '../domain/units';
import type { MarketEvent } from '../ports';

/** A market event on its way to the desk. */
/** A market event on its way to the engine. */
export interface MarketInput {
  readonly type: 'Market';
  readonly event: MarketEvent;
  readonly atMs: EpochMs;
  /** History that is being loaded: prices only, no decisions. */
  readonly isBackfill: boolean;
  /** Nothing can be stored: only the price is taken. */
  readonly isUnstored?: boolean;
  /** Its prices are in the ticks of the held terms already. */
  readonly isConverted?: true;
}

export const DROP_REASONS = [
  'unlisted',
  'not a number',
  'off tick',
  'one-sided',
  'crossed',
  'wrong sign',
  'not a bar',
  'from the future',
  'from the past',
  'duplicate',
  'spike',
  'unconfirmed',
  'bar of a spike',
] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** Clocks of two machines differ by this much without either being wrong. */
const AHEAD_MAX_MS = 2000;

const isMissing = (value: unknown): boolean => value === null || value === undefined;
/**
 * Prices and times may be anything here, whatever their types say: a feed is not compiled with the
 * desk.
 */
const areNumbers = (values: readonly unknown[]): boolean =>
  values.every((value) => typeof value === 'number' && Number.isFinite(value));
const areWhole = (values: readonly unknown[]): boolean => values.every(Number.isSafeInteger);

/** Why a quote cannot be one, or null. */
function quoteReason(instrument: Instrument, quote: Quote): DropReason | null {
  const { bidTicks, askTicks, lastTicks, atMs } = quote;
  if (isMissing(bidTicks) || isMissing(askTicks)) return 'one-sided';
  if (!areNumbers([bidTicks, askTicks, lastTicks, atMs])) return 'not a number';
  if (!areWhole([bidTicks, askTicks, lastTicks, atMs])) return 'off tick';
  if (!instrument.priceMayBeNegative && lastTicks <= 0) return 'wrong sign';
  if (bidTicks >= askTicks || lastTicks < bidTicks || lastTicks > askTicks) return 'crossed';
  return null;
}

function barReason(instrument: Instrument, bar: Bar | undefined): DropReason | null {
  if (!bar) return 'not a bar';
  const prices = [bar.openTicks, bar.highTicks, bar.lowTicks, bar.closeTicks];
  if (!areNumbers([...prices, bar.startsMs, bar.endsMs])) return 'not a number';
  if (!areWhole([...prices, bar.startsMs, bar.endsMs])) return 'off tick';
  return bar.endsMs <= bar.startsMs || barFault(instrument, bar) !== null ? 'not a bar' : null;
}

/** Why an event cannot be believed on its own face at `nowMs`, or null. */
export function faceReason(
  instrument: Instrument,
  { event }: MarketInput,
  nowMs: EpochMs,
): DropReason | null {
  if (isMissing(event.quote)) return 'one-sided';
  const reason =
    quoteReason(instrument, event.quote) ??
    (event.type === 'BarClosed' ? barReason(instrument, event.bar) : null);
  if (reason !== null) return reason;
  const latestMs =
    event.type === 'BarClosed' ? Math.max(event.quote.atMs, event.bar.endsMs) : event.quote.atMs;
  return latestMs > nowMs + AHEAD_MAX_MS ? 'from the future' : null;
}

/** An earlier event of the instrument, as far as an order in time needs it. */
export interface Before {
  readonly quote: Quote;
  readonly type: MarketInput['event']['type'];
}

const isSameQuote = (a: Quote, b: Quote): boolean =>
  a.atMs === b.atMs &&
  a.lastTicks === b.lastTicks &&
  a.bidTicks === b.bidTicks &&
  a.askTicks === b.askTicks &&
  a.lock === b.lock;

/** From when to when a bar went. */
export interface Span {
  readonly startsMs: EpochMs;
  readonly endsMs: EpochMs;
}

/**
 * Why an event is out of its order after the last one that passed, or null. `last` is the bar that
 * came last: a longer one may end with it, an hour with its last quarter.
 */
export function orderReason(
  { event }: MarketInput,
  before: Before | null,
  last: Span,
): DropReason | null {
  if (event.type === 'BarClosed' && event.bar.startsMs < last.endsMs) {
    const isLonger = event.bar.endsMs === last.endsMs && event.bar.startsMs < last.startsMs;
    if (!isLonger) return event.bar.endsMs === last.endsMs ? 'duplicate' : 'from the past';
  }
  if (before && event.quote.atMs < before.quote.atMs) return 'from the past';
  return before && isRepeated(event, before) ? 'duplicate' : null;
}

/** Whether an event says the same of the same moment again. */
export const isRepeated = (event: MarketInput['event'], { type, quote }: Before): boolean =>
  type === event.type && event.type !== 'BarClosed' && isSameQuote(quote, event.quote);
