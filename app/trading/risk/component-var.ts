/**
 * Component VaR by Euler allocation; components sum to the total.
 *
 * Source: E. Epperlein and A. Smillie 2006, Cracking VaR with kernels, Risk 19.
 */
import { getTailRank, computeValueAtRisk } from './tail';

/** The triangular kernel is as wide as the tail beyond the quantile, at least two ranks. */
const RANKS_MIN = 2;

/**
 * Component VaR in the unit of the rows: kernel-weighted mean loss of each row near the quantile,
 * scaled to sum to the total; negative for hedges. `sorted` holds the totals, worst first. All
 * components are zero if the total is.
 */
export function computeComponentVar(
  rows: readonly Float64Array[],
  totals: Float64Array,
  sorted: Float64Array,
  level: number,
): Float64Array {
  const total = computeValueAtRisk(sorted, level);
  const parts = new Float64Array(rows.length);
  if (!(total > 0)) return parts;
  const rank = getTailRank(sorted.length, level);
  const kernel = computeKernelWeights(
    totals,
    sorted,
    rank,
    Math.max(RANKS_MIN, Math.round(sorted.length * (1 - level))),
  );
  // A kernel wider than the tail may cover gains only: then use the two scenarios at the quantile.
  const usedKernel =
    computeLoss(totals, kernel) > 0 ? kernel : computeKernelWeights(totals, sorted, rank, 1);
  const scale = total / computeLoss(totals, usedKernel);
  rows.forEach((row, nth) => (parts[nth] = scale * computeLoss(row, usedKernel)));
  return parts;
}

/** Scenarios near the quantile and their weights. */
interface KernelWeights {
  readonly scenarios: readonly number[];
  readonly weights: readonly number[];
}

function computeLoss(row: Float64Array, { scenarios, weights }: KernelWeights): number {
  let loss = 0;
  for (let nth = 0; nth < scenarios.length; nth += 1)
    loss -= (weights[nth] ?? 0) * (row[scenarios[nth] ?? 0] ?? 0);
  return loss;
}

/**
 * Scenarios within `width` ranks of the quantile, with linearly declining weights; tied totals
 * share their first rank.
 */
function computeKernelWeights(
  totals: Float64Array,
  sorted: Float64Array,
  rank: number,
  width: number,
): KernelWeights {
  const [first, last] = [
    Math.max(0, Math.ceil(rank - width)),
    Math.min(sorted.length - 1, Math.floor(rank + width)),
  ];
  const [low, high] = [sorted[first] ?? NaN, sorted[last] ?? NaN];
  const [scenarios, weights]: [number[], number[]] = [[], []];
  for (let nth = 0; nth < totals.length; nth += 1) {
    const total = totals[nth] ?? NaN;
    if (!(total >= low && total <= high)) continue;
    const weight = 1 - Math.abs(sorted.indexOf(total, first) - rank) / width;
    if (weight <= 0) continue;
    scenarios.push(nth);
    weights.push(weight);
  }
  return { scenarios, weights };
}
