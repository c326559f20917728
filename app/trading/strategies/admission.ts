/**
 * Whether a row may hold the side that its family stands on: sides that it trades, its part of the
 * year, its gates.
 */
import type { CalendarWindow } from './calendar-window';
import { type DayWindow, dayWindow, isWithin, outsideText } from './families/day-window';
import { inputAt, inputName, sideName } from './families/input-access';
import type { Gate, InputBar, PlaybookRow, SideSign } from './playbook';
import { formatFigure } from './reason-text';

/** Why the last bar kept the family's side out; a gate by its place from 0. */
const ADMITTED = -1;
const WRONG_SIDE = -2;
const OUT_OF_SEASON = -3;

export interface Admission {
  readonly season: DayWindow | null;
  /** ADMITTED, or what kept it out. */
  cause: number;
  /** The input of the gate that kept it out; NaN where it is not known. */
  value: number;
  endsMs: number;
}

export const newAdmission = (window: CalendarWindow | null): Admission => ({
  season: window && dayWindow(window),
  cause: ADMITTED,
  value: NaN,
  endsMs: NaN,
});

export const copyAdmission = (from: Admission): Admission => ({
  ...from,
  season: from.season && { ...from.season },
});

/** NaN lies neither above nor below, so that a gate on what is not known is closed. */
const isOpen = (gate: Gate, value: number): boolean =>
  gate.is === 'above' ? value > gate.value : value < gate.value;

/**
 * The first gate that keeps out: of all for an entry, of those that end a holding while one is
 * held. -1 for none.
 */
function closedGate(gates: readonly Gate[], bar: InputBar, isHeld: boolean): number {
  for (let i = 0; i < gates.length; i += 1) {
    const gate = gates[i];
    if (gate && (gate.ends || !isHeld) && !isOpen(gate, inputAt(bar, gate.input))) return i;
  }
  return -1;
}

/**
 * The side after the row's conditions: `wanted` by the family, `held` by the row before this bar.
 * Remembers the cause, in place.
 */
export function admit(
  row: PlaybookRow,
  admission: Admission,
  wanted: SideSign,
  held: SideSign,
  bar: InputBar,
): SideSign {
  admission.endsMs = bar.endsMs;
  admission.cause = ADMITTED;
  const isInSeason = admission.season === null || isWithin(admission.season, bar.endsMs);
  if (wanted === 0) return 0;
  if (row.sides !== 'BOTH' && (row.sides === 'LONG') !== (wanted === 1))
    admission.cause = WRONG_SIDE;
  else if (!isInSeason) admission.cause = OUT_OF_SEASON;
  else if (row.gates.length > 0) {
    admission.cause = closedGate(row.gates, bar, wanted === held);
    const gate = row.gates[admission.cause];
    admission.value = gate ? inputAt(bar, gate.input) : NaN;
  }
  return admission.cause === ADMITTED ? wanted : 0;
}

/** What kept the family's side out, to follow its own sentence; empty when nothing did. */
export function formatRejectedEntry(
  row: PlaybookRow,
  { season, cause, value, endsMs }: Admission,
): string {
  if (cause === ADMITTED) return '';
  if (cause === WRONG_SIDE)
    return `; stays out, as it trades the ${sideName(row.sides === 'LONG' ? 1 : -1)} side only`;
  if (cause === OUT_OF_SEASON)
    return season ? `; stays out, as ${outsideText(season.window, endsMs)}` : '';
  const gate = row.gates[cause];
  if (!gate) return '';
  const name = inputName(row.inputs, gate.input);
  if (Number.isNaN(value))
    return `; stays out, as it cannot tell whether ${gate.text}: no ${name} yet`;
  return `; stays out until ${gate.text}: ${name} is ${formatFigure(value)}, waits for it ${gate.is} ${formatFigure(gate.value)}`;
}
