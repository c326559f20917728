// A strategy with faults selected by the last two digits of a close.
import type { CommodityKey } from '../../app/trading/domain/commodity';
import type { Evaluator, PlaybookState } from '../../app/trading/strategies/playbook';
import { spendSteps } from '../../app/trading/strategies/step-budget';
import { createLevelPlaybook, createRow } from './desk-harness';

export type Fault = 'throws' | 'strength' | 'side' | 'range' | 'mute' | 'loops' | 'eats';

interface RogueState extends PlaybookState {
  cachedBars?: number[];
}

/** Follows a price level; a fault lasts for the bar of its close. */
export function createRoguePlaybook(
  commodity: CommodityKey,
  getFault: (close: number) => Fault | null,
  stopRanges: number | null = 1,
): Evaluator {
  const validPlaybook = createLevelPlaybook(commodity, 3, stopRanges, 0.1);
  let fault: Fault | null = null;
  return {
    ...validPlaybook,
    row: createRow(commodity, { id: 'ROGUE', stopRanges, targetRatio: null, barsHeldMax: 4 }),
    fold(state: RogueState, bar) {
      fault = getFault(bar.close);
      validPlaybook.fold(state, bar);
      if (fault === 'throws') throw new Error('a figure that was not there');
      if (fault === 'eats') state.cachedBars = Array.from({ length: 100_000 }, (_, index) => index);
      if (fault === 'loops') for (;;) spendSteps(1);
      if (fault === 'side') state.side = 7 as never;
    },
    buildTarget(state) {
      const target = validPlaybook.buildTarget(state);
      if (fault === 'strength') return { ...target, strength: NaN };
      if (fault === 'range') return { ...target, range: -1 };
      return fault === 'mute' ? { ...target, reason: undefined as never } : target;
    },
  };
}
