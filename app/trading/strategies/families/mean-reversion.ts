/** REV: fades a price away from its average. */
import type { RevParams } from '../params';
import type { FoldState, Rule } from '../playbook';
import { formatWarmUp, formatFigure, formatSigned, computeStrength } from '../reason-text';
import {
  type Average,
  computeDistance,
  copyAverage,
  createAverage,
  updateAverage,
} from './average';
import { computeFadeSide } from './side-rules';
import { formatSide } from './input-access';
import { isFilled } from './moments';

interface MeanReversionState extends FoldState {
  readonly gap: Average;
}

/** z = (P - EMA_n) / sd_n in quoted units, valid for prices at or below zero. */
export const meanReversionRule: Rule<RevParams, MeanReversionState> = {
  family: 'REV',
  init: ({ n }) => ({ side: 0, strength: 0, gap: createAverage(n) }),
  copy: (state) => ({ ...state, gap: copyAverage(state.gap) }),
  fold({ e, x }, state, bar) {
    if (!updateAverage(state.gap, bar.close, e, x)) return;
    state.side = computeFadeSide(state.side, state.gap.score, e, x);
    state.strength = state.side === 0 ? 0 : computeStrength(state.gap.score, e);
  },
  computeExpectedMove: ({ x }, { side, gap }) => (side === 0 ? null : computeDistance(gap, x)),
  formatReason({ n, e, x }, { side, gap }) {
    if (!isFilled(gap.closes)) return formatWarmUp(gap.closes.count, n);
    const text = formatAverage(gap);
    return side === 0
      ? `${text}; entry at ±${e.toFixed(2)}`
      : `${text}, entered at ${e.toFixed(2)}: ${formatSide(side)} until within ${x.toFixed(2)}`;
  },
};

/** `close is +1.06 sigma from its 3-bar average 11.5`. */
export const formatAverage = ({ closes, average, score }: Average): string =>
  `close is ${formatSigned(score)} sigma from its ${closes.size}-bar average ${formatFigure(average)}`;
