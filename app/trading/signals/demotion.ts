/**
 * When a network is no longer listened to in a chain: when a stake on one of its rivals has grown
 * beyond what chance allows.
 */
import { RIVALS, type DemotionFacts, type SignalTally } from '../domain/signal-facts';

/**
 * Chance at most of ever demoting, in one chain, a network that is no worse than any of its rivals:
 * one-sided, over all looks together.
 */
export const DEMOTION_LEVEL = 0.05;
/**
 * Days that a stake must have seen; every other day is its own, so that twice as many have gone by.
 */
export const DEMOTION_DAYS = 20;
/**
 * Even and odd days of three rivals are six stakes: the level is shared out among them (C. E.
 * Bonferroni 1936).
 */
const STAKES = 2 * RIVALS.length;
/** Growth of a stake at which its rival has won. */
export const DEMOTION_EVIDENCE = STAKES / DEMOTION_LEVEL;

/**
 * The rival to which a network has lost by now, with the days and the evidence; null while there is
 * none, and for one that is demoted already.
 */
export function findDemotion({
  stakes,
  demoted,
}: SignalTally): Pick<DemotionFacts, 'rival' | 'days' | 'evidence'> | null {
  if (demoted) return null;
  for (const rival of RIVALS) {
    for (const { days, logWealth } of stakes[rival]) {
      if (days >= DEMOTION_DAYS && logWealth >= Math.log(DEMOTION_EVIDENCE))
        return { rival, days, evidence: Number(Math.exp(logWealth).toFixed(1)) };
    }
  }
  return null;
}
