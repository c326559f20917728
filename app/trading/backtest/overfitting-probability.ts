/**
 * Probability of backtest overfitting: that the best of several strategies in-sample is below the
 * median out-of-sample.
 *
 * Source: D. H. Bailey, J. M. Borwein, M. Lopez de Prado and Q. J. Zhu 2017, The probability of
 * backtest overfitting, Journal of Computational Finance 20: combinatorially symmetric
 * cross-validation (CSCV).
 */

import { computeMedian } from '../statistics/quantile';

const OVERFIT_BLOCKS = 16;
const BLOCKS_MAX = 20;
/** A variance below this fraction of the mean square is rounding. */
const ROUNDING = 1e-12;

export interface OverfittingProbability {
  /**
   * Fraction of splits in which the best in-sample strategy is at or below the out-of-sample
   * median, 0 to 1; about 0.5 without skill.
   */
  readonly probability: number;
  /**
   * Fraction of splits in which the best in-sample strategy has a negative out-of-sample Sharpe
   * ratio.
   */
  readonly lossShare: number;
  /**
   * Median over splits of ln(w / (1 - w)), w being the relative out-of-sample rank of the chosen
   * strategy; positive if selection helped.
   */
  readonly medianLogit: number;
  readonly splits: number;
}

interface BlockSums {
  readonly sums: Float64Array;
  readonly squares: Float64Array;
}

/**
 * Cuts time into `blocks` equal parts (even, 2 to 20; the oldest leftover returns are dropped),
 * uses every choice of half of them as in-sample, and ranks strategies by Sharpe ratio in both
 * halves. A constant strategy has ratio 0. `returns` has one list per strategy, of equal lengths,
 * aligned in time. Null under two strategies or two returns per block. Throws RangeError for
 * unequal lengths, non-finite returns, or an invalid number of blocks.
 */
export function computeOverfittingProbability(
  returns: readonly ArrayLike<number>[],
  blocks = OVERFIT_BLOCKS,
): OverfittingProbability | null {
  if (!Number.isInteger(blocks) || blocks % 2 !== 0 || blocks < 2 || blocks > BLOCKS_MAX)
    throw new RangeError(
      `time is cut into an even number of blocks from 2 to ${BLOCKS_MAX}, got ${blocks}`,
    );
  const length = returns[0]?.length ?? 0;
  if (returns.some((list) => list.length !== length))
    throw new RangeError(
      'the strategies have returns of unequal lengths: compare them over the same days',
    );
  const perBlock = Math.floor(length / blocks);
  if (returns.length < 2 || perBlock < 2) return null;
  const strategies = returns.map((list) => computeBlockSums(list, blocks, perBlock));
  const logits: number[] = [];
  let losses = 0;
  for (const half of generateHalves(blocks)) {
    const inSample = strategies.map((sums) => computeSharpe(sums, half, perBlock, true));
    const outOfSample = strategies.map((sums) => computeSharpe(sums, half, perBlock, false));
    const chosen = inSample.indexOf(Math.max(...inSample));
    const chosenRatio = outOfSample[chosen] ?? NaN;
    const rank = computeMeanRank(outOfSample, chosenRatio) / (returns.length + 1);
    logits.push(Math.log(rank / (1 - rank)));
    if (chosenRatio < 0) losses += 1;
  }
  const overfitted = logits.filter((logit) => logit <= 0).length;
  return {
    probability: overfitted / logits.length,
    lossShare: losses / logits.length,
    medianLogit: computeMedian(logits),
    splits: logits.length,
  };
}

function computeBlockSums(returns: ArrayLike<number>, blocks: number, perBlock: number): BlockSums {
  const sums = new Float64Array(blocks);
  const squares = new Float64Array(blocks);
  const skipped = returns.length - blocks * perBlock;
  for (let i = skipped; i < returns.length; i += 1) {
    const value = returns[i] ?? NaN;
    if (!Number.isFinite(value))
      throw new RangeError(`return ${i + 1} is no number: leave such days out of all strategies`);
    const block = Math.floor((i - skipped) / perBlock);
    sums[block] = (sums[block] ?? 0) + value;
    squares[block] = (squares[block] ?? 0) + value * value;
  }
  return { sums, squares };
}

/** Every choice of half of the blocks as a bit mask, ascending. */
function* generateHalves(blocks: number): Generator<number> {
  for (let bits = 0; bits < 2 ** blocks; bits += 1) if (countBits(bits) === blocks / 2) yield bits;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest > 0; rest &= rest - 1) count += 1;
  return count;
}

/** Per-return Sharpe ratio over the in-sample or out-of-sample blocks. */
function computeSharpe(
  { sums, squares }: BlockSums,
  half: number,
  perBlock: number,
  isInSample: boolean,
): number {
  let [sum, square] = [0, 0];
  for (let block = 0; block < sums.length; block += 1) {
    if ((((half >> block) & 1) === 1) !== isInSample) continue;
    sum += sums[block] ?? NaN;
    square += squares[block] ?? NaN;
  }
  const count = (sums.length / 2) * perBlock;
  const mean = sum / count;
  const variance = square / count - mean * mean;
  return variance <= ROUNDING * (square / count)
    ? 0
    : (mean / Math.sqrt(variance)) * Math.sqrt((count - 1) / count);
}

/** Rank from 1; ties share their mean rank. */
function computeMeanRank(values: readonly number[], value: number): number {
  let [below, equal] = [0, 0];
  for (const other of values) {
    if (other < value) below += 1;
    else if (other === value) equal += 1;
  }
  return below + (equal + 1) / 2;
}
