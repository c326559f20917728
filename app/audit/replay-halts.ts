// Replays playbook halts: halts and re-arms alternate, and a halted playbook opens nothing.
import { assertFact, readText, readTextOrNull, type Facts } from './record-facts';
import type { ReplayState } from './replay-state';
import type { ReplayedBook } from './replayed-desk';

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

/** An entry of a halted playbook is invalid, except the entry of a roll. */
export function assertPlaybookArmed({ desk }: ReplayState, book: ReplayedBook, order: Facts): void {
  const playbookId = readTextOrNull(order, 'playbookId');
  if (playbookId === null || order['purpose'] !== 'ENTRY' || typeof order['rollOf'] === 'string')
    return;
  assertFact(
    !desk.halted.has(`${book.market}/${readText(order, 'commodity')}/${playbookId}`),
    'payload.order.playbookId',
    playbookId,
    'a playbook that is not halted',
  );
}
