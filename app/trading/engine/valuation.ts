/**
 * A valuation of every book once a minute of engine time, at the last prices.
 * It knows marks and equity; it refuses to value a book twice in one minute.
 */
import type { Book } from '../domain/book';
import { accountBalanceMills } from '../domain/ledger';
import type { ValuationFacts } from '../domain/record';
import { type Ticks, addMills } from '../domain/units';
import { bookUnrealisedMills, dayLossAllowedMills } from '../risk/exposure';
import type { EngineConfig } from './config';
import type { Draft } from './draft';
import { watchDrawdown } from './breakers';
import { cancelOrder, owner } from './orders';
import { listedInstrument } from './settle';
import { type DeskState, instrumentMarket } from './state';

const MINUTE_MS = 60_000;

/** Writes a valuation for each book whose last one belongs to an earlier minute. */
export function valueBooks(draft: Draft, config: EngineConfig): void {
  const minute = Math.floor(draft.nowMs / MINUTE_MS);
  for (const book of Object.values(draft.state.books)) {
    if (book.valuedMinute >= minute) continue;
    draft.record('PortfolioValued', owner(book), valuation(draft.state, book, config.dayOf(draft.nowMs)));
    watchDrawdown(draft, config, book.id);
    if (config.hasGuards === false || !isDayLost(draft.state, book.id)) continue;
    const waiting = Object.values(draft.state.books[book.id]?.orders ?? {}).filter((order) => order.purpose === 'ENTRY' && order.rollOf === undefined);
    for (const order of waiting) cancelOrder(draft, config, order, 'daily loss');
  }
}

/** Whether the day's low has passed the daily loss: entries that still wait would fill behind the gate's back. */
function isDayLost(state: DeskState, bookId: string): boolean {
  const book = state.books[bookId];
  const settings = book && state.users[book.userId]?.settings;
  return book !== undefined && settings !== undefined && book.dayStartMills - book.dayLowMills > dayLossAllowedMills(book, settings);
}

function valuation(state: DeskState, book: Book, day: string): ValuationFacts {
  const marks: Record<string, Ticks> = {};
  for (const { instrumentId } of Object.values(book.positions)) {
    const last = instrumentMarket(state, book.market, instrumentId)?.quote?.lastTicks;
    if (last !== undefined) marks[instrumentId] = last;
  }
  const balanceMills = accountBalanceMills(book.balances);
  const unrealisedMills = bookUnrealisedMills(book, (id) => listedInstrument(state, book, id), (id) => marks[id] ?? null);
  return {
    marks, balanceMills, availableMills: book.balances.available, unrealisedMills, equityMills: addMills(balanceMills, unrealisedMills),
    positions: Object.keys(book.positions).length, day, dayStartMills: day === book.day ? book.dayStartMills : book.equityMills,
  };
}
