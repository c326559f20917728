/** Margin figures of an account at last prices. */
import type { Book } from '../domain/book';
import type { MarginFacts, MarginTerms } from '../domain/margin-facts';
import type { Mills, Ticks } from '../domain/units';
import { computeBookEquityMills } from '../risk/exposure';
import {
  type GetMarginPrice,
  computeInitialMargin,
  computeMaintenanceMargin,
  getMarginTerms,
} from '../risk/margin';
import { collectMarks, findShownMark } from './marks';
import { getListedInstrument } from './order-settlement';
import { type DeskState, findInstrumentMarket } from './state';

export const createMarginPriceLookup =
  (state: DeskState, book: Book): GetMarginPrice =>
  (instrumentId) => {
    const contract = findInstrumentMarket(state, book.market, instrumentId);
    // Direct lookup first: the assertion formats its message, which dominates the cost for 1,000
    // accounts.
    const instrument =
      state.listings[book.market]?.[instrumentId] ?? getListedInstrument(state, book, instrumentId);
    return {
      instrument,
      lastTicks:
        findShownMark(state, book, instrumentId)?.ticks ?? contract?.quote?.lastTicks ?? null,
      scaleTicks: contract?.scaleTicks ?? 0,
    };
  };

interface MarginFigures {
  readonly equityMills: Mills;
  readonly maintenanceMills: Mills;
}

/** In mills. */
export function computeMarginFigures(state: DeskState, book: Book): MarginFigures {
  const getPrice = createMarginPriceLookup(state, book);
  const equityMills = computeBookEquityMills(
    book,
    (id) => getPrice(id).instrument,
    (id) => getPrice(id).lastTicks,
  );
  return { equityMills, maintenanceMills: computeMaintenanceMargin(book, getPrice) };
}

/** Payload of a margin record: the figures with all their inputs. */
export function buildMarginFacts(state: DeskState, book: Book): MarginFacts {
  const getPrice = createMarginPriceLookup(state, book);
  const marks: Record<string, Ticks> = {};
  const terms: Record<string, MarginTerms> = {};
  for (const { instrumentId } of Object.values(book.positions)) {
    const { instrument, lastTicks, scaleTicks } = getPrice(instrumentId);
    if (lastTicks === null) continue;
    marks[instrumentId] = lastTicks;
    terms[instrumentId] = getMarginTerms(instrument, lastTicks, scaleTicks);
  }
  return {
    marks,
    terms,
    ...computeMarginFigures(state, book),
    initialMills: computeInitialMargin(book, getPrice),
  };
}

/** True if every contract held has a live quote. */
export const hasLiveQuotes = (state: DeskState, book: Book): boolean =>
  collectMarks(state, book).missing.length === 0;
