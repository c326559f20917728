/** Live prices for valuation, and the equity used by risk checks. */
import type { Book } from '../domain/book';
import type { EpochMs, Mills, Ticks } from '../domain/units';
import { computeBookEquityMills } from '../risk/exposure';
import { getListedInstrument } from './order-settlement';
import { type DeskState, findLiveQuote, findInstrumentMarket } from './state';

export interface Marks {
  /** Last live price by contract held. */
  readonly marks: Readonly<Record<string, Ticks>>;
  /** Null when nothing is held. */
  readonly oldestQuoteMs: EpochMs | null;
  /** Contracts held without a live quote. The account cannot be valued while there are any. */
  readonly missing: readonly string[];
}

/** Marks of all contracts held. */
export function collectMarks(state: DeskState, book: Book): Marks {
  const marks: Record<string, Ticks> = {};
  const missing = new Set<string>();
  let oldestQuoteMs: EpochMs | null = null;
  for (const { instrumentId } of Object.values(book.positions)) {
    const quote = findLiveQuote(
      findInstrumentMarket(state, book.market, instrumentId),
      state.nowMs,
    );
    if (!quote) {
      missing.add(instrumentId);
      continue;
    }
    marks[instrumentId] = quote.lastTicks;
    oldestQuoteMs = Math.min(oldestQuoteMs ?? quote.atMs, quote.atMs);
  }
  return { marks, oldestQuoteMs, missing: [...missing] };
}

/** Equity at live prices. Equity of the last valuation while a contract has no live quote. */
export function computeEquityMills(state: DeskState, book: Book): Mills {
  const { marks, missing } = collectMarks(state, book);
  if (missing.length > 0) return book.equityMills;
  return computeBookEquityMills(
    book,
    (id) => getListedInstrument(state, book, id),
    (id) => marks[id] ?? null,
  );
}

/**
 * Display price: the last live quote, else the price of the last valuation or entry, with a null
 * time. Historical prices loaded after a start never value a position. Null if the contract is
 * neither held nor quoted.
 */
export function findShownMark(
  state: DeskState,
  book: Book,
  instrumentId: string,
): { readonly ticks: Ticks; readonly atMs: EpochMs | null } | null {
  const contract = findInstrumentMarket(state, book.market, instrumentId);
  if (contract?.isLive && contract.quote)
    return { ticks: contract.quote.lastTicks, atMs: contract.quote.atMs };
  const storedTicks = book.marks[instrumentId];
  return storedTicks === undefined ? null : { ticks: storedTicks, atMs: null };
}
