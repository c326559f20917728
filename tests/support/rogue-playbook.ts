// A playbook that goes wrong on command: the last two digits of a close say how.
import type { CommodityKey } from '../../app/trading/domain/commodity';
import type { Evaluator, PlaybookState } from '../../app/trading/strategies/playbook';
import { spendSteps } from '../../app/trading/strategies/steps';
import { levelPlaybook, plainRow } from './desk-harness';

export type Fault = 'throws' | 'strength' | 'side' | 'range' | 'mute' | 'loops' | 'eats';

interface RogueState extends PlaybookState {
  kept?: number[];
}

/**
 * Follows a level like a sound one until `findAuditFault` a close names a fault; the fault lasts
 * for that bar.
 */
export function roguePlaybook(
  commodity: CommodityKey,
  faultOf: (close: number) => Fault | null,
  stopRanges: number | null = 1,
): Evaluator {
  const sound = levelPlaybook(commodity, 3, stopRanges, 0.1);
  let fault: Fault | null = null;
  return {
    ...sound,
    row: plainRow(commodity, { id: 'ROGUE', stopRanges, targetRatio: null, barsHeldMax: 4 }),
    fold(state: RogueState, bar) {
      fault = faultOf(bar.close);
      sound.fold(state, bar);
      if (fault === 'throws') throw new Error('a figure that was not there');
      if (fault === 'eats') state.kept = Array.from({ length: 100_000 }, (_, place) => place);
      if (fault === 'loops') for (;;) spendSteps(1);
      if (fault === 'side') state.side = 7 as never;
    },
    target(state) {
      const target = sound.target(state);
      if (fault === 'strength') return { ...target, strength: NaN };
      if (fault === 'range') return { ...target, range: -1 };
      return fault === 'mute' ? { ...target, reason: undefined as never } : target;
    },
  };
}
