// The last believed quote of each instrument, for markets whose feed cannot be asked again: the first quote after a start is held against it.
import { eq } from 'drizzle-orm';
import type { Database } from '../../../db/client.server';
import { quote } from '../../../db/schema/market';
import type { BelievedQuote } from '../../trading/market/feed-guard';
import type { Quote } from '../../trading/domain/quote';
import { getMeta, saveMeta } from '../log/meta.server';
import { prepareUpsert } from '../log/upsert.server';

/** Stores the last quotes of a market, all or none. */
export function saveQuotes(db: Database, market: string, quotes: ReadonlyMap<string, Quote>): void {
  const save = prepareUpsert(db.$client, quote, ['market', 'instrumentId']);
  const saveAll = db.$client.transaction(() => {
    for (const [instrumentId, { bidTicks, askTicks, lastTicks, atMs }] of quotes)
      save({ market, instrumentId, bidTicks, askTicks, lastTicks, atMs });
  });
  saveAll.immediate();
}

/** The stored quotes of a market by instrument id. */
export function storedQuotes(db: Database, market: string): ReadonlyMap<string, Quote> {
  const rows = db.select().from(quote).where(eq(quote.market, market)).all();
  return new Map(
    rows.map(({ instrumentId, bidTicks, askTicks, lastTicks, atMs }) => [
      instrumentId,
      { bidTicks, askTicks, lastTicks, atMs },
    ]),
  );
}

/** Stores the quotes that the desk's feed guard believes, each with its tick: another version may count the contract in other ticks. Of no quotes the earlier ones stay. */
export function saveBelievedQuotes(db: Database, quotes: ReadonlyMap<string, BelievedQuote>): void {
  if (quotes.size > 0) saveMeta(db, 'believed_quotes', JSON.stringify([...quotes]));
}

/** The quotes that the last run believed, by contract. */
export const believedQuotes = (db: Database): ReadonlyMap<string, BelievedQuote> =>
  new Map(JSON.parse(getMeta(db, 'believed_quotes') ?? '[]') as [string, BelievedQuote][]);
