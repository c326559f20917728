/**
 * Plans a roll from its stored inputs: same side and lots in the next month; stop and target keep
 * their distances.
 */
import type { RollFacts, RollPlan } from '../domain/plan-facts';
import type { Quote } from '../domain/quote';
import type { Ticks } from '../domain/units';
import { computeRolledDistance } from '../risk/protection';

export function planRoll(
  from: Quote,
  into: Quote,
  { direction, lots, code, into: next, stopTicks, targetTicks }: RollFacts,
): RollPlan {
  const isLong = direction === 'LONG';
  const computeCarriedDistance = (priceTicks: Ticks | null, isTarget: boolean): Ticks | null =>
    priceTicks === null
      ? null
      : computeRolledDistance({
          isLong,
          isTarget,
          priceTicks,
          fromLastTicks: from.lastTicks,
          intoLastTicks: into.lastTicks,
          intoQuoteTicks: isLong ? into.askTicks : into.bidTicks,
        });
  return {
    action: 'ROLL',
    reason: `${code} ends; the same ${direction} side and lots in ${next}`,
    lots,
    stopDistanceTicks: computeCarriedDistance(stopTicks, false),
    targetDistanceTicks: computeCarriedDistance(targetTicks, true),
  };
}
