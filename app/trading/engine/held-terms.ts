/**
 * Contracts that a feed lists under other terms than those they are held under: which terms apply,
 * and prices in the ticks of the held ones.
 */
import { canonicalJson } from '../domain/canonical';
import type { Decimal, Instrument } from '../domain/instrument';
import type { Bar, Quote } from '../domain/quote';
import { type Ticks, toTicks } from '../domain/units';
import type { MarketEvent } from '../ports';
import type { EngineEvent } from './event';
import type { DeskState } from './state';

export const hasSameTerms = (a: Instrument, b: Instrument): boolean =>
  a === b || canonicalJson(a) === canonicalJson(b);

/** `up` and `down` round away from and towards minus infinity; `nearest` rounds a half up. */
type Rounding = 'down' | 'nearest' | 'up';

/** The largest whole number that is not above n / d; d is positive. */
const floorDivide = (n: bigint, d: bigint): bigint => (n % d !== 0n && n < 0n ? n / d - 1n : n / d);

/**
 * Ticks of one size in ticks of another, with exact arithmetic; null where a number of ticks is no
 * safe integer.
 */
export function convertTicks(
  ticks: number,
  from: Decimal,
  to: Decimal,
  rounding: Rounding,
): Ticks | null {
  const n = BigInt(ticks) * BigInt(from.digits) * 10n ** BigInt(to.decimals);
  const d = BigInt(to.digits) * 10n ** BigInt(from.decimals);
  const whole =
    rounding === 'down'
      ? floorDivide(n, d)
      : rounding === 'up'
        ? -floorDivide(-n, d)
        : floorDivide(2n * n + d, 2n * d);
  const converted = Number(whole);
  return Number.isSafeInteger(converted) ? toTicks(converted) : null;
}

/**
 * A quote and a bar in other ticks: the touch no better and the range no smaller than they were.
 * Null where a price cannot be written.
 */
export function convertQuote(
  { bidTicks, askTicks, lastTicks, ...rest }: Quote,
  from: Decimal,
  to: Decimal,
): Quote | null {
  const bid = convertTicks(bidTicks, from, to, 'down');
  const ask = convertTicks(askTicks, from, to, 'up');
  const last = convertTicks(lastTicks, from, to, 'nearest');
  return bid === null || ask === null || last === null
    ? null
    : { ...rest, bidTicks: bid, askTicks: ask, lastTicks: last };
}

function convertBar(
  { openTicks, highTicks, lowTicks, closeTicks, ...rest }: Bar,
  from: Decimal,
  to: Decimal,
): Bar | null {
  const open = convertTicks(openTicks, from, to, 'nearest');
  const high = convertTicks(highTicks, from, to, 'up');
  const low = convertTicks(lowTicks, from, to, 'down');
  const close = convertTicks(closeTicks, from, to, 'nearest');
  if (open === null || high === null || low === null || close === null) return null;
  return { ...rest, openTicks: open, highTicks: high, lowTicks: low, closeTicks: close };
}

/** A market event with its prices in ticks of another size; null where one cannot be written. */
export function convertEvent(event: MarketEvent, from: Decimal, to: Decimal): MarketEvent | null {
  if (from.digits === to.digits && from.decimals === to.decimals) return event;
  const quote = convertQuote(event.quote, from, to);
  if (quote === null) return null;
  if (event.type !== 'BarClosed') return { ...event, quote };
  const bar = convertBar(event.bar, from, to);
  return bar === null ? null : { ...event, quote, bar };
}

/**
 * An event with its prices in the ticks that its contract is listed under in these markets; null
 * where they cannot be written.
 * Feeds show prices in the ticks of their own terms. An event that was converted once stays as it
 * is.
 */
export function inListedTicks(
  markets: DeskState['markets'],
  event: EngineEvent,
): EngineEvent | null {
  if (event.type !== 'Market' || event.isConverted) return event;
  const seen = markets[event.event.market]?.instruments[event.event.instrumentId];
  if (!seen?.newTerms) return event;
  const converted = convertEvent(event.event, seen.newTerms.tick, seen.instrument.tick);
  return converted === null ? null : { ...event, event: converted, isConverted: true };
}
