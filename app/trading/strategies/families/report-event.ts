/** EVT: trades events: a rising probability, a report surprise, or an estimate before a report. */
import type { EvtParams } from '../params';
import type { FoldState, InputBar, Rule } from '../playbook';
import { formatFigure, formatSigned, computeStrength } from '../reason-text';
import { getInput, formatInputName, formatMissingInput, formatSide, getSign } from './input-access';
import { type HoldingSpell, NO_HOLDING, endHolding, extendHolding } from './holding-spell';

interface EventState extends FoldState, HoldingSpell {
  /** Index of a missing input; -1 for none. */
  missing: number;
  /** Probability, surprise or estimate of the last bar; NaN before it. */
  value: number;
  /** Days since the last or until the next report; NaN before known. */
  days: number;
  /** A report is out, its surprise not yet known. */
  isPending: boolean;
  /** The next report was traded already. */
  isTraded: boolean;
}

type ProbabilityParams = Extract<EvtParams, { readonly kind: 'chance' }>;
type ReportParams = Extract<EvtParams, { readonly kind: 'report' }>;
type EstimateParams = Extract<EvtParams, { readonly kind: 'estimate' }>;

/** Extends a holding, or ends it after `hold` bars. */
function advanceHolding(state: EventState, hold: number, isArmedAfter: boolean): void {
  if (state.barsHeld >= hold) endHolding(state, isArmedAfter);
  else extendHolding(state, state.side);
}

function enterSide(state: EventState, side: EventState['side']): void {
  endHolding(state, true);
  extendHolding(state, side);
}

function foldProbability({ above, exit, hold, dir }: ProbabilityParams, state: EventState): void {
  const isHigh = state.value > above;
  if (state.side !== 0 && state.value < exit) endHolding(state, !isHigh);
  else if (state.side !== 0) advanceHolding(state, hold, !isHigh);
  else if (isHigh && state.isArmed) enterSide(state, dir === 'LONG' ? 1 : -1);
  else state.isArmed = state.isArmed || !isHigh;
  state.strength = state.side === 0 ? 0 : computeStrength(Math.max(0, state.value), above);
}

/** The first report is not traded, because its age alone does not show whether it is new. */
function foldReport({ e, hold }: ReportParams, state: EventState): void {
  const side = getSign(state.value);
  const isTrade = state.isPending && side !== 0 && Math.abs(state.value) >= e;
  state.isPending = false;
  if (isTrade) enterSide(state, side);
  else if (state.side !== 0) advanceHolding(state, hold, true);
  if (isTrade) state.strength = computeStrength(state.value, e);
  if (state.side === 0) state.strength = 0;
}

function foldEstimate({ e, pre, hold, sign }: EstimateParams, state: EventState): void {
  const isLarge = Math.abs(state.value) >= e;
  if (state.side !== 0) advanceHolding(state, hold, true);
  else if (isLarge && !state.isTraded && state.days <= pre) {
    state.isTraded = true;
    enterSide(state, getSign(state.value * sign));
    state.strength = computeStrength(state.value / e, 1);
  }
  if (state.side === 0) state.strength = 0;
}

/** Reads the event inputs in place. Returns false when one is missing, which ends a holding. */
function readInputs(params: EvtParams, state: EventState, bar: InputBar): boolean {
  const figureIndex = getFigureIndex(params);
  state.missing = -1;
  if (params.kind !== 'chance') {
    const days = getInput(bar, getDateIndex(params));
    if (Number.isNaN(days)) state.missing = getDateIndex(params);
    else {
      if (params.kind === 'report' && days < state.days) state.isPending = true;
      if (params.kind === 'estimate' && days > state.days) state.isTraded = false;
      state.days = days;
    }
  }
  state.value = getInput(bar, figureIndex);
  if (Number.isNaN(state.value) && state.missing < 0) state.missing = figureIndex;
  return state.missing < 0;
}

const getFigureIndex = (params: EvtParams): number =>
  params.kind === 'chance'
    ? params.place
    : params.kind === 'report'
      ? params.surprise
      : params.estimate;
const getDateIndex = (params: ReportParams | EstimateParams): number =>
  params.kind === 'report' ? params.since : params.until;

export const eventRule: Rule<EvtParams, EventState> = {
  family: 'EVT',
  init: () => ({
    strength: 0,
    ...NO_HOLDING,
    missing: -1,
    value: NaN,
    days: NaN,
    isPending: false,
    isTraded: false,
  }),
  copy: (state) => ({ ...state }),
  fold(params, state, bar) {
    if (!readInputs(params, state, bar)) {
      endHolding(state, true);
      state.strength = 0;
    } else if (params.kind === 'chance') foldProbability(params, state);
    else if (params.kind === 'report') foldReport(params, state);
    else foldEstimate(params, state);
  },
  formatReason(params, state, inputs) {
    const { missing, value, side, barsHeld } = state;
    const figureIndex = getFigureIndex(params);
    if (missing >= 0 || Number.isNaN(value))
      return formatMissingInput(inputs, missing >= 0 ? missing : figureIndex);
    const text = `${formatInputName(inputs, figureIndex)} is ${formatFigure(value)}${formatReportDistance(params, state)}`;
    return side === 0
      ? `${text}; ${formatWait(params, state)}`
      : `${text}: ${formatSide(side)}, bar ${barsHeld} of ${params.hold}${formatExit(params)}`;
  },
};

function formatReportDistance(params: EvtParams, { days }: EventState): string {
  if (params.kind === 'chance') return '';
  return params.kind === 'report'
    ? `, ${days.toFixed(1)} days after the report`
    : `, ${days.toFixed(1)} days before the report`;
}

const formatExit = (params: EvtParams): string =>
  params.kind === 'chance' ? `, or until below ${formatFigure(params.exit)}` : '';

function formatWait(params: EvtParams, state: EventState): string {
  if (params.kind === 'chance')
    return state.isArmed
      ? `entry above ${formatFigure(params.above)}`
      : `next entry after a value at or below ${formatFigure(params.above)}`;
  if (params.kind === 'report')
    return `entry at a surprise of ±${formatSigned(params.e).slice(1)} in the next report`;
  if (state.isTraded) return 'this report was traded; next entry at the report after it';
  return `entry at ±${formatFigure(params.e)} within ${formatFigure(params.pre)} days of the report`;
}
