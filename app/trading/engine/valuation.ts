/**
 * Values each account once a minute of engine time, at live prices only. A minute is skipped while
 * a contract held has no live quote.
 */
import { type Book, getMidnightEquity } from '../domain/book';
import { computeAccountBalance } from '../domain/ledger';
import type { ValuationFacts } from '../domain/record';
import { addMills } from '../domain/units';
import { computeBookUnrealizedMills, computeDailyLossLimitMills } from '../risk/exposure';
import type { EngineConfig } from './config';
import type { StateTransaction } from './state-transaction';
import { checkDrawdown } from './breakers';
import { type Marks, collectMarks } from './marks';
import { assessMargin } from './margin-call';
import { cancelOrder, getOwner } from './orders';
import { getListedInstrument } from './order-settlement';
import type { DeskState } from './state';
import { MINUTE_MS } from '../domain/time';

/** Peak equity, daily loss, breakers and equity history follow from these valuations only. */
export function valueBooks(tx: StateTransaction, config: EngineConfig): void {
  const minute = Math.floor(tx.nowMs / MINUTE_MS);
  for (const book of Object.values(tx.state.books)) {
    if (book.valuedMinute >= minute) continue;
    const marks = collectMarks(tx.state, book);
    if (marks.missing.length > 0) continue;
    tx.record(
      'PortfolioValued',
      getOwner(book),
      computeValuation(tx.state, book, config.getTradingDay(tx.nowMs), marks),
    );
    checkDrawdown(tx, config, book.id);
    assessMargin(tx, config, book.id);
    if (config.hasGuards === false || !hasHitDailyLossLimit(tx.state, book.id)) continue;
    const pendingEntries = Object.values(tx.state.books[book.id]?.orders ?? {}).filter(
      (order) => order.purpose === 'ENTRY' && order.rollOf === undefined,
    );
    for (const order of pendingEntries) cancelOrder(tx, config, order, 'daily loss');
  }
}

/** True beyond the daily loss limit: working entries would bypass the check. */
function hasHitDailyLossLimit(state: DeskState, bookId: string): boolean {
  const book = state.books[bookId];
  const settings = book && state.users[book.userId]?.settings;
  return (
    book !== undefined &&
    settings !== undefined &&
    book.dayStartMills - book.dayLowMills > computeDailyLossLimitMills(book, settings)
  );
}

function computeValuation(
  state: DeskState,
  book: Book,
  day: string,
  { marks, oldestQuoteMs }: Marks,
): ValuationFacts {
  const balanceMills = computeAccountBalance(book.balances);
  const unrealisedMills = computeBookUnrealizedMills(
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
    dayStartMills: getMidnightEquity(book, day),
  };
}
