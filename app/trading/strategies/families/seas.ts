/** SEAS: holds one side inside a part of the year, while an optional filter on price agrees. */
import type { SeasParams } from '../params';
import type { FoldState, Rule, SideSign } from '../playbook';
import { dateText } from '../calendar-window';
import { formatWarmUp, formatFigure, formatSigned } from '../reason-text';
import { type DayWindow, dayWindow, isWithin, outsideText, windowText } from './day-window';
import { inputAt, inputName, formatMissingInput, sideName, getSign } from './input-access';
import {
  type Moments,
  copyMoments,
  emptyMoments,
  isFilled,
  pushMoment,
  computeScore,
} from './moments';

interface SeasState extends FoldState {
  readonly season: DayWindow;
  /** Of the filter; null without one. */
  readonly closes: Moments | null;
  endsMs: number;
  score: number;
  /**
   * The input that gives the side, times its sign; NaN where the side is fixed or the input
   * unknown.
   */
  lean: number;
}

/** A date has no degree: a season that stands always stands half way. */
const SEASON_STRENGTH = 0.5;
/** Stands for a bound that is not set: no score comes near it. */
const NO_BOUND = 1e9;

/**
 * Whether the close's z lies between the filter's bounds; true without a filter, false while it has
 * too few closes.
 */
function passesFilter({ filter }: SeasParams, { closes, score }: SeasState): boolean {
  if (!filter || !closes) return true;
  return (
    isFilled(closes) && score >= (filter.zMin ?? -Infinity) && score <= (filter.zMax ?? Infinity)
  );
}

/** The side that it would hold in season: 0 while the input is unknown or too small to tell. */
function computeLeaning({ dir, least }: SeasParams, lean: number): SideSign {
  if (dir !== 'INPUT') return dir === 'LONG' ? 1 : -1;
  return Math.abs(lean) >= (least ?? 0) ? getSign(lean) : 0;
}

/** Why the filter keeps the rule out. */
function filterFault({ filter }: SeasParams, { closes, score }: SeasState): string {
  if (!filter || !closes) return '';
  if (!isFilled(closes)) return formatWarmUp(closes.count, filter.n);
  const isLow = filter.zMin !== null && score < filter.zMin;
  return `z over ${filter.n} bars is ${formatSigned(score)}; waits for ${isLow ? 'at least' : 'at most'} ${formatSigned((isLow ? filter.zMin : filter.zMax) ?? 0)}`;
}

export const seas: Rule<SeasParams, SeasState> = {
  family: 'SEAS',
  init: ({ window, filter }) => ({
    side: 0,
    strength: 0,
    season: dayWindow(window),
    closes: filter ? emptyMoments(filter.n) : null,
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
    state.lean = params.place === undefined ? NaN : inputAt(bar, params.place) * (params.sign ?? 1);
    state.side =
      isWithin(state.season, bar.endsMs) && passesFilter(params, state)
        ? computeLeaning(params, state.lean)
        : 0;
    state.strength = state.side === 0 ? 0 : SEASON_STRENGTH;
  },
  reason(params, state, inputs) {
    const { window, dir, place = 0, least = 0 } = params;
    const { side, season, endsMs, lean } = state;
    if (Number.isNaN(endsMs)) return `waits for ${windowText(window)}, has 0 bars`;
    if (!season.isInside) return outsideText(window, endsMs);
    const said = `${dateText(endsMs)} is inside ${windowText(window)}`;
    if (!passesFilter(params, state)) return `${said}, but ${filterFault(params, state)}`;
    if (dir !== 'INPUT') return `${said}: ${sideName(side)} until its end`;
    if (Number.isNaN(lean)) return formatMissingInput(inputs, place);
    const asked = `${inputName(inputs, place)} ${formatFigure(lean * (params.sign ?? 1))}`;
    return side === 0
      ? `${said}, but ${asked} is too small; waits for ${formatFigure(least)} either way`
      : `${said} with ${asked}: ${sideName(side)} until its end or a turn`;
  },
};
