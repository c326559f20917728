// Reads the public market from the database of a server that runs.
import { closeDatabase, openDatabase } from '../../../db/client.server';
import { openPublicationStore } from '../../models/public-data/publications.server';
import type { EpochMs } from '../../trading/domain/units';
import { mergeDailyBars } from '../../trading/market/merged-days';
import { loadPublicArchive } from '../../trading/market/sources/public-archive';
import { yahooSource } from '../../trading/market/sources/yahoo/source';
import { loadVendorPrices } from '../../trading/market/sources/vendor-prices';
import { type PublicMarket, createPublicMarket } from '../../trading/signals/public-market';

/** The market as of `nowMs`. Throws DatabaseError if the file cannot be read. */
export function readPublicMarket(databaseFile: string, nowMs: EpochMs): PublicMarket {
  const db = openDatabase(databaseFile, { readonly: true });
  try {
    const store = openPublicationStore(db);
    const archive = loadPublicArchive(store, nowMs);
    const quotes = loadVendorPrices(store, nowMs);
    const days = mergeDailyBars(store.ownPrices, quotes);
    return createPublicMarket(
      { ...archive, days, quotes, quoteStaleAfterMs: yahooSource.staleAfterMs },
      nowMs,
    );
  } finally {
    closeDatabase(db);
  }
}
