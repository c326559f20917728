// The quotes that the feed guard believed when the desk ended: the first quote after a start is
// held against them.
import type { Database } from '../../../db/client.server';
import type { BelievedQuote } from '../../trading/market/feed-guard';
import { getMeta, saveMeta } from '../log/meta.server';

/**
 * Stores the quotes that the desk's feed guard believes, each with its tick: another version may
 * count the contract in other ticks. Of no quotes the earlier ones stay.
 */
export function saveBelievedQuotes(db: Database, quotes: ReadonlyMap<string, BelievedQuote>): void {
  if (quotes.size > 0) saveMeta(db, 'believed_quotes', JSON.stringify([...quotes]));
}

/** The quotes that the last run believed, by contract. */
export const believedQuotes = (db: Database): ReadonlyMap<string, BelievedQuote> =>
  new Map(JSON.parse(getMeta(db, 'believed_quotes') ?? '[]') as [string, BelievedQuote][]);
