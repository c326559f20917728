/** SEAS: holds one side in season, subject to an optional price filter. */
import type { SeasParams } from '../params';
import type { SideSign } from '../../domain/position';
import type { FoldState, Rule } from '../playbook';
import { formatUtcDate } from '../calendar-window';
import { formatWarmUp, formatFigure, formatSigned } from '../reason-text';
import {
  type DayWindow,
  createDayWindow,
  isWithin,
  formatOutside,
  formatWindow,
} from './day-window';
import { getInput, formatInputName, formatMissingInput, formatSide, getSign } from './input-access';
import {
  type Moments,
  copyMoments,
  createMoments,
  isFilled,
  pushMoment,
  computeScore,
} from './moments';

interface SeasonalState extends FoldState {
  readonly season: DayWindow;
  /** Closes of the filter; null without one. */
  readonly closes: Moments | null;
  endsMs: number;
  score: number;
  /** Direction input times its sign; NaN for a fixed side or a missing input. */
  lean: number;
}

/** Strength of any season: a date has no degree. */
const SEASON_STRENGTH = 0.5;
/** Replaces a missing bound: no score comes near it. */
const NO_BOUND = 1e9;

/** True when the z-score of the close is within the filter bounds; false during warm-up. */
function passesFilter({ filter }: SeasParams, { closes, score }: SeasonalState): boolean {
  if (!filter || !closes) return true;
  return (
    isFilled(closes) && score >= (filter.zMin ?? -Infinity) && score <= (filter.zMax ?? Infinity)
  );
}

/** Side in season; 0 while the input is missing or too small. */
function computeLeaning({ dir, least }: SeasParams, lean: number): SideSign {
  if (dir !== 'INPUT') return dir === 'LONG' ? 1 : -1;
  return Math.abs(lean) >= (least ?? 0) ? getSign(lean) : 0;
}

/** Reason text of a closed filter. */
function formatFilterMismatch({ filter }: SeasParams, { closes, score }: SeasonalState): string {
  if (!filter || !closes) return '';
  if (!isFilled(closes)) return formatWarmUp(closes.count, filter.n);
  const isLow = filter.zMin !== null && score < filter.zMin;
  return `z over ${filter.n} bars is ${formatSigned(score)}; needs ${isLow ? 'at least' : 'at most'} ${formatSigned((isLow ? filter.zMin : filter.zMax) ?? 0)}`;
}

export const seasonalRule: Rule<SeasParams, SeasonalState> = {
  family: 'SEAS',
  init: ({ window, filter }) => ({
    side: 0,
    strength: 0,
    season: createDayWindow(window),
    closes: filter ? createMoments(filter.n) : null,
    endsMs: NaN,
    score: 0,
    lean: NaN,
  }),
  copy: (state) => ({
    ...state,
    season: { ...state.season },
    closes: state.closes && copyMoments(state.closes),
  }),
  fold(params, state, bar) {
    const { filter } = params;
    state.endsMs = bar.endsMs;
    if (filter && state.closes) {
      pushMoment(state.closes, bar.close);
      state.score = computeScore(
        state.closes,
        bar.close,
        Math.abs(filter.zMin ?? NO_BOUND),
        Math.abs(filter.zMax ?? NO_BOUND),
      );
    }
    state.lean =
      params.place === undefined ? NaN : getInput(bar, params.place) * (params.sign ?? 1);
    state.side =
      isWithin(state.season, bar.endsMs) && passesFilter(params, state)
        ? computeLeaning(params, state.lean)
        : 0;
    state.strength = state.side === 0 ? 0 : SEASON_STRENGTH;
  },
  formatReason(params, state, inputs) {
    const { window, dir, place = 0, least = 0 } = params;
    const { side, season, endsMs, lean } = state;
    if (Number.isNaN(endsMs)) return `warming up: no bar yet; season ${formatWindow(window)}`;
    if (!season.isInside) return formatOutside(window, endsMs);
    const text = `${formatUtcDate(endsMs)} is inside ${formatWindow(window)}`;
    if (!passesFilter(params, state)) return `${text}, but ${formatFilterMismatch(params, state)}`;
    if (dir !== 'INPUT') return `${text}: ${formatSide(side)} until its end`;
    if (Number.isNaN(lean)) return formatMissingInput(inputs, place);
    const inputText = `${formatInputName(inputs, place)} ${formatFigure(lean * (params.sign ?? 1))}`;
    return side === 0
      ? `${text}, but ${inputText} is below the threshold of ±${formatFigure(least)}`
      : `${text} with ${inputText}: ${formatSide(side)} until its end or a turn`;
  },
};
