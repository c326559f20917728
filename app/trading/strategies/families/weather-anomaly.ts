/** WXA: trades forecast revisions or weather anomalies. */
import type { WxaParams } from '../params';
import type { FoldState, InputBar, Rule } from '../playbook';
import { formatFigure, formatSigned, computeStrength } from '../reason-text';
import {
  type Climate,
  computeAnomaly,
  copyClimate,
  getDaysNeeded,
  createClimate,
  addReading,
} from './climate';
import { type DayWindow, createDayWindow, isWithin, formatOutside } from './day-window';
import { getInput, formatInputName, formatMissingInput, formatSide } from './input-access';
import { type HoldingSpell, NO_HOLDING, endHolding, updateHolding } from './holding-spell';

interface WeatherAnomalyState extends FoldState, HoldingSpell {
  /** Normals for anomalies; null for revisions. */
  readonly climate: Climate | null;
  readonly season: DayWindow | null;
  endsMs: number;
  /** Index of a missing input; -1 for none. */
  missing: number;
  /** Scaled revision or anomaly in sigma; NaN when not available. */
  score: number;
}

type AnomalyParams = Extract<WxaParams, { readonly kind: 'anomaly' }>;

/** Adds the sum of the readings to the normals and returns its anomaly; NaN outside the season. */
function scoreAnomaly(
  params: AnomalyParams,
  state: WeatherAnomalyState,
  climate: Climate,
  bar: InputBar,
): number {
  let sum = 0;
  for (const index of params.places) {
    const value = getInput(bar, index);
    if (Number.isNaN(value)) {
      state.missing = index;
      return NaN;
    }
    sum += value;
  }
  addReading(climate, bar.endsMs, sum, params.n);
  return !state.season || isWithin(state.season, bar.endsMs)
    ? computeAnomaly(climate, params.n)
    : NaN;
}

function scoreRevision(index: number, state: WeatherAnomalyState, bar: InputBar): number {
  const score = getInput(bar, index);
  if (Number.isNaN(score)) state.missing = index;
  return score;
}

/** Reason text when no anomaly is available. */
function formatAnomalyWait(
  params: AnomalyParams,
  { season, endsMs }: WeatherAnomalyState,
  climate: Climate,
  name: string,
): string {
  if (season && !season.isInside) return formatOutside(season.window, endsMs);
  if (climate.days >= getDaysNeeded(params.n))
    return `${name} has no variation on this date; needs a reading off its normal`;
  return `warming up: ${climate.days} of ${getDaysNeeded(params.n)} earlier days within ${params.n} days of this date`;
}

/** Score text. */
const formatScore = (climate: Climate | null, score: number, name: string): string =>
  climate
    ? `${name} ${formatFigure(climate.value)} is ${formatSigned(score)} sigma from its normal ${formatFigure(climate.mean)} (${climate.days} earlier days)`
    : `${name} is ${formatSigned(score)} sigma`;

export const weatherAnomalyRule: Rule<WxaParams, WeatherAnomalyState> = {
  family: 'WXA',
  init: (params) => ({
    strength: 0,
    ...NO_HOLDING,
    climate: params.kind === 'anomaly' ? createClimate(params.averageDays) : null,
    season: params.kind === 'anomaly' && params.window ? createDayWindow(params.window) : null,
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
    if (Number.isNaN(state.score)) endHolding(state, true);
    else updateHolding(state, state.score * params.sign, params.e, params.hold);
    state.strength = state.side === 0 ? 0 : computeStrength(state.score, params.e);
  },
  formatReason(params, state, inputs) {
    const { side, climate, endsMs, missing, score, barsHeld, isArmed } = state;
    const indices = params.kind === 'anomaly' ? params.places : [params.place];
    const name = indices.map((index) => formatInputName(inputs, index)).join(' + ');
    if (Number.isNaN(endsMs) || missing >= 0)
      return formatMissingInput(inputs, missing >= 0 ? missing : (indices[0] ?? 0));
    if (params.kind === 'anomaly' && climate && Number.isNaN(score))
      return formatAnomalyWait(params, state, climate, name);
    const text = formatScore(climate, score, name);
    if (side !== 0) return `${text}: ${formatSide(side)}, bar ${barsHeld} of ${params.hold}`;
    const wait = isArmed
      ? `entry at ±${params.e.toFixed(2)}`
      : `held its ${params.hold} bars; next entry after a value below ${params.e.toFixed(2)}`;
    return `${text}; ${wait}`;
  },
};
