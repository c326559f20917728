/** REV: fades a price that has left its average. */
import type { RevParams } from '../params';
import type { FoldState, Rule } from '../playbook';
import { formatWarmUp, formatFigure, formatSigned, strengthBeyond } from '../reason-text';
import { type Average, copyAverage, emptyAverage, foldAverage } from './average';
import { fadeSide } from './fade';
import { sideName } from './input-access';
import { isFilled } from './moments';

interface RevState extends FoldState {
  readonly gap: Average;
}

/** z = (P - EMA_n) / sd_n, both in quoted units, so that prices at or below zero need no care. */
export const rev: Rule<RevParams, RevState> = {
  family: 'REV',
  init: ({ n }) => ({ side: 0, strength: 0, gap: emptyAverage(n) }),
  copy: (state) => ({ ...state, gap: copyAverage(state.gap) }),
  fold({ e, x }, state, bar) {
    if (!foldAverage(state.gap, bar.close, e, x)) return;
    state.side = fadeSide(state.side, state.gap.score, e, x);
    state.strength = state.side === 0 ? 0 : strengthBeyond(state.gap.score, e);
  },
  reason({ n, e, x }, { side, gap }) {
    if (!isFilled(gap.closes)) return formatWarmUp(gap.closes.count, n);
    const said = averageText(gap);
    return side === 0
      ? `${said}; waits for ${e.toFixed(2)} either way`
      : `${said}, entered at ${e.toFixed(2)}: ${sideName(side)} until within ${x.toFixed(2)}`;
  },
};

/** `close is +1.06 sigma from its 3-bar average 11.5`. */
export const averageText = ({ closes, average, score }: Average): string =>
  `close is ${formatSigned(score)} sigma from its ${closes.size}-bar average ${formatFigure(average)}`;
