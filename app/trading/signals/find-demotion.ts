/**
 * Demotes a network on a chain (its signals become HOLD) once a sequential test shows that a
 * benchmark is better.
 */
import { BENCHMARKS, type DemotionFacts, type SignalScorecard } from '../domain/signal-facts';

/**
 * Error level: maximum probability, over the whole life of a chain, of demoting a network that is
 * no worse than any benchmark (one-sided).
 */
export const DEMOTION_LEVEL = 0.05;
/**
 * Minimum days per e-process. Even and odd days have separate processes, so twice as many days
 * pass.
 */
export const DEMOTION_DAYS_MIN = 20;
/**
 * Three benchmarks times even and odd days give six e-processes that share the level (C. E.
 * Bonferroni 1936).
 */
const STAKE_COUNT = 2 * BENCHMARKS.length;
/** Evidence (wealth of an e-process) at which a benchmark has won. */
export const DEMOTION_EVIDENCE = STAKE_COUNT / DEMOTION_LEVEL;

/**
 * The first benchmark with enough evidence against the network; null without one, and for a network
 * that is already demoted.
 */
export function findDemotion({
  stakes,
  demoted,
}: SignalScorecard): Pick<DemotionFacts, 'rival' | 'days' | 'evidence'> | null {
  if (demoted) return null;
  for (const benchmark of BENCHMARKS) {
    for (const { days, logWealth } of stakes[benchmark]) {
      if (days >= DEMOTION_DAYS_MIN && logWealth >= Math.log(DEMOTION_EVIDENCE))
        return { rival: benchmark, days, evidence: Number(Math.exp(logWealth).toFixed(1)) };
    }
  }
  return null;
}
