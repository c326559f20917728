/** Distance of a close from its exponential average, in standard deviations of the same window. */
import {
  type Moments,
  copyMoments,
  getDeviation,
  createMoments,
  computeExactDeviation,
  isFilled,
  isNear,
  pushMoment,
} from './moments';

export interface Average {
  readonly closes: Moments;
  /** Exponential average with weight 2 / (n + 1), initialized with the first close. */
  average: number;
  /** (close - average) / standard deviation; zero when nothing varies and below n closes. */
  score: number;
}

export const createAverage = (n: number): Average => ({
  closes: createMoments(n),
  average: 0,
  score: 0,
});

export const copyAverage = (from: Average): Average => ({
  closes: copyMoments(from.closes),
  average: from.average,
  score: from.score,
});

/** Distance of the last close from the level x deviations off the average; zero within it. */
export const computeDistance = ({ closes, score }: Average, x: number): number =>
  Math.max(0, Math.abs(score) - x) * getDeviation(closes);

/**
 * Updates in place with a close. The score is exact near +-e and +-x. Returns false below n closes.
 */
export function updateAverage(to: Average, close: number, e: number, x: number): boolean {
  const { closes } = to;
  to.average =
    closes.count === 0 ? close : to.average + (2 / (closes.size + 1)) * (close - to.average);
  pushMoment(closes, close);
  to.score = 0;
  if (!isFilled(closes)) return false;
  const deviation = getDeviation(closes);
  if (deviation === 0) return true;
  const score = (close - to.average) / deviation;
  const size = Math.abs(score);
  to.score =
    isNear(size, e) || isNear(size, x)
      ? (close - to.average) / computeExactDeviation(closes)
      : score;
  return true;
}
