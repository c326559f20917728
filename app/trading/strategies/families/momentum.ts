/** MOM: follows a move that is large for its time. */
import type { MomParams } from '../params';
import type { FoldState, Rule } from '../playbook';
import { spendSteps } from '../step-budget';
import { formatWarmUp, formatFigure, formatSigned, computeStrength } from '../reason-text';
import { computeFollowSide } from './side-rules';
import { formatSide } from './input-access';
import { isNear } from './moments';

interface MomentumState extends FoldState {
  readonly closes: Float64Array;
  /** Index of the next close: the oldest one once n + 1 are stored. */
  head: number;
  count: number;
  /** Sum of squares of the last n differences, and its peak since the last exact recomputation. */
  squares: number;
  peak: number;
  move: number;
  score: number;
}

/** A running sum below this fraction of its peak has lost too much precision. */
const PRECISION_LOSS = 1e-6;

const getClose = (state: MomentumState, index: number): number =>
  state.closes[index >= state.closes.length ? index - state.closes.length : index] ?? 0;

/** Exact sum of squared differences, oldest first. */
function computeExactSquares(state: MomentumState): number {
  const oldest = state.count < state.closes.length ? 0 : state.head;
  spendSteps(state.count);
  let squares = 0;
  for (let i = 1; i < state.count; i += 1)
    squares += (getClose(state, oldest + i) - getClose(state, oldest + i - 1)) ** 2;
  return squares;
}

function addClose(state: MomentumState, close: number): void {
  const { closes, head } = state;
  const size = closes.length;
  const next = head + 1 === size ? 0 : head + 1;
  if (state.count === size) {
    const leaving = (closes[next] ?? 0) - (closes[head] ?? 0);
    state.squares -= leaving * leaving;
  }
  if (state.count > 0) {
    const step = close - (closes[head === 0 ? size - 1 : head - 1] ?? 0);
    state.squares += step * step;
  }
  closes[head] = close;
  if (state.count < size) state.count += 1;
  state.head = next;
  if (state.squares > state.peak) state.peak = state.squares;
  if (next === 0 || state.squares < PRECISION_LOSS * state.peak)
    state.peak = state.squares = computeExactSquares(state);
}

/**
 * z = (P_t - P_t-n) / (s x sqrt n), s = rms of the last n one-bar differences in quoted units; zero
 * when nothing moves.
 * A scaling by price level would cancel: z has no unit.
 */
function computeScore(move: number, squares: number, n: number): number {
  const step = Math.sqrt(squares / n);
  return step > 0 ? move / (step * Math.sqrt(n)) : 0;
}

export const momentumRule: Rule<MomParams, MomentumState> = {
  family: 'MOM',
  init: ({ n }) => ({
    side: 0,
    strength: 0,
    closes: new Float64Array(n + 1),
    head: 0,
    count: 0,
    squares: 0,
    peak: 0,
    move: 0,
    score: 0,
  }),
  copy: (state) => ({ ...state, closes: state.closes.slice() }),
  fold({ n, e }, state, bar) {
    addClose(state, bar.close);
    if (state.count <= n) return;
    state.move = bar.close - (state.closes[state.head] ?? 0);
    const score = computeScore(state.move, state.squares, n);
    // Near the threshold the score is exact, so that rounding cannot decide an entry.
    state.score = isNear(Math.abs(score), e)
      ? computeScore(state.move, computeExactSquares(state), n)
      : score;
    state.side = computeFollowSide(state.side, state.score, e);
    state.strength = state.side === 0 ? 0 : computeStrength(state.score, e);
  },
  formatReason({ n, e }, { side, count, move, score }) {
    if (count <= n) return formatWarmUp(count, n + 1);
    const text = `${n}-bar move of ${formatFigure(move)} is ${formatSigned(score)} sigma`;
    return side === 0
      ? `${text}; entry at ±${e.toFixed(2)}`
      : `${text}, entered at ${e.toFixed(2)}: ${formatSide(side)} until it crosses zero`;
  },
};
