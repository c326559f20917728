/** SPRD: fades a spread that has left its mean. */
import type { SprdParams } from '../params';
import type { FoldState, Rule } from '../playbook';
import { formatWarmUp, formatFigure, formatSigned, strengthBeyond } from '../reason-text';
import { fadeSide } from './fade';
import { inputAt, inputName, formatMissingInput, sideName } from './input-access';
import {
  type Moments,
  copyMoments,
  emptyMoments,
  isFilled,
  meanOfMoments,
  pushMoment,
  computeScore,
} from './moments';

interface SprdState extends FoldState {
  readonly spreads: Moments;
  /** The newest spread in its unit; NaN when the last bar brought none. */
  spread: number;
  score: number;
}

/**
 * z = (spread - mean) / sd, both over n bars with this one. Long of the first leg is long of the
 * spread.
 */
export const sprd: Rule<SprdParams, SprdState> = {
  family: 'SPRD',
  init: ({ n }) => ({ side: 0, strength: 0, spreads: emptyMoments(n), spread: NaN, score: 0 }),
  copy: (state) => ({ ...state, spreads: copyMoments(state.spreads) }),
  fold({ place, e, x }, state, bar) {
    const spread = inputAt(bar, place);
    state.spread = spread;
    if (!Number.isNaN(spread)) pushMoment(state.spreads, spread);
    const isKnown = !Number.isNaN(spread) && isFilled(state.spreads);
    state.score = isKnown ? computeScore(state.spreads, spread, e, x) : 0;
    state.side = isKnown ? fadeSide(state.side, state.score, e, x) : 0;
    state.strength = state.side === 0 ? 0 : strengthBeyond(state.score, e);
  },
  reason({ place, n, e, x }, { side, spreads, spread, score }, inputs) {
    if (Number.isNaN(spread)) return formatMissingInput(inputs, place);
    if (!isFilled(spreads)) return formatWarmUp(spreads.count, n);
    const said = `${inputName(inputs, place)} ${formatFigure(spread)} is ${formatSigned(score)} sigma from its ${n}-bar mean ${formatFigure(meanOfMoments(spreads))}`;
    if (side === 0) return `${said}; waits for ${e.toFixed(2)} either way`;
    return `${said}, entered at ${e.toFixed(2)}: ${sideName(side)} of the first leg until within ${x.toFixed(2)}`;
  },
};
