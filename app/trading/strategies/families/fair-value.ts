/** FUND: trades toward a fair value. */
import type { FundParams } from '../params';
import type { FoldState, Rule } from '../playbook';
import { formatWarmUp, formatFigure, formatSigned, computeStrength } from '../reason-text';
import { computeFadeSide } from './side-rules';
import { getInput, formatInputName, formatMissingInput, formatSide } from './input-access';
import {
  type Moments,
  copyMoments,
  createMoments,
  getDeviation,
  isFilled,
  getMean,
  pushMoment,
  computeScore,
} from './moments';

interface FairValueState extends FoldState {
  readonly gaps: Moments;
  /** Fair value minus market in quoted units; NaN when missing. */
  gap: number;
  score: number;
}

/**
 * z = (gap - mean) / sd over n bars including this one; centered, because a constant bias of fair
 * value carries no information. Long when the market is below fair value.
 */
export const fairValueRule: Rule<FundParams, FairValueState> = {
  family: 'FUND',
  init: ({ n }) => ({ side: 0, strength: 0, gaps: createMoments(n), gap: NaN, score: 0 }),
  copy: (state) => ({ ...state, gaps: copyMoments(state.gaps) }),
  fold({ kind, place, e, x }, state, bar) {
    const input = getInput(bar, place);
    const gap = kind === 'price' ? input - bar.close : input;
    state.gap = gap;
    if (!Number.isNaN(gap)) pushMoment(state.gaps, gap);
    const isKnown = !Number.isNaN(gap) && isFilled(state.gaps);
    state.score = isKnown ? computeScore(state.gaps, gap, e, x) : 0;
    // A market above fair value has a negative gap, so the negated score is faded.
    state.side = isKnown ? computeFadeSide(state.side, -state.score, e, x) : 0;
    state.strength = state.side === 0 ? 0 : computeStrength(state.score, e);
  },
  computeExpectedMove: ({ x }, { side, gaps, score }) =>
    side === 0 ? null : Math.max(0, Math.abs(score) - x) * getDeviation(gaps),
  formatReason({ kind, place, n, e, x }, { side, gaps, gap, score }, inputs) {
    if (Number.isNaN(gap)) return formatMissingInput(inputs, place);
    if (!isFilled(gaps)) return formatWarmUp(gaps.count, n);
    const name = formatInputName(inputs, place);
    const what =
      kind === 'price'
        ? `${name} less the close is ${formatFigure(gap)}`
        : `${name} is ${formatFigure(gap)}`;
    const text = `${what}, ${formatSigned(score)} sigma from its ${n}-bar mean ${formatFigure(getMean(gaps))}`;
    return side === 0
      ? `${text}; entry at ±${e.toFixed(2)}`
      : `${text}, entered at ${e.toFixed(2)}: ${formatSide(side)} until within ${x.toFixed(2)}`;
  },
};
