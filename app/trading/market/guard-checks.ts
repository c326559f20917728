import type { Instrument } from '../domain/instrument';
import { type Bar, type Quote, findBarError } from '../domain/quote';
import type { EpochMs } from '../domain/units';
import type { MarketEvent } from '../ports';

/** A market event on its way to the engine. */
export interface MarketInput {
  readonly type: 'Market';
  readonly event: MarketEvent;
  readonly atMs: EpochMs;
  /** Backfill of history: prices only, no decisions. */
  readonly isBackfill: boolean;
  /** Storage is down: only the price is used. */
  readonly isUnstored?: boolean;
  /** Prices are already in ticks of the held terms. */
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
  'not a lock',
  'from the future',
  'from the past',
  'duplicate',
  'spike',
  'unconfirmed',
  'bar of a spike',
] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** Accepted clock difference between two machines. */
const CLOCK_SKEW_MAX_MS = 2000;

const LOCKS: readonly unknown[] = [undefined, 'UP', 'DOWN', 'BOTH'] satisfies Quote['lock'][];

const isMissing = (value: unknown): boolean => value === null || value === undefined;
/** Checked at run time: a feed is not compiled with this program. */
const areNumbers = (values: readonly unknown[]): boolean =>
  values.every((value) => typeof value === 'number' && Number.isFinite(value));
/** An integer is a number, so most values need one check. */
const findNumberReason = (values: readonly unknown[]): DropReason | null =>
  values.every(Number.isSafeInteger) ? null : areNumbers(values) ? 'off tick' : 'not a number';

/** Returns why a quote is invalid, or null. */
function findQuoteReason(instrument: Instrument, quote: Quote): DropReason | null {
  const { bidTicks, askTicks, lastTicks, atMs, lock } = quote;
  if (isMissing(bidTicks) || isMissing(askTicks)) return 'one-sided';
  const fault = findNumberReason([bidTicks, askTicks, lastTicks, atMs]);
  if (fault !== null) return fault;
  if (!instrument.priceMayBeNegative && lastTicks <= 0) return 'wrong sign';
  if (bidTicks >= askTicks || lastTicks < bidTicks || lastTicks > askTicks) return 'crossed';
  // A lock allows a jump without confirmation.
  return LOCKS.includes(lock) ? null : 'not a lock';
}

function findBarReason(instrument: Instrument, bar: Bar | undefined): DropReason | null {
  if (!bar) return 'not a bar';
  const { openTicks, highTicks, lowTicks, closeTicks, startsMs, endsMs } = bar;
  const fault = findNumberReason([openTicks, highTicks, lowTicks, closeTicks, startsMs, endsMs]);
  if (fault !== null) return fault;
  return bar.endsMs <= bar.startsMs || findBarError(instrument, bar) !== null ? 'not a bar' : null;
}

/** Returns why the content of an event is invalid at `nowMs`, or null. */
export function findContentReason(
  instrument: Instrument,
  { event }: MarketInput,
  nowMs: EpochMs,
): DropReason | null {
  if (isMissing(event.quote)) return 'one-sided';
  const reason =
    findQuoteReason(instrument, event.quote) ??
    (event.type === 'BarClosed' ? findBarReason(instrument, event.bar) : null);
  if (reason !== null) return reason;
  const latestMs =
    event.type === 'BarClosed' ? Math.max(event.quote.atMs, event.bar.endsMs) : event.quote.atMs;
  return latestMs > nowMs + CLOCK_SKEW_MAX_MS ? 'from the future' : null;
}
