/**
 * Margin figures of a book at the last prices of its market.
 */
import type { Book } from '../domain/book';
import type { MarginFacts, MarginTerms } from '../domain/margin-facts';
import type { Mills, Ticks } from '../domain/units';
import { bookEquityMills } from '../risk/exposure';
import {
  type MarginPriceOf,
  computeInitialMargin,
  computeMaintenanceMargin,
  marginTerms,
} from '../risk/margin';
import { collectMarks, findShownMark } from './marks';
import { getListedInstrument } from './order-settlement';
import { type DeskState, findInstrumentMarket } from './state';

/** The prices at which the margin of a book's positions and orders is computed. */
export const marginPrices =
  (state: DeskState, book: Book): MarginPriceOf =>
  (instrumentId) => {
    const seen = findInstrumentMarket(state, book.market, instrumentId);
    // The listing first: the assertion puts its message together, which is most of the cost for a
    // thousand books.
    const instrument =
      state.listings[book.market]?.[instrumentId] ?? getListedInstrument(state, book, instrumentId);
    return {
      instrument,
      lastTicks: findShownMark(state, book, instrumentId)?.ticks ?? seen?.quote?.lastTicks ?? null,
      scaleTicks: seen?.scaleTicks ?? 0,
    };
  };

interface MarginFigures {
  readonly equityMills: Mills;
  readonly maintenanceMills: Mills;
}

/** Equity and maintenance margin of a book, in mills. */
export function computeMarginFigures(state: DeskState, book: Book): MarginFigures {
  const priceOf = marginPrices(state, book);
  const equityMills = bookEquityMills(
    book,
    (id) => priceOf(id).instrument,
    (id) => priceOf(id).lastTicks,
  );
  return { equityMills, maintenanceMills: computeMaintenanceMargin(book, priceOf) };
}

/** The same with everything that it was computed from, for the log. */
export function buildMarginFacts(state: DeskState, book: Book): MarginFacts {
  const priceOf = marginPrices(state, book);
  const marks: Record<string, Ticks> = {};
  const terms: Record<string, MarginTerms> = {};
  for (const { instrumentId } of Object.values(book.positions)) {
    const { instrument, lastTicks, scaleTicks } = priceOf(instrumentId);
    if (lastTicks === null) continue;
    marks[instrumentId] = lastTicks;
    terms[instrumentId] = marginTerms(instrument, lastTicks, scaleTicks);
  }
  return {
    marks,
    terms,
    ...computeMarginFigures(state, book),
    initialMills: computeInitialMargin(book, priceOf),
  };
}

/**
 * Whether the equity of a book can be judged now: each contract held has a live quote, as for a
 * valuation.
 */
export const hasLiveQuotes = (state: DeskState, book: Book): boolean =>
  collectMarks(state, book).missing.length === 0;
