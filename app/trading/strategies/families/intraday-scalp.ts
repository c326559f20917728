/** SCALP: fades a price away from its average within local hours. */
import type { ScalpParams } from '../params';
import type { FoldState, Rule } from '../playbook';
import { formatWarmUp, computeStrength } from '../reason-text';
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
import { formatAverage } from './mean-reversion';
import { type ZoneHours, getHour, createZoneHours } from './zone-hours';

interface ScalpState extends FoldState {
  readonly gap: Average;
  readonly clock: ZoneHours;
  /** Local hour in which an order of this bar executes; -1 before the first bar. */
  hour: number;
}

const isOpen = ({ from, to }: ScalpParams, hour: number): boolean => hour >= from && hour < to;
const formatHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** z as in REV. Exits at the average or with the last bar of the hours. */
export const scalpRule: Rule<ScalpParams, ScalpState> = {
  family: 'SCALP',
  init: ({ n, zone }) => ({
    side: 0,
    strength: 0,
    gap: createAverage(n),
    clock: createZoneHours(zone),
    hour: -1,
  }),
  copy: (state) => ({ ...state, gap: copyAverage(state.gap), clock: { ...state.clock } }),
  fold(params, state, bar) {
    const isReady = updateAverage(state.gap, bar.close, params.e, 0);
    // An order decided at the end of a bar executes in the next millisecond.
    state.hour = getHour(state.clock, bar.endsMs + 1);
    state.side =
      isReady && isOpen(params, state.hour)
        ? computeFadeSide(state.side, state.gap.score, params.e, 0)
        : 0;
    state.strength = state.side === 0 ? 0 : computeStrength(state.gap.score, params.e);
  },
  computeExpectedMove: (_params, { side, gap }) => (side === 0 ? null : computeDistance(gap, 0)),
  formatReason(params, { side, gap, hour }) {
    const { n, e, from, to, zone } = params;
    if (!isFilled(gap.closes)) return formatWarmUp(gap.closes.count, n);
    if (!isOpen(params, hour))
      return `after ${formatHour(hour)} in ${zone}: outside ${formatHour(from)} to ${formatHour(to)}; next entry from ${formatHour(from)}`;
    const text = formatAverage(gap);
    return side === 0
      ? `${text}; entry at ±${e.toFixed(2)}`
      : `${text}, entered at ${e.toFixed(2)}: ${formatSide(side)} until the average or ${formatHour(to)} in ${zone}`;
  },
};
