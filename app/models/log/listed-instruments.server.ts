// Instruments as the event log lists them, with the terms of the newest listing.
import type { Database } from '../../../db/client.server';
import type { Instrument } from '../../trading/domain/instrument';
import type { RecordPayloads } from '../../trading/domain/record';

/** Newest terms by market and instrument id. Reads all listings. */
export function readListedInstruments(
  db: Database,
): ReadonlyMap<string, ReadonlyMap<string, Instrument>> {
  const byMarket = new Map<string, Map<string, Instrument>>();
  const listings = db.$client
    .prepare<[], string>("SELECT payload FROM event WHERE type = 'MarketListed' ORDER BY seq")
    .pluck();
  for (const text of listings.iterate()) {
    const { market, instruments } = JSON.parse(text) as RecordPayloads['MarketListed'];
    const listed = byMarket.get(market) ?? new Map<string, Instrument>();
    byMarket.set(market, listed);
    for (const instrument of instruments) listed.set(instrument.id, instrument);
  }
  return byMarket;
}

/** Markets of the accounts, by account. */
export const readAccountMarkets = (db: Database): ReadonlyMap<string, string> =>
  new Map(
    db.$client
      .prepare<[], { id: string; market: string }>('SELECT id, market FROM book')
      .all()
      .map(({ id, market }) => [id, market]),
  );
