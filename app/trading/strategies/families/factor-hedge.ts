/** HEDGE: follows the part of a move that a factor does not explain. */
import type { HedgeParams } from '../params';
import type { FoldState, Rule } from '../playbook';
import { formatWarmUp, formatFigure, formatSigned, computeStrength } from '../reason-text';
import { computeFollowSide } from './side-rules';
import { getInput, formatInputName, formatMissingInput, formatSide } from './input-access';
import {
  type PairedSteps,
  computeBeta,
  copyPairedSteps,
  createPairedSteps,
  pushPair,
  computeResidual,
  computeResidualScore,
} from './paired-steps';

interface HedgeState extends FoldState {
  readonly pairs: PairedSteps;
  /** Close and factor of the last bar with both; NaN before. */
  close: number;
  factor: number;
  isKnown: boolean;
  beta: number;
  score: number;
}

/**
 * r = dP - beta dF over the last n steps, with least-squares beta on the same steps; z = sum of r /
 * (rms of r x sqrt n). A step spans bars with a missing factor.
 */
export const hedgeRule: Rule<HedgeParams, HedgeState> = {
  family: 'HEDGE',
  init: ({ n }) => ({
    side: 0,
    strength: 0,
    pairs: createPairedSteps(n),
    close: NaN,
    factor: NaN,
    isKnown: false,
    beta: 0,
    score: 0,
  }),
  copy: (state) => ({ ...state, pairs: copyPairedSteps(state.pairs) }),
  fold({ place, n, e }, state, bar) {
    const factor = getInput(bar, place);
    state.isKnown = !Number.isNaN(factor);
    if (state.isKnown) {
      if (!Number.isNaN(state.factor))
        pushPair(state.pairs, bar.close - state.close, factor - state.factor);
      state.close = bar.close;
      state.factor = factor;
    }
    const isReady = state.isKnown && state.pairs.count === n;
    state.beta = isReady ? computeBeta(state.pairs) : 0;
    state.score = isReady ? computeResidualScore(state.pairs, state.beta) : 0;
    state.side = isReady ? computeFollowSide(state.side, state.score, e) : 0;
    state.strength = state.side === 0 ? 0 : computeStrength(state.score, e);
  },
  formatReason({ place, n, e }, { side, pairs, isKnown, beta, score }, inputs) {
    if (!isKnown) return formatMissingInput(inputs, place);
    if (pairs.count < n) return formatWarmUp(pairs.count + 1, n + 1);
    const text = `${n}-bar move of ${formatFigure(computeResidual(pairs, beta))} net of ${formatFigure(beta)} x ${formatInputName(inputs, place)} is ${formatSigned(score)} sigma`;
    return side === 0
      ? `${text}; entry at ±${e.toFixed(2)}`
      : `${text}, entered at ${e.toFixed(2)}: ${formatSide(side)} until it crosses zero`;
  },
};
