// Replays disabled users: none is disabled twice, and nothing is started or opened for one.
import { type Facts, assertFact } from './record-facts';
import type { ReplayState } from './replay-state';
import type { ReplayedBook } from './replayed-desk';

export function disableUser({ row, desk }: ReplayState): void {
  const userId = row.user_id;
  assertFact(
    userId !== null && !desk.disabled.has(userId),
    'user_id',
    userId,
    'a user who was enabled',
  );
  desk.disabled.add(userId);
}

export function enableUser({ row, desk }: ReplayState): void {
  assertFact(
    desk.disabled.delete(row.user_id ?? ''),
    'user_id',
    row.user_id,
    'a user who was disabled',
  );
}

/** RUN is invalid for a disabled user. */
export function assertEnabled({ row, desk }: ReplayState, book: ReplayedBook): void {
  assertFact(
    !desk.disabled.has(book.userId),
    'type',
    row.type,
    'nothing that starts trading for a disabled user',
  );
}

/** Entries, also of rolls, are invalid for a disabled user. */
export function assertNoEntryOfDisabledUser(
  { desk }: ReplayState,
  book: ReplayedBook,
  order: Facts,
): void {
  assertFact(
    order['purpose'] !== 'ENTRY' || !desk.disabled.has(book.userId),
    'payload.order.purpose',
    order['purpose'],
    'no entry of a disabled user',
  );
}
