/** CARRY: holds the side on which the roll pays. */
import type { CarryParams } from '../params';
import type { FoldState, Rule } from '../playbook';
import { formatSigned, strengthBeyond } from '../reason-text';
import { inputAt, formatMissingInput, sideName } from './input-access';

interface CarryState extends FoldState {
  /** Bars until it looks again; 0 when the next bar is looked at. */
  wait: number;
  /** The yield at the last look, a year; NaN when the last bar brought none. */
  yield: number;
}

/**
 * Long above a yearly yield of e, short below -e, as it stands at every look; strength is by how
 * much it exceeds e.
 */
export const carry: Rule<CarryParams, CarryState> = {
  family: 'CARRY',
  init: () => ({ side: 0, strength: 0, wait: 0, yield: NaN }),
  copy: (state) => ({ ...state }),
  fold({ place, e, every }, state, bar) {
    const rate = inputAt(bar, place);
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
      state.strength = state.side === 0 ? 0 : strengthBeyond(rate / e, 1);
    }
    state.wait = state.wait === 0 ? every - 1 : state.wait - 1;
  },
  reason({ place, e, every }, { side, wait, yield: rate }, inputs) {
    if (Number.isNaN(rate)) return formatMissingInput(inputs, place);
    const ago = every - 1 - wait;
    const said = `roll yield was ${formatSigned(100 * rate)}% a year ${ago} of ${every} bars ago`;
    return side === 0
      ? `${said}; waits for more than ${(100 * e).toFixed(2)}% either way`
      : `${said}, entered at ${(100 * e).toFixed(2)}%: ${sideName(side)} until the next look`;
  },
};
