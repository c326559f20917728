/**
 * Values every book once a minute of engine time, at live prices only.
 * A book that holds a contract without a live quote is not valued: that minute is left out.
 */
import type { Book } from '../domain/book';
import { accountBalanceMills } from '../domain/ledger';
import type { ValuationFacts } from '../domain/record';
import { addMills } from '../domain/units';
import { bookUnrealisedMills, dayLossAllowedMills } from '../risk/exposure';
import type { EngineConfig } from './config';
import type { Draft } from './state-transaction';
import { watchDrawdown } from './breakers';
import { type Marks, collectMarks } from './marks';
import { assessMargin } from './margin-call';
import { cancelOrder, getOwner } from './orders';
import { getListedInstrument } from './order-settlement';
import type { DeskState } from './state';
import { MINUTE_MS } from '../domain/time';

/**
 * Writes a valuation for each book whose last one belongs to an earlier minute and whose holdings
 * all have a live quote.
 * Peak, daily loss, breakers and equity history follow from these valuations and from nothing else.
 */
export function valueBooks(draft: Draft, config: EngineConfig): void {
  const minute = Math.floor(draft.nowMs / MINUTE_MS);
  for (const book of Object.values(draft.state.books)) {
    if (book.valuedMinute >= minute) continue;
    const marks = collectMarks(draft.state, book);
    if (marks.missing.length > 0) continue;
    draft.record(
      'PortfolioValued',
      getOwner(book),
      computeValuation(draft.state, book, config.dayOf(draft.nowMs), marks),
    );
    watchDrawdown(draft, config, book.id);
    assessMargin(draft, config, book.id);
    if (config.hasGuards === false || !hasHitDailyLossLimit(draft.state, book.id)) continue;
    const waiting = Object.values(draft.state.books[book.id]?.orders ?? {}).filter(
      (order) => order.purpose === 'ENTRY' && order.rollOf === undefined,
    );
    for (const order of waiting) cancelOrder(draft, config, order, 'daily loss');
  }
}

/**
 * Whether the day's low has passed the daily loss: entries that still wait would fill behind the
 * gate's back.
 */
function hasHitDailyLossLimit(state: DeskState, bookId: string): boolean {
  const book = state.books[bookId];
  const settings = book && state.users[book.userId]?.settings;
  return (
    book !== undefined &&
    settings !== undefined &&
    book.dayStartMills - book.dayLowMills > dayLossAllowedMills(book, settings)
  );
}

function computeValuation(
  state: DeskState,
  book: Book,
  day: string,
  { marks, oldestQuoteMs }: Marks,
): ValuationFacts {
  const balanceMills = accountBalanceMills(book.balances);
  const unrealisedMills = bookUnrealisedMills(
    book,
    (id) => getListedInstrument(state, book, id),
    (id) => marks[id] ?? null,
  );
  return {
    marks,
    oldestQuoteMs,
    balanceMills,
    availableMills: book.balances.available,
    unrealisedMills,
    equityMills: addMills(balanceMills, unrealisedMills),
    positions: Object.keys(book.positions).length,
    day,
    dayStartMills: day === book.day ? book.dayStartMills : book.equityMills,
  };
}
