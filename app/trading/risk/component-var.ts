/**
 * Who brings how much of a value at risk: parts by Euler's theorem, which add up to the whole.
 *
 * Source: E. Epperlein and A. Smillie 2006, Cracking VaR with kernels, Risk 19.
 */
import { tailPlace, valueAtRisk } from './tail';

/**
 * Weights by rank fall evenly to zero over as many ranks as there are scenarios beyond the
 * quantile, two at least.
 */
const RANKS_MIN = 2;

/**
 * Parts of the value at risk, in the unit of the rows: the mean loss of each row over the scenarios
 * near the quantile, scaled so that they sum to the whole; below zero for what hedges.
 * `sorted` are the totals, the worst first. All parts are zero where the whole is.
 */
export function componentVar(
  rows: readonly Float64Array[],
  totals: Float64Array,
  sorted: Float64Array,
  level: number,
): Float64Array {
  const whole = valueAtRisk(sorted, level);
  const parts = new Float64Array(rows.length);
  if (!(whole > 0)) return parts;
  const place = tailPlace(sorted.length, level);
  const near = weightsNear(
    totals,
    sorted,
    place,
    Math.max(RANKS_MIN, Math.round(sorted.length * (1 - level))),
  );
  // a kernel wider than the tail may lie among gains: then the two scenarios of the quantile itself
  // tell
  const used = computeLoss(totals, near) > 0 ? near : weightsNear(totals, sorted, place, 1);
  const scale = whole / computeLoss(totals, used);
  rows.forEach((row, nth) => (parts[nth] = scale * computeLoss(row, used)));
  return parts;
}

/** Scenarios that count, and how much each. */
interface Near {
  readonly scenarios: readonly number[];
  readonly weights: readonly number[];
}

function computeLoss(row: Float64Array, { scenarios, weights }: Near): number {
  let loss = 0;
  for (let nth = 0; nth < scenarios.length; nth += 1)
    loss -= (weights[nth] ?? 0) * (row[scenarios[nth] ?? 0] ?? 0);
  return loss;
}

/**
 * Scenarios whose rank lies less than `width` from a place, with weights that fall evenly to zero
 * there; equal totals share the first of their ranks.
 */
function weightsNear(
  totals: Float64Array,
  sorted: Float64Array,
  place: number,
  width: number,
): Near {
  const [first, last] = [
    Math.max(0, Math.ceil(place - width)),
    Math.min(sorted.length - 1, Math.floor(place + width)),
  ];
  const [low, high] = [sorted[first] ?? NaN, sorted[last] ?? NaN];
  const [scenarios, weights]: [number[], number[]] = [[], []];
  for (let nth = 0; nth < totals.length; nth += 1) {
    const total = totals[nth] ?? NaN;
    if (!(total >= low && total <= high)) continue;
    const weight = 1 - Math.abs(sorted.indexOf(total, first) - place) / width;
    if (weight <= 0) continue;
    scenarios.push(nth);
    weights.push(weight);
  }
  return { scenarios, weights };
}

/**
 * Parts as whole numbers that sum to a whole one: each rounded down, what is missing given to the
 * largest fractions (the method of largest remainders).
 * Throws RangeError when the parts are not those of the total to within one for each.
 */
export function roundedParts(parts: ArrayLike<number>, total: number): readonly number[] {
  const whole = Array.from(parts, (part) => Math.floor(part));
  const missing = total - whole.reduce((sum, part) => sum + part, 0);
  if (whole.length > 0 && (missing < -whole.length || missing > 2 * whole.length))
    throw new RangeError(`parts sum to ${total - missing}, which is not ${total}`);
  const byFraction = whole
    .map((part, place) => ({ place, fraction: (parts[place] ?? 0) - part }))
    .sort((a, b) => b.fraction - a.fraction || a.place - b.place);
  const step = Math.sign(missing);
  const given = step < 0 ? byFraction.reverse() : byFraction;
  for (let nth = 0; nth < Math.abs(missing) && given.length > 0; nth += 1) {
    const { place } = given[nth % given.length] as { place: number };
    whole[place] = (whole[place] ?? 0) + step;
  }
  return whole;
}
