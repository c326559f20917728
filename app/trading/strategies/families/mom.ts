/** MOM: goes with a move that is large for its time. */
import type { MomParams } from '../params';
import type { FoldState, Rule } from '../playbook';
import { spendSteps } from '../steps';
import { formatWarmUp, formatFigure, formatSigned, strengthBeyond } from '../reason-text';
import { followSide } from './fade';
import { sideName } from './input-access';
import { isNear } from './moments';

interface MomState extends FoldState {
  readonly closes: Float64Array;
  /** Where the next close goes: the oldest one once there are n + 1. */
  head: number;
  count: number;
  /**
   * Sum of the squares of the last n differences, and the largest that it was since it was made
   * anew.
   */
  squares: number;
  peak: number;
  move: number;
  score: number;
}

/** A sum this much smaller than it once was has lost too many digits to differences. */
const WORN = 1e-6;

const closeAt = (state: MomState, place: number): number =>
  state.closes[place >= state.closes.length ? place - state.closes.length : place] ?? 0;

/** The sum of squared differences from the closes themselves, oldest first. */
function exactSquares(state: MomState): number {
  const oldest = state.count < state.closes.length ? 0 : state.head;
  spendSteps(state.count);
  let squares = 0;
  for (let i = 1; i < state.count; i += 1)
    squares += (closeAt(state, oldest + i) - closeAt(state, oldest + i - 1)) ** 2;
  return squares;
}

function takeClose(state: MomState, close: number): void {
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
  if (next === 0 || state.squares < WORN * state.peak)
    state.peak = state.squares = exactSquares(state);
}

/**
 * z = (P_t - P_t-n) / (s x sqrt n), s = root mean square of the last n one-bar differences, in
 * quoted units; zero where nothing moves.
 * Scaling differences by a mean absolute price, as one must where returns are wanted, would cancel
 * here: z has no unit.
 */
function computeScore(move: number, squares: number, n: number): number {
  const step = Math.sqrt(squares / n);
  return step > 0 ? move / (step * Math.sqrt(n)) : 0;
}

export const mom: Rule<MomParams, MomState> = {
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
    takeClose(state, bar.close);
    if (state.count <= n) return;
    state.move = bar.close - (state.closes[state.head] ?? 0);
    const score = computeScore(state.move, state.squares, n);
    // Rounding of a running sum never decides about an entry.
    state.score = isNear(Math.abs(score), e)
      ? computeScore(state.move, exactSquares(state), n)
      : score;
    state.side = followSide(state.side, state.score, e);
    state.strength = state.side === 0 ? 0 : strengthBeyond(state.score, e);
  },
  reason({ n, e }, { side, count, move, score }) {
    if (count <= n) return formatWarmUp(count, n + 1);
    const said = `${n}-bar move of ${formatFigure(move)} is ${formatSigned(score)} sigma`;
    return side === 0
      ? `${said}; waits for ${e.toFixed(2)} either way`
      : `${said}, entered at ${e.toFixed(2)}: ${sideName(side)} until it crosses zero`;
  },
};
