/** The live prices at which a book is valued, and the equity that the risk checks use. */
import type { Book } from '../domain/book';
import type { EpochMs, Mills, Ticks } from '../domain/units';
import { bookEquityMills } from '../risk/exposure';
import { getListedInstrument } from './order-settlement';
import { type DeskState, findLiveQuote, findInstrumentMarket } from './state';

export interface Marks {
  /** Last live price by id of each contract held. */
  readonly marks: Readonly<Record<string, Ticks>>;
  /** Time of the oldest quote among them; null when nothing is held. */
  readonly oldestQuoteMs: EpochMs | null;
  /** Contracts held without a live quote: while there are any, the book cannot be valued. */
  readonly missing: readonly string[];
}

/** The marks of everything that a book holds, as of the desk's time. */
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

/**
 * Equity of a book at live prices; that of its last valuation while a contract held has no live
 * quote.
 */
export function computeEquityMills(state: DeskState, book: Book): Mills {
  const { marks, missing } = collectMarks(state, book);
  if (missing.length > 0) return book.equityMills;
  return bookEquityMills(
    book,
    (id) => getListedInstrument(state, book, id),
    (id) => marks[id] ?? null,
  );
}

/**
 * The price at which a holding is shown: the last live quote, else that of the last valuation or
 * entry, whose time is then null.
 * Prices of the past that are loaded after a start never value a position. Null for a contract that
 * is not held and has no live quote.
 */
export function findShownMark(
  state: DeskState,
  book: Book,
  instrumentId: string,
): { readonly ticks: Ticks; readonly atMs: EpochMs | null } | null {
  const seen = findInstrumentMarket(state, book.market, instrumentId);
  if (seen?.isLive && seen.quote) return { ticks: seen.quote.lastTicks, atMs: seen.quote.atMs };
  const stored = book.marks[instrumentId];
  return stored === undefined ? null : { ticks: stored, atMs: null };
}
