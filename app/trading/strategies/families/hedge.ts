/** HEDGE: goes with a move that a factor does not explain. */
import type { HedgeParams } from '../params';
import type { FoldState, Rule } from '../playbook';
import { formatWarmUp, formatFigure, formatSigned, strengthBeyond } from '../reason-text';
import { followSide } from './fade';
import { inputAt, inputName, formatMissingInput, sideName } from './input-access';
import {
  type PairedSteps,
  computeBeta,
  copyPairs,
  emptyPairs,
  pushPair,
  computeResidual,
  restScore,
} from './paired-steps';

interface HedgeState extends FoldState {
  readonly pairs: PairedSteps;
  /** Close and factor of the last bar that had both; NaN before it. */
  close: number;
  factor: number;
  isKnown: boolean;
  beta: number;
  score: number;
}

/**
 * r = dP - beta dF over the last n steps, beta by least squares over the same ones; z = sum of r /
 * (rms of r x sqrt n).
 * A step spans the bars in between when the factor was missing.
 */
export const hedge: Rule<HedgeParams, HedgeState> = {
  family: 'HEDGE',
  init: ({ n }) => ({
    side: 0,
    strength: 0,
    pairs: emptyPairs(n),
    close: NaN,
    factor: NaN,
    isKnown: false,
    beta: 0,
    score: 0,
  }),
  copy: (state) => ({ ...state, pairs: copyPairs(state.pairs) }),
  fold({ place, n, e }, state, bar) {
    const factor = inputAt(bar, place);
    state.isKnown = !Number.isNaN(factor);
    if (state.isKnown) {
      if (!Number.isNaN(state.factor))
        pushPair(state.pairs, bar.close - state.close, factor - state.factor);
      state.close = bar.close;
      state.factor = factor;
    }
    const isReady = state.isKnown && state.pairs.count === n;
    state.beta = isReady ? computeBeta(state.pairs) : 0;
    state.score = isReady ? restScore(state.pairs, state.beta) : 0;
    state.side = isReady ? followSide(state.side, state.score, e) : 0;
    state.strength = state.side === 0 ? 0 : strengthBeyond(state.score, e);
  },
  reason({ place, n, e }, { side, pairs, isKnown, beta, score }, inputs) {
    if (!isKnown) return formatMissingInput(inputs, place);
    if (pairs.count < n) return formatWarmUp(pairs.count + 1, n + 1);
    const said = `${n}-bar move of ${formatFigure(computeResidual(pairs, beta))} beside ${formatFigure(beta)} x ${inputName(inputs, place)} is ${formatSigned(score)} sigma`;
    return side === 0
      ? `${said}; waits for ${e.toFixed(2)} either way`
      : `${said}, entered at ${e.toFixed(2)}: ${sideName(side)} until it crosses zero`;
  },
};
