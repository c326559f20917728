/** How far a close stands from its exponential average, in standard deviations of the same bars. */
import {
  type Moments,
  copyMoments,
  deviationOfMoments,
  emptyMoments,
  exactDeviation,
  isFilled,
  isNear,
  pushMoment,
} from './moments';

export interface Average {
  readonly closes: Moments;
  /** Exponential average with weight 2 / (n + 1), begun at the first close. */
  average: number;
  /** (close - average) / deviation; zero where nothing varies and before there are n closes. */
  score: number;
}

export const emptyAverage = (n: number): Average => ({
  closes: emptyMoments(n),
  average: 0,
  score: 0,
});

export const copyAverage = (from: Average): Average => ({
  closes: copyMoments(from.closes),
  average: from.average,
  score: from.score,
});

/**
 * Takes a close in, in place. The score is exact near +-e and +-x. False while there are fewer than
 * n closes.
 */
export function foldAverage(to: Average, close: number, e: number, x: number): boolean {
  const { closes } = to;
  to.average =
    closes.count === 0 ? close : to.average + (2 / (closes.size + 1)) * (close - to.average);
  pushMoment(closes, close);
  to.score = 0;
  if (!isFilled(closes)) return false;
  const deviation = deviationOfMoments(closes);
  if (deviation === 0) return true;
  const score = (close - to.average) / deviation;
  const size = Math.abs(score);
  to.score =
    isNear(size, e) || isNear(size, x) ? (close - to.average) / exactDeviation(closes) : score;
  return true;
}
