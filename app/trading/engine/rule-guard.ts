/**
 * The fence around one playbook: what it throws, tells or keeps must not reach the desk or another
 * playbook.
 *
 * No clock is asked: a rule is stopped by the steps that it spends and the figures that it keeps,
 * so that a replay stops it at the same bar.
 */
import type { EpochMs } from '../domain/units';
import type { PlaybookState, PlaybookTarget } from '../strategies/playbook';
import { FIGURES_MAX, figuresIn } from '../strategies/steps';
import type { FoldedPlaybook } from './state';

/** The state of a playbook that could not begin. */
export const UNTOLD: PlaybookState = { side: 0, strength: 0, range: NaN, bars: 0 };
/** What one wants that has nothing to say yet. */
export const WAITING: PlaybookTarget = {
  side: 'FLAT',
  strength: 0,
  reason: 'waits for its next bar',
  range: null,
};

const FAULT_TEXT_MAX = 200;

/**
 * The rule after a bar; where making it fails, the rule as it was before, with the fault and
 * without a wish.
 */
export function runGuarded(
  before: FoldedPlaybook,
  endsMs: EpochMs,
  make: () => FoldedPlaybook,
): FoldedPlaybook {
  try {
    const made = make();
    const fault = targetFault(made.target) ?? stateFault(made.state);
    return fault === null ? made : buildFailedRule(before, endsMs, fault);
  } catch (error) {
    return buildFailedRule(
      before,
      endsMs,
      `it failed: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

const buildFailedRule = (before: FoldedPlaybook, endsMs: EpochMs, text: string): FoldedPlaybook => {
  const fault = text.slice(0, FAULT_TEXT_MAX);
  return {
    ...before,
    target: { ...WAITING, reason: `halted: ${fault}`, range: before.target.range },
    foldedMs: endsMs,
    fault,
  };
};

const SIDES: readonly unknown[] = ['LONG', 'SHORT', 'FLAT'];

/**
 * What is wrong with a target; null when it is one. Nothing is believed of what a rule that failed
 * may tell.
 */
function targetFault({ side, strength, reason, range }: PlaybookTarget): string | null {
  if (!SIDES.includes(side)) return `it wants the side ${String(side)}, which is none`;
  if (!Number.isFinite(strength) || strength < 0 || strength > 1)
    return `its strength is ${String(strength)}, and must lie between 0 and 1`;
  if (range !== null && !(Number.isFinite(range) && range >= 0))
    return `its average range is ${String(range)}, and must be 0 or more`;
  return typeof reason === 'string' && reason !== '' ? null : 'it gives no reason';
}

function stateFault(state: PlaybookState): string | null {
  if (![1, 0, -1].includes(state.side))
    return `it stands on the side ${String(state.side)}, which is none`;
  return figuresIn(state) > FIGURES_MAX ? `it keeps more than ${FIGURES_MAX} figures` : null;
}
