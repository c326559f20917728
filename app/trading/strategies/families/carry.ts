/** CARRY: holds the side with positive roll yield. */
import type { CarryParams } from '../params';
import type { FoldState, Rule } from '../playbook';
import { formatSigned, computeStrength } from '../reason-text';
import { getInput, formatMissingInput, formatSide } from './input-access';

interface CarryState extends FoldState {
  /** Bars until the next check; 0 for the next bar. */
  wait: number;
  /** Annual roll yield at the last check; NaN when missing. */
  yield: number;
}

/**
 * Long above an annual yield of e, short below -e, at every check; strength grows with the excess.
 */
export const carryRule: Rule<CarryParams, CarryState> = {
  family: 'CARRY',
  init: () => ({ side: 0, strength: 0, wait: 0, yield: NaN }),
  copy: (state) => ({ ...state }),
  fold({ place, e, every }, state, bar) {
    const rate = getInput(bar, place);
    if (Number.isNaN(rate)) {
      state.side = 0;
      state.strength = 0;
      state.wait = 0;
      state.yield = NaN;
      return;
    }
    if (state.wait === 0) {
      state.yield = rate;
      state.side = rate > e ? 1 : rate < -e ? -1 : 0;
      state.strength = state.side === 0 ? 0 : computeStrength(rate / e, 1);
    }
    state.wait = state.wait === 0 ? every - 1 : state.wait - 1;
  },
  formatReason({ place, e, every }, { side, wait, yield: rate }, inputs) {
    if (Number.isNaN(rate)) return formatMissingInput(inputs, place);
    const ago = every - 1 - wait;
    const text = `roll yield was ${formatSigned(100 * rate)}% a year ${ago} of ${every} bars ago`;
    return side === 0
      ? `${text}; entry beyond ±${(100 * e).toFixed(2)}%`
      : `${text}, entered at ${(100 * e).toFixed(2)}%: ${formatSide(side)} until the next review`;
  },
};
