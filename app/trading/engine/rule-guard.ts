/**
 * Isolates a playbook: exceptions, invalid results and oversized state must not affect the engine
 * or other playbooks.
 * Limits are counted in steps and stored figures, not in time, so that a replay stops at the same
 * bar.
 */
import type { EpochMs } from '../domain/units';
import type { PlaybookState, PlaybookTarget } from '../strategies/playbook';
import { FIGURES_MAX, countFigures } from '../strategies/step-budget';
import type { FoldedPlaybook } from './state';

/** State of a playbook whose `init` failed. */
export const EMPTY_STATE: PlaybookState = { side: 0, strength: 0, range: NaN, bars: 0 };
export const WAITING_TARGET: PlaybookTarget = {
  side: 'FLAT',
  strength: 0,
  reason: 'waiting for the next bar',
  range: null,
};

const FAULT_TEXT_MAX = 200;

/** Result of `evaluate`, unchecked if it is `before`. If it fails: the former state with the fault and a flat target. */
export function runGuarded(
  before: FoldedPlaybook,
  endsMs: EpochMs,
  evaluate: () => FoldedPlaybook,
): FoldedPlaybook {
  try {
    const rule = evaluate();
    if (rule === before) return before;
    const problem = findTargetFault(rule.target) ?? findStateFault(rule.state);
    return problem === null ? rule : buildFailedRule(before, endsMs, problem);
  } catch (error) {
    return buildFailedRule(
      before,
      endsMs,
      `failed: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

const buildFailedRule = (before: FoldedPlaybook, endsMs: EpochMs, text: string): FoldedPlaybook => {
  const problem = text.slice(0, FAULT_TEXT_MAX);
  return {
    ...before,
    target: { ...WAITING_TARGET, reason: `halted: ${problem}`, range: before.target.range },
    foldedMs: endsMs,
    fault: problem,
  };
};

const SIDES: readonly unknown[] = ['LONG', 'SHORT', 'FLAT'];

/** Null for a valid target. A faulty playbook may return values outside their types. */
function findTargetFault({ side, strength, reason, range }: PlaybookTarget): string | null {
  if (!SIDES.includes(side)) return `invalid target side ${String(side)}`;
  if (!Number.isFinite(strength) || strength < 0 || strength > 1)
    return `strength is ${String(strength)}; range 0 to 1`;
  if (range !== null && !(Number.isFinite(range) && range >= 0))
    return `average range is ${String(range)}; minimum 0`;
  return typeof reason === 'string' && reason !== '' ? null : 'no reason given';
}

function findStateFault(state: PlaybookState): string | null {
  if (![1, 0, -1].includes(state.side)) return `invalid state side ${String(state.side)}`;
  return countFigures(state) > FIGURES_MAX ? `state exceeds ${FIGURES_MAX} figures` : null;
}
