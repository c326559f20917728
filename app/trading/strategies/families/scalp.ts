/** SCALP: fades a price that has left its average, inside hours of a market's own day. */
import type { ScalpParams } from '../params';
import type { FoldState, Rule } from '../playbook';
import { formatWarmUp, strengthBeyond } from '../reason-text';
import { type Average, copyAverage, emptyAverage, foldAverage } from './average';
import { fadeSide } from './fade';
import { sideName } from './input-access';
import { isFilled } from './moments';
import { averageText } from './mean-reversion';
import { type ZoneHours, getHour, zoneHours } from './zone-hours';

interface ScalpState extends FoldState {
  readonly gap: Average;
  readonly clock: ZoneHours;
  /** The local hour in which an order of this bar would act; -1 before the first bar. */
  hour: number;
}

const isOpen = ({ from, to }: ScalpParams, hour: number): boolean => hour >= from && hour < to;
const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** z as in REV. Out at the average, or with the bar whose end is the end of the hours. */
export const scalp: Rule<ScalpParams, ScalpState> = {
  family: 'SCALP',
  init: ({ n, zone }) => ({
    side: 0,
    strength: 0,
    gap: emptyAverage(n),
    clock: zoneHours(zone),
    hour: -1,
  }),
  copy: (state) => ({ ...state, gap: copyAverage(state.gap), clock: { ...state.clock } }),
  fold(params, state, bar) {
    const isReady = foldAverage(state.gap, bar.close, params.e, 0);
    // What is decided at a bar's last millisecond is done in the next one.
    state.hour = getHour(state.clock, bar.endsMs + 1);
    state.side =
      isReady && isOpen(params, state.hour)
        ? fadeSide(state.side, state.gap.score, params.e, 0)
        : 0;
    state.strength = state.side === 0 ? 0 : strengthBeyond(state.gap.score, params.e);
  },
  reason(params, { side, gap, hour }) {
    const { n, e, from, to, zone } = params;
    if (!isFilled(gap.closes)) return formatWarmUp(gap.closes.count, n);
    if (!isOpen(params, hour))
      return `past ${hourText(hour)} in ${zone} it is outside ${hourText(from)} to ${hourText(to)}; waits for ${hourText(from)}`;
    const said = averageText(gap);
    return side === 0
      ? `${said}; waits for ${e.toFixed(2)} either way`
      : `${said}, entered at ${e.toFixed(2)}: ${sideName(side)} until the average or ${hourText(to)} in ${zone}`;
  },
};
