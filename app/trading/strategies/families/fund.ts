/** FUND: goes towards a fair value that the price has left. */
import type { FundParams } from '../params';
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

interface FundState extends FoldState {
  readonly gaps: Moments;
  /** Fair value less market in quoted units; NaN when the last bar brought none. */
  gap: number;
  score: number;
}

/**
 * z = (gap - mean) / sd over n bars with this one: about the mean, because a fair value that is
 * always a little too high says nothing.
 * Long where the market is below fair value.
 */
export const fund: Rule<FundParams, FundState> = {
  family: 'FUND',
  init: ({ n }) => ({ side: 0, strength: 0, gaps: emptyMoments(n), gap: NaN, score: 0 }),
  copy: (state) => ({ ...state, gaps: copyMoments(state.gaps) }),
  fold({ kind, place, e, x }, state, bar) {
    const given = inputAt(bar, place);
    const gap = kind === 'price' ? given - bar.close : given;
    state.gap = gap;
    if (!Number.isNaN(gap)) pushMoment(state.gaps, gap);
    const isKnown = !Number.isNaN(gap) && isFilled(state.gaps);
    state.score = isKnown ? computeScore(state.gaps, gap, e, x) : 0;
    // A market far above fair value is a gap far below: the gap's opposite is what is faded.
    state.side = isKnown ? fadeSide(state.side, -state.score, e, x) : 0;
    state.strength = state.side === 0 ? 0 : strengthBeyond(state.score, e);
  },
  reason({ kind, place, n, e, x }, { side, gaps, gap, score }, inputs) {
    if (Number.isNaN(gap)) return formatMissingInput(inputs, place);
    if (!isFilled(gaps)) return formatWarmUp(gaps.count, n);
    const name = inputName(inputs, place);
    const what =
      kind === 'price'
        ? `${name} less the close is ${formatFigure(gap)}`
        : `${name} is ${formatFigure(gap)}`;
    const said = `${what}, ${formatSigned(score)} sigma from its ${n}-bar mean ${formatFigure(meanOfMoments(gaps))}`;
    return side === 0
      ? `${said}; waits for ${e.toFixed(2)} either way`
      : `${said}, entered at ${e.toFixed(2)}: ${sideName(side)} until within ${x.toFixed(2)}`;
  },
};
