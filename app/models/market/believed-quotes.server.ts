// Last accepted quotes of the feed guard, stored across restarts.
import type { Database } from '../../../db/client.server';
import type { AcceptedQuote } from '../../trading/market/feed-guard';
import { getMeta, saveMeta } from '../log/meta.server';

/**
 * Stores accepted quotes with their tick size, which may change with versions. An empty map keeps
 * the earlier quotes.
 */
export function saveBelievedQuotes(db: Database, quotes: ReadonlyMap<string, AcceptedQuote>): void {
  if (quotes.size > 0) saveMeta(db, 'believed_quotes', JSON.stringify([...quotes]));
}

/** Accepted quotes of the last run, by contract. */
export const loadBelievedQuotes = (db: Database): ReadonlyMap<string, AcceptedQuote> =>
  new Map(JSON.parse(getMeta(db, 'believed_quotes') ?? '[]') as [string, AcceptedQuote][]);
