/** Quotes of brokers and of a vendor as one list: which of two counts. */
import type { QuoteOrigin } from '../../domain/broker-quotes';
import type { Quote } from '../../domain/quote';
import type { EpochMs } from '../../domain/units';
import type { DelayedQuotes } from './vendor-prices';

/** The newest quote by contract, with its origin. */
export interface OriginQuotes extends DelayedQuotes {
  /** Null without a quote. */
  findOrigin(instrumentId: string): QuoteOrigin | null;
}

interface QuotesOfBoth {
  readonly broker: OriginQuotes;
  readonly vendor: DelayedQuotes;
  readonly vendorOrigin: QuoteOrigin;
  readonly nowMs: () => EpochMs;
}

interface ChosenQuote {
  readonly quote: Quote;
  readonly origin: QuoteOrigin;
}

/**
 * A quote of a broker counts until it is stale, then the newer one of both. Two sources of one contract
 * would else take turns, with prices that differ by a spread.
 */
export function preferBrokerQuotes({
  broker,
  vendor,
  vendorOrigin,
  nowMs,
}: QuotesOfBoth): OriginQuotes {
  const chooseQuote = (id: string): ChosenQuote | null => {
    const quote = broker.findQuote(id);
    const origin = broker.findOrigin(id);
    const other = vendor.findQuote(id);
    if (!quote || !origin) return other && { quote: other, origin: vendorOrigin };
    const isCurrent = nowMs() - quote.atMs <= origin.staleAfterMs;
    return other === null || isCurrent || quote.atMs >= other.atMs
      ? { quote, origin }
      : { quote: other, origin: vendorOrigin };
  };
  return {
    listQuoted: () => [...new Set([...broker.listQuoted(), ...vendor.listQuoted()])],
    findQuote: (id) => chooseQuote(id)?.quote ?? null,
    findOrigin: (id) => chooseQuote(id)?.origin ?? null,
  };
}
