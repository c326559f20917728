/** Ends the permission of an account to send entries. */
import { getOwner } from './orders';
import type { StateTransaction } from './state-transaction';

/** Also ends a request. No record where there is neither. `reason`: a clause. */
export function disarmAccount(tx: StateTransaction, bookId: string, reason: string): void {
  const book = tx.state.books[bookId];
  if (book?.arming) tx.record('AccountDisarmed', getOwner(book), { reason });
}
