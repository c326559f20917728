/**
 * How well chances tell cases from others, whatever their level.
 *
 * Source: H. B. Mann and D. R. Whitney 1947; J. A. Hanley and B. J. McNeil 1982.
 */
import type { Sample } from './sample';

/**
 * The chance that a case is told higher than one that did not come, ties counted half: 0.5 tells
 * nothing, 1 all. NaN where one of the two kinds is missing.
 */
export function areaUnderCurve(chances: Sample, outcomes: Sample): number {
  const order = Array.from({ length: chances.length }, (_, row) => row).sort(
    (a, b) => (chances[a] ?? 0) - (chances[b] ?? 0),
  );
  let [ranks, came, at] = [0, 0, 0];
  while (at < order.length) {
    let end = at;
    while (end < order.length && chances[order[end] ?? 0] === chances[order[at] ?? 0]) end += 1;
    for (let one = at; one < end; one += 1) {
      if (outcomes[order[one] ?? 0] !== 1) continue;
      ranks += (at + end + 1) / 2;
      came += 1;
    }
    at = end;
  }
  return (ranks - (came * (came + 1)) / 2) / (came * (order.length - came));
}
