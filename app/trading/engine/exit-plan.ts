/**
 * Plans an exit from its stored inputs: flipped target, maximum holding time or contract expiry.
 */
import { getCode } from '../domain/instrument';
import type { ExitCause, ExitPlan, ExitFacts, PlanFacts } from '../domain/plan-facts';
import { type Position, getHeldSince } from '../domain/position';
import { countBarsHeld } from '../risk/holding-time';
import { BAR_MS, type PlaybookRow, type PlaybookTarget } from '../strategies/playbook';
import type { InstrumentMarket } from './state';

export function planExit({
  cause,
  direction,
  wanted,
  reason,
  barsHeld: heldBars,
  barsHeldMax,
  code,
  into,
  refusal,
}: ExitFacts): ExitPlan {
  const buildExit = (explanation: string): ExitPlan => ({ action: 'EXIT', reason: explanation });
  if (cause === 'EXPIRED') return buildExit(`${code} has expired and is settled`);
  if (cause === 'CARRIED') return buildExit('already open in the next month');
  if (cause === 'ENDS_TOGETHER') return buildExit(`${code} ends, and with it the spread`);
  if (cause === 'NOT_ROLLABLE') return buildExit(`cannot be rolled into ${into}: ${refusal}`);
  if (cause === 'NOT_WANTED_THERE') return buildExit(`${into}: ${reason}`);
  if (wanted !== direction) return buildExit(reason);
  if (barsHeldMax !== null && heldBars >= barsHeldMax)
    return buildExit(`held for ${barsHeldMax} bars, the maximum of this strategy`);
  return { action: 'HOLD', reason: null };
}

type Rule = Pick<PlaybookRow, 'bar' | 'barsHeldMax'>;

/** Exit by the playbook: target on another side, or maximum holding time. */
export function planExitByRule(
  position: Position,
  { bar, barsHeldMax }: Rule,
  target: PlaybookTarget,
  contract: InstrumentMarket,
): PlanFacts<ExitFacts, ExitPlan> {
  const ends = contract.barEnds[bar] ?? [];
  const heldBars =
    barsHeldMax === null
      ? 0
      : countBarsHeld(ends, ends.length, getHeldSince(position), BAR_MS[bar]);
  return buildPlan({
    ...buildKnownAtExit('RULE', position, target, contract),
    barsHeld: heldBars,
    barsHeldMax,
  });
}

/** Exit because the contract month ends. */
export const planExitAtMonthEnd = (
  cause: Exclude<ExitCause, 'RULE'>,
  position: Position,
  target: PlaybookTarget,
  contract: InstrumentMarket,
  into: string | null = null,
  refusal: string | null = null,
): PlanFacts<ExitFacts, ExitPlan> =>
  buildPlan({ ...buildKnownAtExit(cause, position, target, contract), into, refusal });

const buildPlan = (facts: ExitFacts): PlanFacts<ExitFacts, ExitPlan> => ({
  known: facts,
  plan: planExit(facts),
});

const buildKnownAtExit = (
  cause: ExitCause,
  { id, direction, lots }: Position,
  { side, strength, reason }: PlaybookTarget,
  { instrument }: InstrumentMarket,
): ExitFacts => ({
  cause,
  positionId: id,
  direction,
  lots,
  wanted: side,
  strength,
  reason,
  barsHeld: 0,
  barsHeldMax: null,
  code: getCode(instrument),
  into: null,
  refusal: null,
});
