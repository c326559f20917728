/**
 * The probability that choosing the best of several strategies on the past chose one that is below
 * the middle afterwards.
 *
 * Source: D. H. Bailey, J. M. Borwein, M. Lopez de Prado and Q. J. Zhu 2017, The probability of
 * backtest overfitting, Journal of
 * Computational Finance 20: combinatorially symmetric cross-validation (CSCV).
 */

import { computeMedian } from '../statistics/quantile';

const OVERFIT_BLOCKS = 16;
const BLOCKS_MAX = 20;
/** Below this share of the mean square a scatter is rounding. */
const ROUNDING = 1e-12;

export interface Overfit {
  /**
   * Share of splits in which the best of one half lies at or below the middle of the other, 0 to 1;
   * about 0.5 for luck alone.
   */
  readonly probability: number;
  /** Share of splits in which the best of one half has a Sharpe ratio below zero in the other. */
  readonly lossShare: number;
  /**
   * Median over splits of ln(w / (1 - w)), w the relative rank of the chosen one: above zero where
   * choosing helped.
   */
  readonly medianLogit: number;
  readonly splits: number;
}

interface BlockSums {
  readonly sums: Float64Array;
  readonly squares: Float64Array;
}

/**
 * Cuts time into `blocks` equal parts (even, 2 to 20; the oldest returns that do not fill one are
 * left out), takes every choice of half of
 * them as the past and the rest as the future, ranks all strategies by Sharpe ratio in both. A
 * strategy that did not move has ratio 0.
 * `returns` has one list a strategy, of equal lengths, side by side in time. Null under two
 * strategies or two returns a block.
 * Throws RangeError for unequal lengths, returns that are no number, or an odd number of blocks.
 */
export function computeOverfit(
  returns: readonly ArrayLike<number>[],
  blocks = OVERFIT_BLOCKS,
): Overfit | null {
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
  const strategies = returns.map((list) => blockSums(list, blocks, perBlock));
  const logits: number[] = [];
  let losses = 0;
  for (const half of iterateHalves(blocks)) {
    const inside = strategies.map((sums) => sharpeOver(sums, half, perBlock, true));
    const outside = strategies.map((sums) => sharpeOver(sums, half, perBlock, false));
    const chosen = inside.indexOf(Math.max(...inside));
    const after = outside[chosen] ?? NaN;
    const rank = meanRank(outside, after) / (returns.length + 1);
    logits.push(Math.log(rank / (1 - rank)));
    if (after < 0) losses += 1;
  }
  const overfitted = logits.filter((logit) => logit <= 0).length;
  return {
    probability: overfitted / logits.length,
    lossShare: losses / logits.length,
    medianLogit: computeMedian(logits),
    splits: logits.length,
  };
}

function blockSums(returns: ArrayLike<number>, blocks: number, perBlock: number): BlockSums {
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

/** Every choice of half of the blocks as bits, in rising order. */
function* iterateHalves(blocks: number): Generator<number> {
  for (let bits = 0; bits < 2 ** blocks; bits += 1) if (bitsIn(bits) === blocks / 2) yield bits;
}

function bitsIn(bits: number): number {
  let count = 0;
  for (let rest = bits; rest > 0; rest &= rest - 1) count += 1;
  return count;
}

/** Sharpe ratio of one return over the blocks inside or outside the half. */
function sharpeOver(
  { sums, squares }: BlockSums,
  half: number,
  perBlock: number,
  isInside: boolean,
): number {
  let [sum, square] = [0, 0];
  for (let block = 0; block < sums.length; block += 1) {
    if ((((half >> block) & 1) === 1) !== isInside) continue;
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

/** Rank from 1; equals share the mean of their ranks. */
function meanRank(values: readonly number[], value: number): number {
  let [below, equal] = [0, 0];
  for (const other of values) {
    if (other < value) below += 1;
    else if (other === value) equal += 1;
  }
  return below + (equal + 1) / 2;
}
