/**
 * Where a stop goes as it follows from what was known: behind what was gained, nearer where a
 * network speaks against, or where it was lost.
 */
import { type Instrument, valueMills } from '../domain/instrument';
import type { KnownAtTrail, TrailPlan } from '../domain/leaving-facts';
import type { Quote } from '../domain/quote';
import { type Ticks, toTicks } from '../domain/units';
import { getAgreement } from '../risk/agreement';
import { stopDistance, trailedStop } from '../risk/protection';

const STAYS: TrailPlan = { priceTicks: null, reason: 'it stays' };

/** The plan of a stop after a bar in which the position stays. */
export function planTrail(instrument: Instrument, quote: Quote, known: KnownAtTrail): TrailPlan {
  const { direction, lots, gainMills, range, stopRanges, stopTicks } = known;
  const spread = quote.askTicks - quote.bidTicks;
  const distanceTicks = stopDistance(instrument, spread, range, stopRanges);
  if (distanceTicks === null) return STAYS;
  const isLong = direction === 'LONG';
  if (stopTicks === null)
    return {
      priceTicks: toTicks(quote.lastTicks - (isLong ? 1 : -1) * distanceTicks),
      reason: 'it had lost its stop',
    };
  const followed = trailedStop({
    isLong,
    gainMills,
    distanceMills: valueMills(instrument, distanceTicks, lots),
    distanceTicks,
    lastTicks: quote.lastTicks,
    stopTicks,
  });
  const drawn = drawnNear(instrument, quote, known);
  const priceTicks = chooseTighter(isLong, followed, drawn);
  if (priceTicks === null) return STAYS;
  return {
    priceTicks,
    reason:
      priceTicks === followed
        ? 'it follows what was gained'
        : `${known.signal?.network ?? 'a network'} speaks against what is held`,
  };
}

/**
 * Where a network that speaks against what is held draws its stop: one range behind the last price.
 * Null where none does, or where it stands nearer already.
 */
function drawnNear(
  instrument: Instrument,
  quote: Quote,
  { direction, range, stopTicks, signal }: KnownAtTrail,
): Ticks | null {
  const near = stopDistance(instrument, quote.askTicks - quote.bidTicks, range, 1);
  if (near === null || stopTicks === null || getAgreement(direction, signal) !== 'FORBIDS')
    return null;
  const sign = direction === 'LONG' ? 1 : -1;
  const drawn = quote.lastTicks - sign * near;
  return sign * (drawn - stopTicks) > 0 ? toTicks(drawn) : null;
}

const chooseTighter = (isLong: boolean, a: Ticks | null, b: Ticks | null): Ticks | null =>
  a === null ? b : b === null ? a : a > b === isLong ? a : b;
