/**
 * MOM: goes with a move that is large for its time.
 * It knows n + 1 closes; it refuses logarithms, because power and crude oil have traded at and below zero.
 */
import { z } from 'zod';
import { type Ring, type TrueRange, EMPTY_RANGE, emptyRing, foldRange, isFull, pushValue, rangeOf } from '../indicators';
import { FLAT, type Rule, type RuleState, type Target } from '../strategy';
import { collecting, figure, signed, strengthBeyond } from '../wording';

export const MomentumParams = z.strictObject({
  /** Bars over which the move is measured. */
  n: z.int().min(2).max(2000),
  /** Entry threshold in standard deviations of the move. */
  e: z.number().positive().max(10),
});
export type MomentumParams = z.infer<typeof MomentumParams>;

export interface MomentumState extends RuleState {
  readonly closes: Ring;
  readonly trueRange: TrueRange;
  readonly side: Target['side'];
}

/**
 * z = (P_t - P_t-n) / (s x sqrt n), s = root mean square of the last n one-bar differences, in quoted units.
 * Scaling differences by a mean absolute price, as one must where returns are wanted, would cancel here: z has no unit.
 */
function moveScore(closes: readonly number[], n: number): number {
  let squares = 0;
  for (let index = 1; index < closes.length; index += 1) squares += ((closes[index] ?? 0) - (closes[index - 1] ?? 0)) ** 2;
  const step = Math.sqrt(squares / n);
  return step > 0 ? moveOf(closes) / (step * Math.sqrt(n)) : 0;
}

const moveOf = (closes: readonly number[]): number => (closes[closes.length - 1] ?? 0) - (closes[0] ?? 0);

/** Enters at |z| >= e with the sign of z, holds until z reaches or crosses zero. */
function sideAfter(side: Target['side'], score: number, threshold: number): Target['side'] {
  if (Math.abs(score) >= threshold) return score > 0 ? 'LONG' : 'SHORT';
  if (side === 'LONG' && score > 0) return 'LONG';
  return side === 'SHORT' && score < 0 ? 'SHORT' : 'FLAT';
}

function describe(params: MomentumParams, side: Target['side'], score: number, move: number, range: number | null): Target {
  const said = `${params.n}-bar move of ${figure(move)} is ${signed(score)} sigma`;
  if (side === 'FLAT') return FLAT(`${said}; waits for ${params.e.toFixed(2)} either way`, range);
  return { side, strength: strengthBeyond(score, params.e), range, reason: `${said}, entered at ${params.e.toFixed(2)}: ${side.toLowerCase()} until it crosses zero` };
}

export const momentum: Rule<MomentumParams, MomentumState> = {
  family: 'MOM',
  init: (params) => ({ target: FLAT(collecting(0, params.n + 1)), closes: emptyRing(params.n + 1), trueRange: EMPTY_RANGE, side: 'FLAT' }),
  fold(params, state, bar) {
    const closes = pushValue(state.closes, bar.close);
    const trueRange = foldRange(state.trueRange, bar);
    const range = rangeOf(trueRange);
    if (!isFull(closes)) return { ...state, closes, trueRange, target: FLAT(collecting(closes.values.length, closes.size), range) };
    const score = moveScore(closes.values, params.n);
    const side = sideAfter(state.side, score, params.e);
    return { closes, trueRange, side, target: describe(params, side, score, moveOf(closes.values), range) };
  },
};
