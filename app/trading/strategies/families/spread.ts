/** SPRD: fades a spread away from its mean. */
import type { SprdParams } from '../params';
import type { FoldState, Rule } from '../playbook';
import { formatWarmUp, formatFigure, formatSigned, computeStrength } from '../reason-text';
import { computeFadeSide } from './side-rules';
import { getInput, formatInputName, formatMissingInput, formatSide } from './input-access';
import {
  type Moments,
  copyMoments,
  createMoments,
  isFilled,
  getMean,
  pushMoment,
  computeScore,
} from './moments';

interface SpreadState extends FoldState {
  readonly spreads: Moments;
  /** Latest spread; NaN when missing. */
  spread: number;
  score: number;
}

/** z = (spread - mean) / sd over n bars including this one. LONG is long the first leg. */
export const spreadRule: Rule<SprdParams, SpreadState> = {
  family: 'SPRD',
  init: ({ n }) => ({ side: 0, strength: 0, spreads: createMoments(n), spread: NaN, score: 0 }),
  copy: (state) => ({ ...state, spreads: copyMoments(state.spreads) }),
  fold({ place, e, x }, state, bar) {
    const spread = getInput(bar, place);
    state.spread = spread;
    if (!Number.isNaN(spread)) pushMoment(state.spreads, spread);
    const isKnown = !Number.isNaN(spread) && isFilled(state.spreads);
    state.score = isKnown ? computeScore(state.spreads, spread, e, x) : 0;
    state.side = isKnown ? computeFadeSide(state.side, state.score, e, x) : 0;
    state.strength = state.side === 0 ? 0 : computeStrength(state.score, e);
  },
  formatReason({ place, n, e, x }, { side, spreads, spread, score }, inputs) {
    if (Number.isNaN(spread)) return formatMissingInput(inputs, place);
    if (!isFilled(spreads)) return formatWarmUp(spreads.count, n);
    const text = `${formatInputName(inputs, place)} ${formatFigure(spread)} is ${formatSigned(score)} sigma from its ${n}-bar mean ${formatFigure(getMean(spreads))}`;
    if (side === 0) return `${text}; entry at ±${e.toFixed(2)}`;
    return `${text}, entered at ${e.toFixed(2)}: ${formatSide(side)} of the first leg until within ${x.toFixed(2)}`;
  },
};
