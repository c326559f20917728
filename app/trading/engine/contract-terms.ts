/**
 * Handles contracts whose terms changed while they are in use: which terms apply, and prices
 * converted to old ticks.
 */
import { toCanonicalJson } from '../domain/canonical-json';
import type { Decimal, Instrument } from '../domain/instrument';
import type { Bar, Quote } from '../domain/quote';
import { type Ticks, toTicks } from '../domain/units';
import type { MarketEvent } from '../ports';
import type { EngineEvent } from './event';
import type { DeskState } from './state';

export const hasSameTerms = (a: Instrument, b: Instrument): boolean =>
  a === b || toCanonicalJson(a) === toCanonicalJson(b);

/** `up` and `down` round to plus and minus infinity; `nearest` rounds halves up. */
type Rounding = 'down' | 'nearest' | 'up';

/** Floor of n / d; d > 0. */
const floorDivide = (n: bigint, d: bigint): bigint => (n % d !== 0n && n < 0n ? n / d - 1n : n / d);

/** Exact conversion between tick sizes; null beyond the safe integers. */
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
 * Converted spread and range are never narrower than the original. Null if a price cannot be
 * expressed.
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

/** Null if a price cannot be expressed. */
export function convertEvent(event: MarketEvent, from: Decimal, to: Decimal): MarketEvent | null {
  if (from.digits === to.digits && from.decimals === to.decimals) return event;
  const quote = convertQuote(event.quote, from, to);
  if (quote === null) return null;
  if (event.type !== 'BarClosed') return { ...event, quote };
  const bar = convertBar(event.bar, from, to);
  return bar === null ? null : { ...event, quote, bar };
}

/**
 * Converts feed prices, which are in new ticks, to the ticks that apply. Null if they cannot be
 * expressed. Idempotent.
 */
export function convertToListedTicks(
  markets: DeskState['markets'],
  event: EngineEvent,
): EngineEvent | null {
  if (event.type !== 'Market' || event.isConverted) return event;
  const contract = markets[event.event.market]?.instruments[event.event.instrumentId];
  if (!contract?.newTerms) return event;
  const convertedEvent = convertEvent(
    event.event,
    contract.newTerms.tick,
    contract.instrument.tick,
  );
  return convertedEvent === null ? null : { ...event, event: convertedEvent, isConverted: true };
}
