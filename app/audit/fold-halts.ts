// Halts of playbooks retold: one is halted that was armed, re-armed that was halted, and opens nothing in between.
import { require, textOf, textOrNull, type Facts } from './facts';
import type { Retelling } from './retelling';
import type { RetoldBook } from './retold';

const keyOf = (facts: Facts): string =>
  `${textOf(facts, 'market')}/${textOf(facts, 'commodity')}/${textOf(facts, 'playbookId')}`;

export function haltPlaybook({ facts, desk }: Retelling): void {
  require(!desk.halted.has(
    keyOf(facts),
  ), 'type', 'PlaybookHalted twice', 'a playbook that was armed');
  desk.halted.add(keyOf(facts));
}

export function rearmPlaybook({ facts, desk }: Retelling): void {
  require(desk.halted.delete(
    keyOf(facts),
  ), 'type', 'PlaybookRearmed', 'a playbook that was halted');
}

/** An entry that a halted playbook would have wanted; the entry of a roll adds nothing. */
export function mayEnter({ desk }: Retelling, book: RetoldBook, order: Facts): void {
  const playbookId = textOrNull(order, 'playbookId');
  if (playbookId === null || order['purpose'] !== 'ENTRY' || typeof order['rollOf'] === 'string')
    return;
  require(!desk.halted.has(
    `${book.market}/${textOf(order, 'commodity')}/${playbookId}`,
  ), 'payload.order.playbookId', playbookId, 'a playbook that is not halted');
}
