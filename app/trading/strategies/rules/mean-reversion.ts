/**
 * REV: fades a price that has left its average.
 * It knows n closes and their exponential average; it refuses to enter before n bars and to hold once the gap has closed.
 */
import { z } from 'zod';
import { type Ring, type TrueRange, EMPTY_RANGE, deviationOf, emptyRing, foldAverage, foldRange, isFull, pushValue, rangeOf } from '../indicators';
import { FLAT, type Rule, type RuleState, type Target } from '../strategy';
import { collecting, figure, signed, strengthBeyond } from '../wording';

export const MeanReversionParams = z
  .strictObject({
    /** Bars of the average and of the deviation. */
    n: z.int().min(2).max(2000),
    /** Entry threshold in standard deviations. */
    e: z.number().positive().max(10),
    /** Exit threshold in standard deviations, below the entry. */
    x: z.number().min(0).max(10),
  })
  .refine((params) => params.x < params.e, { error: 'x, the exit, must be below e, the entry', path: ['x'] });
export type MeanReversionParams = z.infer<typeof MeanReversionParams>;

export interface MeanReversionState extends RuleState {
  readonly closes: Ring;
  readonly average: number | null;
  readonly trueRange: TrueRange;
  readonly side: Target['side'];
}

/** Fades at |z| >= e; holds until |z| <= x or z has passed to the other side. */
function sideAfter(side: Target['side'], score: number, params: MeanReversionParams): Target['side'] {
  if (Math.abs(score) >= params.e) return score > 0 ? 'SHORT' : 'LONG';
  if (side === 'SHORT' && score > params.x) return 'SHORT';
  return side === 'LONG' && score < -params.x ? 'LONG' : 'FLAT';
}

function describe(params: MeanReversionParams, side: Target['side'], score: number, average: number, range: number | null): Target {
  const said = `close is ${signed(score)} sigma from its ${params.n}-bar average ${figure(average)}`;
  if (side === 'FLAT') return FLAT(`${said}; waits for ${params.e.toFixed(2)} either way`, range);
  return { side, strength: strengthBeyond(score, params.e), range, reason: `${said}, entered at ${params.e.toFixed(2)}: ${side.toLowerCase()} until within ${params.x.toFixed(2)}` };
}

export const meanReversion: Rule<MeanReversionParams, MeanReversionState> = {
  family: 'REV',
  init: (params) => ({ target: FLAT(collecting(0, params.n)), closes: emptyRing(params.n), average: null, trueRange: EMPTY_RANGE, side: 'FLAT' }),
  /** z = (P - EMA_n) / sd_n, both in quoted units, so that prices at or below zero need no care. */
  fold(params, state, bar) {
    const closes = pushValue(state.closes, bar.close);
    const average = foldAverage(state.average, bar.close, params.n);
    const trueRange = foldRange(state.trueRange, bar);
    const range = rangeOf(trueRange);
    if (!isFull(closes)) return { ...state, closes, average, trueRange, target: FLAT(collecting(closes.values.length, params.n), range) };
    const deviation = deviationOf(closes.values);
    const score = deviation > 0 ? (bar.close - average) / deviation : 0;
    const side = sideAfter(state.side, score, params);
    return { closes, average, trueRange, side, target: describe(params, side, score, average, range) };
  },
};
