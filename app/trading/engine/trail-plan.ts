/**
 * Plans a stop from its stored inputs: trails profit, tightens on an opposite signal, or replaces a
 * lost stop.
 */
import { type Instrument, computeValueMills } from '../domain/instrument';
import type { TrailFacts, TrailPlan } from '../domain/plan-facts';
import type { Quote } from '../domain/quote';
import { type Ticks, toTicks } from '../domain/units';
import { getAgreement } from '../risk/signal-agreement';
import { computeStopDistance, computeTrailingStop } from '../risk/protection';

const UNCHANGED: TrailPlan = { priceTicks: null, reason: 'it stays' };

/** Called after a bar in which the position stays open. */
export function planTrail(instrument: Instrument, quote: Quote, facts: TrailFacts): TrailPlan {
  const { direction, lots, gainMills, range, stopRanges, stopTicks } = facts;
  const spread = quote.askTicks - quote.bidTicks;
  const distanceTicks = computeStopDistance(instrument, spread, range, stopRanges);
  if (distanceTicks === null) return UNCHANGED;
  const isLong = direction === 'LONG';
  if (stopTicks === null)
    return {
      priceTicks: toTicks(quote.lastTicks - (isLong ? 1 : -1) * distanceTicks),
      reason: 'the position had no stop',
    };
  const trailedTicks = computeTrailingStop({
    isLong,
    gainMills,
    distanceMills: computeValueMills(instrument, distanceTicks, lots),
    distanceTicks,
    lastTicks: quote.lastTicks,
    stopTicks,
  });
  const tightenedTicks = computeTightenedStop(instrument, quote, facts);
  const priceTicks = chooseTighter(isLong, trailedTicks, tightenedTicks);
  if (priceTicks === null) return UNCHANGED;
  return {
    priceTicks,
    reason:
      priceTicks === trailedTicks
        ? 'follows the profit'
        : `opposite AI signal of ${facts.signal?.network ?? 'a network'}`,
  };
}

/**
 * Stop one ATR behind the last price, on an opposite signal. Null without such a signal or if the
 * current stop is tighter.
 */
function computeTightenedStop(
  instrument: Instrument,
  quote: Quote,
  { direction, range, stopTicks, signal }: TrailFacts,
): Ticks | null {
  const distanceTicks = computeStopDistance(instrument, quote.askTicks - quote.bidTicks, range, 1);
  if (distanceTicks === null || stopTicks === null || getAgreement(direction, signal) !== 'FORBIDS')
    return null;
  const sign = direction === 'LONG' ? 1 : -1;
  const tightenedTicks = quote.lastTicks - sign * distanceTicks;
  return sign * (tightenedTicks - stopTicks) > 0 ? toTicks(tightenedTicks) : null;
}

const chooseTighter = (isLong: boolean, a: Ticks | null, b: Ticks | null): Ticks | null =>
  a === null ? b : b === null ? a : a > b === isLong ? a : b;
