/**
 * WXA: trades weather that is news: a revision of a forecast, or a reading that is unusual for its
 * day of the year.
 */
import type { WxaParams } from '../params';
import type { FoldState, InputBar, Rule } from '../playbook';
import { formatFigure, formatSigned, strengthBeyond } from '../reason-text';
import {
  type Climate,
  computeAnomaly,
  copyClimate,
  daysNeeded,
  emptyClimate,
  takeReading,
} from './climate';
import { type DayWindow, dayWindow, isWithin, outsideText } from './day-window';
import { inputAt, inputName, formatMissingInput, sideName } from './input-access';
import { type Spell, FRESH, endSpell, foldSpell } from './holding-spell';

interface WxaState extends FoldState, Spell {
  /** Of the kind that asks for anomalies; null for revisions. */
  readonly climate: Climate | null;
  readonly season: DayWindow | null;
  endsMs: number;
  /** The place of an input that is missing; -1 when all are there. */
  missing: number;
  /** Revision in usual ones, or deviations from normal; NaN while there is nothing to judge. */
  score: number;
}

type Anomaly = Extract<WxaParams, { readonly kind: 'anomaly' }>;

/**
 * The sum of the readings at the anomaly's places into its climate, and the score of it; outside
 * its season only the climate learns.
 */
function scoreAnomaly(params: Anomaly, state: WxaState, climate: Climate, bar: InputBar): number {
  let sum = 0;
  for (const place of params.places) {
    const value = inputAt(bar, place);
    if (Number.isNaN(value)) {
      state.missing = place;
      return NaN;
    }
    sum += value;
  }
  takeReading(climate, bar.endsMs, sum, params.n);
  return !state.season || isWithin(state.season, bar.endsMs)
    ? computeAnomaly(climate, params.n)
    : NaN;
}

function scoreRevision(place: number, state: WxaState, bar: InputBar): number {
  const score = inputAt(bar, place);
  if (Number.isNaN(score)) state.missing = place;
  return score;
}

/** Why an anomaly has nothing to judge. */
function anomalyWait(
  params: Anomaly,
  { season, endsMs }: WxaState,
  climate: Climate,
  name: string,
): string {
  if (season && !season.isInside) return outsideText(season.window, endsMs);
  if (climate.days >= daysNeeded(params.n))
    return `${name} does not vary at this time of the year; waits for a reading off its normal`;
  return `waits for ${daysNeeded(params.n)} earlier days within ${params.n} of this date, has ${climate.days}`;
}

/** The figure that is judged, in words. */
const judgeScore = (climate: Climate | null, score: number, name: string): string =>
  climate
    ? `${name} ${formatFigure(climate.value)} is ${formatSigned(score)} sigma from its normal ${formatFigure(climate.mean)} (${climate.days} earlier days)`
    : `${name} is ${formatSigned(score)} usual revisions`;

export const wxa: Rule<WxaParams, WxaState> = {
  family: 'WXA',
  init: (params) => ({
    strength: 0,
    ...FRESH,
    climate: params.kind === 'anomaly' ? emptyClimate(params.averageDays) : null,
    season: params.kind === 'anomaly' && params.window ? dayWindow(params.window) : null,
    endsMs: NaN,
    missing: -1,
    score: NaN,
  }),
  copy: (state) => ({
    ...state,
    climate: state.climate && copyClimate(state.climate),
    season: state.season && { ...state.season },
  }),
  fold(params, state, bar) {
    state.endsMs = bar.endsMs;
    state.missing = -1;
    if (params.kind === 'anomaly')
      state.score = state.climate ? scoreAnomaly(params, state, state.climate, bar) : NaN;
    else state.score = scoreRevision(params.place, state, bar);
    if (Number.isNaN(state.score)) endSpell(state, true);
    else foldSpell(state, state.score * params.sign, params.e, params.hold);
    state.strength = state.side === 0 ? 0 : strengthBeyond(state.score, params.e);
  },
  reason(params, state, inputs) {
    const { side, climate, endsMs, missing, score, barsHeld, isArmed } = state;
    const places = params.kind === 'anomaly' ? params.places : [params.place];
    const name = places.map((place) => inputName(inputs, place)).join(' + ');
    if (Number.isNaN(endsMs) || missing >= 0)
      return formatMissingInput(inputs, missing >= 0 ? missing : (places[0] ?? 0));
    if (params.kind === 'anomaly' && climate && Number.isNaN(score))
      return anomalyWait(params, state, climate, name);
    const said = judgeScore(climate, score, name);
    if (side !== 0) return `${said}: ${sideName(side)}, bar ${barsHeld} of ${params.hold}`;
    const wait = isArmed
      ? `${params.e.toFixed(2)} either way`
      : `less than ${params.e.toFixed(2)} before the next entry, having held its ${params.hold} bars`;
    return `${said}; waits for ${wait}`;
  },
};
