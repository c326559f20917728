/** Ends proposals without an entry. */
import type { Book } from '../domain/book';
import type { CommodityKey } from '../domain/commodity';
import type { EntryProposal } from '../domain/entry-proposal';
import type { StateTransaction } from './state-transaction';

/** `reason`: a clause. Null commodity: all. */
export function declineProposals(
  tx: StateTransaction,
  { id }: Book,
  commodity: CommodityKey | null,
  reason: string,
): void {
  for (const proposal of Object.values(tx.state.books[id]?.proposals ?? {}))
    if (commodity === null || proposal.commodity === commodity)
      declineProposal(tx, id, proposal, reason);
}

/** `isByTrader`: the current signal is then used up. */
export function declineProposal(
  tx: StateTransaction,
  bookId: string,
  { id }: EntryProposal,
  reason: string,
  isByTrader = false,
): void {
  const book = tx.state.books[bookId];
  if (!book?.proposals[id]) return;
  tx.record(
    'EntryDeclined',
    { userId: book.userId, bookId },
    { proposalId: id, reason, isByTrader },
  );
}
