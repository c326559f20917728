/**
 * EVT: trades something that happens: a chance that rises, a report that surprises, a report that
 * an own estimate foresees.
 */
import type { EvtParams } from '../params';
import type { FoldState, InputBar, Rule } from '../playbook';
import { formatFigure, formatSigned, strengthBeyond } from '../reason-text';
import { inputAt, inputName, formatMissingInput, sideName, getSign } from './input-access';
import { type Spell, FRESH, endSpell, extendHolding } from './holding-spell';

interface EvtState extends FoldState, Spell {
  /** The place of an input that is missing; -1 when all are there. */
  missing: number;
  /** The chance, the surprise or the estimate of the last bar; NaN before it. */
  value: number;
  /** Days since the last report or until the next one, as last known; NaN before it. */
  days: number;
  /** A report has come whose surprise is not yet known. */
  isPending: boolean;
  /** The report ahead has had its trade. */
  isTraded: boolean;
}

type Chance = Extract<EvtParams, { readonly kind: 'chance' }>;
type Report = Extract<EvtParams, { readonly kind: 'report' }>;
type Estimate = Extract<EvtParams, { readonly kind: 'estimate' }>;

/** Counts a holding on, or ends it after `hold` bars. */
function countEvent(state: EvtState, hold: number, isArmedAfter: boolean): void {
  if (state.barsHeld >= hold) endSpell(state, isArmedAfter);
  else extendHolding(state, state.side);
}

function beginSide(state: EvtState, side: EvtState['side']): void {
  endSpell(state, true);
  extendHolding(state, side);
}

function foldChance({ above, exit, hold, dir }: Chance, state: EvtState): void {
  const isHigh = state.value > above;
  if (state.side !== 0 && state.value < exit) endSpell(state, !isHigh);
  else if (state.side !== 0) countEvent(state, hold, !isHigh);
  else if (isHigh && state.isArmed) beginSide(state, dir === 'LONG' ? 1 : -1);
  else state.isArmed = state.isArmed || !isHigh;
  state.strength = state.side === 0 ? 0 : strengthBeyond(Math.max(0, state.value), above);
}

/**
 * Of a report of which only the age is known it cannot tell whether it is new, so the first one
 * that it is told of is not traded.
 */
function foldReport({ e, hold }: Report, state: EvtState): void {
  const side = getSign(state.value);
  const isTrade = state.isPending && side !== 0 && Math.abs(state.value) >= e;
  state.isPending = false;
  if (isTrade) beginSide(state, side);
  else if (state.side !== 0) countEvent(state, hold, true);
  if (isTrade) state.strength = strengthBeyond(state.value, e);
  if (state.side === 0) state.strength = 0;
}

function foldEstimate({ e, pre, hold, sign }: Estimate, state: EvtState): void {
  const isLarge = Math.abs(state.value) >= e;
  if (state.side !== 0) countEvent(state, hold, true);
  else if (isLarge && !state.isTraded && state.days <= pre) {
    state.isTraded = true;
    beginSide(state, getSign(state.value * sign));
    state.strength = strengthBeyond(state.value / e, 1);
  }
  if (state.side === 0) state.strength = 0;
}

/**
 * Reads the inputs of the event, in place. False when one is missing: what is not known is not
 * held.
 */
function read(params: EvtParams, state: EvtState, bar: InputBar): boolean {
  const place = figurePlace(params);
  state.missing = -1;
  if (params.kind !== 'chance') {
    const days = inputAt(bar, datePlace(params));
    if (Number.isNaN(days)) state.missing = datePlace(params);
    else {
      if (params.kind === 'report' && days < state.days) state.isPending = true;
      if (params.kind === 'estimate' && days > state.days) state.isTraded = false;
      state.days = days;
    }
  }
  state.value = inputAt(bar, place);
  if (Number.isNaN(state.value) && state.missing < 0) state.missing = place;
  return state.missing < 0;
}

const figurePlace = (params: EvtParams): number =>
  params.kind === 'chance'
    ? params.place
    : params.kind === 'report'
      ? params.surprise
      : params.estimate;
const datePlace = (params: Report | Estimate): number =>
  params.kind === 'report' ? params.since : params.until;

export const evt: Rule<EvtParams, EvtState> = {
  family: 'EVT',
  init: () => ({
    strength: 0,
    ...FRESH,
    missing: -1,
    value: NaN,
    days: NaN,
    isPending: false,
    isTraded: false,
  }),
  copy: (state) => ({ ...state }),
  fold(params, state, bar) {
    if (!read(params, state, bar)) {
      endSpell(state, true);
      state.strength = 0;
    } else if (params.kind === 'chance') foldChance(params, state);
    else if (params.kind === 'report') foldReport(params, state);
    else foldEstimate(params, state);
  },
  reason(params, state, inputs) {
    const { missing, value, side, barsHeld } = state;
    const place = figurePlace(params);
    if (missing >= 0 || Number.isNaN(value))
      return formatMissingInput(inputs, missing >= 0 ? missing : place);
    const said = `${inputName(inputs, place)} is ${formatFigure(value)}${datedText(params, state)}`;
    return side === 0
      ? `${said}; waits for ${waitText(params, state)}`
      : `${said}: ${sideName(side)}, bar ${barsHeld} of ${params.hold}${leaveText(params)}`;
  },
};

function datedText(params: EvtParams, { days }: EvtState): string {
  if (params.kind === 'chance') return '';
  return params.kind === 'report'
    ? `, ${days.toFixed(1)} days after the report`
    : `, ${days.toFixed(1)} days before the report`;
}

const leaveText = (params: EvtParams): string =>
  params.kind === 'chance' ? `, or until below ${formatFigure(params.exit)}` : '';

function waitText(params: EvtParams, state: EvtState): string {
  if (params.kind === 'chance')
    return state.isArmed
      ? `more than ${formatFigure(params.above)}`
      : `no more than ${formatFigure(params.above)} before the next entry`;
  if (params.kind === 'report')
    return `the next report with a surprise of at least ${formatSigned(params.e).slice(1)} either way`;
  if (state.isTraded) return 'the report after this one, which has had its trade';
  return `${formatFigure(params.e)} either way within ${formatFigure(params.pre)} days of the report`;
}
