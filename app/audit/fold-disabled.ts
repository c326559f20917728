// Users that an operator has disabled: none is disabled twice, and nothing is started or opened for one.
import { type Facts, require } from './facts';
import type { Retelling } from './retelling';
import type { RetoldBook } from './retold';

export function disableUser({ row, desk }: Retelling): void {
  const userId = row.user_id;
  require(userId !== null &&
    !desk.disabled.has(userId), 'user_id', userId, 'a user who was enabled');
  desk.disabled.add(userId);
}

export function enableUser({ row, desk }: Retelling): void {
  require(desk.disabled.delete(
    row.user_id ?? '',
  ), 'user_id', row.user_id, 'a user who was disabled');
}

/** RUN for the books of a disabled user cannot have been granted. */
export function requireEnabled({ row, desk }: Retelling, book: RetoldBook): void {
  require(!desk.disabled.has(
    book.userId,
  ), 'type', row.type, 'nothing that starts trading for a disabled user');
}

/** An entry, that of a roll included, for a disabled user cannot have passed the gate. */
export function requireNoEntry({ desk }: Retelling, book: RetoldBook, order: Facts): void {
  require(order['purpose'] !== 'ENTRY' ||
    !desk.disabled.has(book.userId), 'payload.order.purpose', order[
    'purpose'
  ], 'no entry of a disabled user');
}
