/** Entry conditions of a playbook: allowed sides, season and gates. */
import type { CalendarWindow } from './calendar-window';
import { type DayWindow, createDayWindow, isWithin, formatOutside } from './families/day-window';
import { getInput, formatInputName, formatSide } from './families/input-access';
import type { SideSign } from '../domain/position';
import type { Gate, InputBar, PlaybookRow } from './playbook';
import { formatFigure } from './reason-text';

/** Reason why the last bar blocked the side; a gate is given by its index from 0. */
const ALLOWED = -1;
const WRONG_SIDE = -2;
const OUT_OF_SEASON = -3;

export interface EntryState {
  readonly season: DayWindow | null;
  /** ALLOWED, or the blocking reason. */
  cause: number;
  /** Input of the blocking gate; NaN when missing. */
  value: number;
  endsMs: number;
}

export const createEntryState = (window: CalendarWindow | null): EntryState => ({
  season: window && createDayWindow(window),
  cause: ALLOWED,
  value: NaN,
  endsMs: NaN,
});

export const copyEntryState = (from: EntryState): EntryState => ({
  ...from,
  season: from.season && { ...from.season },
});

/**
 * Whether a standing target may be entered late. A signal that is held inside the band of its costs
 * has strength 0: it is worth keeping, but not the costs of an entry.
 */
export const isWorthEntry = ({ family }: Pick<PlaybookRow, 'family'>, strength: number): boolean =>
  family !== 'AI' || strength > 0;

/** A missing input (NaN) closes the gate. */
const isOpen = (gate: Gate, value: number): boolean =>
  gate.is === 'above' ? value > gate.value : value < gate.value;

/**
 * Index of the first closed gate, -1 for none. Entries check all gates, a held side only those that
 * end a holding.
 */
function findClosedGate(gates: readonly Gate[], bar: InputBar, isHeld: boolean): number {
  for (let i = 0; i < gates.length; i += 1) {
    const gate = gates[i];
    if (gate && (gate.ends || !isHeld) && !isOpen(gate, getInput(bar, gate.input))) return i;
  }
  return -1;
}

/**
 * Applies the conditions to the side `wanted` by the family; `held` is the side before this bar.
 * Stores the cause in place.
 */
export function applyEntryConditions(
  row: PlaybookRow,
  admission: EntryState,
  targetSign: SideSign,
  heldSign: SideSign,
  bar: InputBar,
): SideSign {
  admission.endsMs = bar.endsMs;
  admission.cause = ALLOWED;
  const isInSeason = admission.season === null || isWithin(admission.season, bar.endsMs);
  if (targetSign === 0) return 0;
  if (row.sides !== 'BOTH' && (row.sides === 'LONG') !== (targetSign === 1))
    admission.cause = WRONG_SIDE;
  else if (!isInSeason) admission.cause = OUT_OF_SEASON;
  else if (row.gates.length > 0) {
    admission.cause = findClosedGate(row.gates, bar, targetSign === heldSign);
    const gate = row.gates[admission.cause];
    admission.value = gate ? getInput(bar, gate.input) : NaN;
  }
  return admission.cause === ALLOWED ? targetSign : 0;
}

/** True if both give the same `formatRejectedEntry`; out of season the text may change with time. */
export const hasSameRejection = (a: EntryState, b: EntryState): boolean =>
  a.cause === b.cause && a.cause !== OUT_OF_SEASON && Object.is(a.value, b.value);

/** Explains a blocked side, to append to the reason of the family; empty when allowed. */
export function formatRejectedEntry(
  row: PlaybookRow,
  { season, cause, value, endsMs }: EntryState,
): string {
  if (cause === ALLOWED) return '';
  if (cause === WRONG_SIDE)
    return `; no entry: trades the ${formatSide(row.sides === 'LONG' ? 1 : -1)} side only`;
  if (cause === OUT_OF_SEASON)
    return season ? `; no entry: ${formatOutside(season.window, endsMs)}` : '';
  const gate = row.gates[cause];
  if (!gate) return '';
  const name = formatInputName(row.inputs, gate.input);
  if (Number.isNaN(value)) return `; no entry: ${name} missing, needed for “${gate.text}”`;
  return `; no entry until ${gate.text}: ${name} is ${formatFigure(value)} (needs ${gate.is} ${formatFigure(gate.value)})`;
}
