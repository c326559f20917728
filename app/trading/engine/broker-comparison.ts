/**
 * Compares an account with its remote broker after each connection, hourly and on demand. The broker is
 * right: trades that were not ordered here are booked, and where both still differ, the account is halted
 * with both sides.
 */
import type { Book } from '../domain/book';
import { buildClosingPostings, buildOpeningPostings } from '../domain/ledger';
import type { Mills } from '../domain/units';
import type { BrokerSnapshot } from '../ports';
import { haltAccount, haltForDisagreement } from './account-halts';
import { retryClosesOfBook } from './close-positions';
import type { EngineConfig } from './config';
import type { EngineEvent } from './event';
import { bookExternalTrades } from './external-trades';
import { explainBalance, formatDifference, listDifferingContracts } from './holdings';
import { getOwner } from './orders';
import type { StateTransaction } from './state-transaction';

export function compareWithBroker(
  tx: StateTransaction,
  config: EngineConfig,
  { bookId, nextOrderNumber, snapshot }: Extract<EngineEvent, { type: 'BrokerCompared' }>,
): void {
  const before = tx.state.books[bookId];
  // Compared again when the account is opened.
  if (!before) return tx.setBrokerDown(bookId, 'the account is not opened yet');
  const started = startWithBalance(tx, before, snapshot.cashMills);
  const externalTrades = bookExternalTrades(tx, config, started, snapshot);
  const book = tx.state.books[bookId] ?? started;
  haltDifferingAccount(tx, config, book, snapshot, externalTrades);
  const { positions, cashMills } = snapshot;
  tx.setBrokerLink(bookId, { state: 'ready', nextOrderNumber, atBroker: { positions, cashMills } });
  for (const instrumentId of listClosing(book)) retryClosesOfBook(tx, config, bookId, instrumentId);
}

/** Contracts with a position that waits for its close. */
const listClosing = ({ positions, closing }: Book): ReadonlySet<string> =>
  new Set(
    Object.values(positions)
      .filter(({ id }) => closing[id])
      .map(({ instrumentId }) => instrumentId),
  );

/** True while nothing was ever traded in this period of the account. */
const isUnused = ({ opened, positions, orders, balances }: Book): boolean =>
  opened === 0 &&
  Object.keys(positions).length === 0 &&
  Object.keys(orders).length === 0 &&
  balances.fees === 0;

/** An unused account begins with the cash of the broker. Returns the account after that. */
function startWithBalance(tx: StateTransaction, book: Book, cashMills: Mills): Book {
  if (!isUnused(book) || cashMills <= 0 || cashMills === book.balances.available) return book;
  startPeriod(tx, book, cashMills);
  return tx.state.books[book.id] ?? book;
}

/** A new account period with the cash of the broker. Nothing may be open. */
export function startPeriod(tx: StateTransaction, book: Book, cashMills: Mills): void {
  tx.record('BookReset', getOwner(book), {
    epoch: book.epoch + 1,
    capitalMills: cashMills,
    closing: buildClosingPostings(book.balances),
    entry: buildOpeningPostings(cashMills),
  });
}

/** After a difference an operator looks at the account; after an explained trade its user does. */
function haltDifferingAccount(
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  snapshot: BrokerSnapshot,
  externalTrades: readonly string[],
): void {
  const trades =
    externalTrades.length === 0
      ? []
      : [`the broker reports trades that were not ordered here: ${externalTrades.join(', ')}`];
  const contracts = listDifferingContracts(book, snapshot).map((contract) =>
    formatDifference(tx.state, book, contract),
  );
  const balance = explainBalance(book, snapshot);
  const differences = balance === null ? contracts : [...contracts, balance];
  const reason = [...trades, ...differences].join('; ');
  if (differences.length > 0) return haltForDisagreement(tx, config, book.id, reason);
  if (trades.length > 0) haltAccount(tx, config, book.id, { level: 2, reason });
}
