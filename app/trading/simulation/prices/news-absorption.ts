/** Part of a day's weather news that the public consensus misses at first. */
import { isWeekend } from '../calendar';
import { CYCLES_PER_DAY } from '../market-models';
import type { Alpha, LargeRevisions } from './alpha';

/** Runs of a day that are read with equal attention. */
interface Runs {
  readonly from: number;
  readonly until: number;
  readonly isAttended: boolean;
}

/**
 * Of a business day: those of 0, of 6 and 12, and of 18 o'clock UTC. The first and the last are
 * published in the American night and evening.
 */
const BUSINESS_RUNS: readonly Runs[] = [
  { from: 0, until: 1, isAttended: false },
  { from: 1, until: 3, isAttended: true },
  { from: 3, until: CYCLES_PER_DAY, isAttended: false },
];
const WEEKEND_RUNS: readonly Runs[] = [{ from: 0, until: CYCLES_PER_DAY, isAttended: false }];
/** Fraction of a week's runs by day on business days; each run has the same variance of news. */
const ATTENDED_FRACTION = (5 / 7) * 0.5;

/** Missing fraction relative to its mean over a week, which is 1. */
export function computeInattention(ratio: number, isAttended: boolean): number {
  const attended = 1 / (ATTENDED_FRACTION + (1 - ATTENDED_FRACTION) * ratio);
  return isAttended ? attended : ratio * attended;
}

/** Missing fraction of a revision relative to a small one; `deviations` is its size. */
export function computeLargeRevisionRatio(
  { fromDeviations, untilDeviations, excess }: LargeRevisions,
  deviations: number,
): number {
  const beyond = (Math.abs(deviations) - fromDeviations) / (untilDeviations - fromDeviations);
  return 1 + excess * Math.min(1, Math.max(0, beyond));
}

/**
 * News missing after the first `cycles` runs of a day, in units of the news. `getNews` returns the
 * news since the start of the day after 1 to 4 runs. `newsSd` is the standard deviation of a day's
 * news; null when it is unknown, and then large revisions count as others.
 */
export function sumMissingNews(
  { inattentionRatio, largeRevisions }: Pick<Alpha, 'inattentionRatio' | 'largeRevisions'>,
  lag: number,
  day: number,
  cycles: number,
  getNews: (cycles: number) => number,
  newsSd: number | null,
): number {
  let [sum, before] = [0, 0];
  if (lag === 0) return sum;
  for (const { from, until, isAttended } of isWeekend(day) ? WEEKEND_RUNS : BUSINESS_RUNS) {
    if (from >= cycles) break;
    const after = getNews(Math.min(until, cycles));
    const news = after - before;
    const sd = (newsSd ?? 0) * Math.sqrt((until - from) / CYCLES_PER_DAY);
    sum +=
      computeInattention(inattentionRatio, isAttended) *
      (sd === 0 ? 1 : computeLargeRevisionRatio(largeRevisions, news / sd)) *
      news;
    before = after;
  }
  return lag * sum;
}
