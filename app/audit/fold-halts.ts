// Halts of playbooks retold: one is halted that was armed, re-armed that was halted, and opens
// nothing in between.
import { assertFact, readText, textOrNull, type Facts } from './facts';
import type { ReplayState } from './replay-state';
import type { ReplayedBook } from './replayed';

const getKey = (facts: Facts): string =>
  `${readText(facts, 'market')}/${readText(facts, 'commodity')}/${readText(facts, 'playbookId')}`;

export function haltPlaybook({ facts, desk }: ReplayState): void {
  assertFact(
    !desk.halted.has(getKey(facts)),
    'type',
    'PlaybookHalted twice',
    'a playbook that was armed',
  );
  desk.halted.add(getKey(facts));
}

export function rearmPlaybook({ facts, desk }: ReplayState): void {
  assertFact(
    desk.halted.delete(getKey(facts)),
    'type',
    'PlaybookRearmed',
    'a playbook that was halted',
  );
}

/** An entry that a halted playbook would have wanted; the entry of a roll adds nothing. */
export function mayEnter({ desk }: ReplayState, book: ReplayedBook, order: Facts): void {
  const playbookId = textOrNull(order, 'playbookId');
  if (playbookId === null || order['purpose'] !== 'ENTRY' || typeof order['rollOf'] === 'string')
    return;
  assertFact(
    !desk.halted.has(`${book.market}/${readText(order, 'commodity')}/${playbookId}`),
    'payload.order.playbookId',
    playbookId,
    'a playbook that is not halted',
  );
}
