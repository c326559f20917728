/** Halts one account whose broker disagrees with it. */
import type { EngineConfig } from './config';
import { getOwner } from './orders';
import type { StateTransaction } from './state-transaction';
import { cancelPendingEntries } from './stop-trading';

/** No entries until an operator resumes the account; its working entries are cancelled. */
export function haltAccount(
  tx: StateTransaction,
  config: EngineConfig,
  bookId: string,
  reason: string,
): void {
  const book = tx.state.books[bookId];
  if (!book || book.halt) return;
  tx.record('AccountHalted', getOwner(book), { reason });
  cancelPendingEntries(tx, config, book, null, 'trading halted');
}
