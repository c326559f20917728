// Replays halts of accounts, whose level rises until a person resumes them, and of playbooks: halts and re-arms
// alternate, and a halted playbook opens nothing.
import { assertFact, readText, readTextOrNull, readWhole, type Facts } from './record-facts';
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

/** Each halt raises the level, or keeps the account for an operator. Older records have level 2. */
export function haltAccount({ facts }: ReplayState, book: ReplayedBook): void {
  const level = facts['level'] === undefined ? 2n : readWhole(facts, 'level');
  const needsOperator = facts['needsOperator'] !== false;
  assertFact(
    level >= 1n &&
      level <= 5n &&
      (level > book.haltLevel ||
        (level === book.haltLevel && needsOperator && !book.needsOperator)),
    'payload.level',
    facts['level'],
    `above ${book.haltLevel}`,
  );
  book.haltLevel = level;
  book.needsOperator = needsOperator;
}

export function resumeAccount(_replay: ReplayState, book: ReplayedBook): void {
  assertFact(book.haltLevel > 0n, 'type', 'AccountResumed', 'a halted account');
  book.haltLevel = 0n;
  book.needsOperator = false;
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
