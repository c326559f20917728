/**
 * Area under the ROC curve: how well probabilities separate positives from negatives.
 *
 * Source: H. B. Mann and D. R. Whitney 1947; J. A. Hanley and B. J. McNeil 1982.
 */
import type { Sample } from './sample';

/**
 * Probability that a positive ranks above a negative, ties counted half: 0.5 is no separation, 1
 * perfect. NaN if either class is missing.
 */
export function computeAreaUnderCurve(probabilities: Sample, outcomes: Sample): number {
  const order = Array.from({ length: probabilities.length }, (_, row) => row).sort(
    (a, b) => (probabilities[a] ?? 0) - (probabilities[b] ?? 0),
  );
  let [rankSum, positives, start] = [0, 0, 0];
  while (start < order.length) {
    let end = start;
    while (
      end < order.length &&
      probabilities[order[end] ?? 0] === probabilities[order[start] ?? 0]
    )
      end += 1;
    for (let one = start; one < end; one += 1) {
      if (outcomes[order[one] ?? 0] !== 1) continue;
      rankSum += (start + end + 1) / 2;
      positives += 1;
    }
    start = end;
  }
  return (rankSum - (positives * (positives + 1)) / 2) / (positives * (order.length - positives));
}
