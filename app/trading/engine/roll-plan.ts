/**
 * A roll as it follows from what was known: the same side and lots in the next month, with the
 * protection carried over.
 */
import type { KnownAtRoll, RollPlan } from '../domain/leaving-facts';
import type { Quote } from '../domain/quote';
import type { Ticks } from '../domain/units';
import { carriedDistance } from '../risk/protection';

/** The plan of a roll from one month into another. */
export function planRoll(
  from: Quote,
  into: Quote,
  { direction, lots, code, into: next, stopTicks, targetTicks }: KnownAtRoll,
): RollPlan {
  const isLong = direction === 'LONG';
  const carried = (priceTicks: Ticks | null, isTarget: boolean): Ticks | null =>
    priceTicks === null
      ? null
      : carriedDistance({
          isLong,
          isTarget,
          priceTicks,
          fromLastTicks: from.lastTicks,
          intoLastTicks: into.lastTicks,
          intoTouchTicks: isLong ? into.askTicks : into.bidTicks,
        });
  return {
    action: 'ROLL',
    reason: `${code} ends; the same ${direction} side and lots in ${next}`,
    lots,
    stopDistanceTicks: carried(stopTicks, false),
    targetDistanceTicks: carried(targetTicks, true),
  };
}
