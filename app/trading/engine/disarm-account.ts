/** Ends the permission of an account to send entries. */
import { declineProposals } from './decline-proposals';
import { getOwner } from './orders';
import type { StateTransaction } from './state-transaction';

/** Also ends a request, and what waits for approval. Nothing where there is neither. `reason`: a clause. */
export function disarmAccount(tx: StateTransaction, bookId: string, reason: string): void {
  const book = tx.state.books[bookId];
  if (!book?.arming) return;
  declineProposals(tx, book, null, reason);
  tx.record('AccountDisarmed', getOwner(book), { reason });
}
