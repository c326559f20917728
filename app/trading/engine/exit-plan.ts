/** An exit as it follows from what was known: the rule, the longest holding, the end of a month. */
import { getCode } from '../domain/instrument';
import type { ExitCause, ExitPlan, KnownAtExit, Made } from '../domain/leaving-facts';
import { type Position, heldSince } from '../domain/position';
import { barsHeld } from '../risk/holding-time';
import { BAR_MS, type PlaybookRow, type PlaybookTarget } from '../strategies/playbook';
import type { InstrumentMarket } from './state';

/** The plan of a position that stands in the market. */
export function planExit({
  cause,
  direction,
  wanted,
  reason,
  barsHeld: held,
  barsHeldMax,
  code,
  into,
  refusal,
}: KnownAtExit): ExitPlan {
  const exit = (why: string): ExitPlan => ({ action: 'EXIT', reason: why });
  if (cause === 'EXPIRED') return exit(`${code} has expired and is settled`);
  if (cause === 'CARRIED') return exit('it stands in the next month already');
  if (cause === 'ENDS_TOGETHER') return exit(`${code} ends, and with it the spread`);
  if (cause === 'NOT_ROLLABLE') return exit(`cannot be rolled into ${into}: ${refusal}`);
  if (cause === 'NOT_WANTED_THERE') return exit(`${into}: ${reason}`);
  if (wanted !== direction) return exit(reason);
  if (barsHeldMax !== null && held >= barsHeldMax)
    return exit(`held for ${barsHeldMax} bars, the longest this playbook allows`);
  return { action: 'HOLD', reason: null };
}

type Rule = Pick<PlaybookRow, 'bar' | 'barsHeldMax'>;

/**
 * Why a position is over by its own rule, with what was known: the side it wants now, or the
 * longest holding.
 */
export function exitByRule(
  position: Position,
  { bar, barsHeldMax }: Rule,
  target: PlaybookTarget,
  seen: InstrumentMarket,
): Made<KnownAtExit, ExitPlan> {
  const ends = seen.barEnds[bar] ?? [];
  const held =
    barsHeldMax === null ? 0 : barsHeld(ends, ends.length, heldSince(position), BAR_MS[bar]);
  return buildPlan({
    ...buildKnownAtExit('RULE', position, target, seen),
    barsHeld: held,
    barsHeldMax,
  });
}

/** An exit that the end of a month causes. */
export const exitByMonth = (
  cause: Exclude<ExitCause, 'RULE'>,
  position: Position,
  target: PlaybookTarget,
  seen: InstrumentMarket,
  into: string | null = null,
  refusal: string | null = null,
): Made<KnownAtExit, ExitPlan> =>
  buildPlan({ ...buildKnownAtExit(cause, position, target, seen), into, refusal });

const buildPlan = (known: KnownAtExit): Made<KnownAtExit, ExitPlan> => ({
  known,
  plan: planExit(known),
});

const buildKnownAtExit = (
  cause: ExitCause,
  { id, direction, lots }: Position,
  { side, strength, reason }: PlaybookTarget,
  { instrument }: InstrumentMarket,
): KnownAtExit => ({
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
