/**
 * Compares an account with its remote broker after each connection, hourly and on demand. The broker is
 * right: where they differ, the account is halted with both sides.
 */
import type { Book } from '../domain/book';
import { formatMoney, formatSize } from '../domain/format';
import { buildClosingPostings, buildOpeningPostings } from '../domain/ledger';
import {
  type Mills,
  absMills,
  addMills,
  fromDollars,
  subtractMills,
  toLots,
} from '../domain/units';
import type { BrokerSnapshot } from '../ports';
import { haltForDisagreement } from './account-halts';
import { retryClosesOfBook } from './close-positions';
import type { EngineConfig } from './config';
import type { EngineEvent } from './event';
import { getOwner } from './orders';
import type { StateTransaction } from './state-transaction';

/** Balances may differ by one percent, or by this if it is more: fees come later. */
const BALANCE_PERCENT_MAX = 1;
const BALANCE_DOLLARS_MAX = 100;

export function compareWithBroker(
  tx: StateTransaction,
  config: EngineConfig,
  { bookId, nextOrderNumber, snapshot }: Extract<EngineEvent, { type: 'BrokerCompared' }>,
): void {
  const before = tx.state.books[bookId];
  // Compared again when the account is opened.
  if (!before) return tx.setBrokerDown(bookId, 'the account is not opened yet');
  const book = startWithBalance(tx, before, snapshot.cashMills);
  const differences = listDifferences(tx, book, snapshot);
  if (differences.length > 0) haltForDisagreement(tx, config, bookId, differences.join('; '));
  tx.setBrokerLink(bookId, { state: 'ready', nextOrderNumber });
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
  tx.record('BookReset', getOwner(book), {
    epoch: book.epoch + 1,
    capitalMills: cashMills,
    closing: buildClosingPostings(book.balances),
    entry: buildOpeningPostings(cashMills),
  });
  return tx.state.books[book.id] ?? book;
}

/** Both sides of each difference, in plain words; empty where account and broker agree. */
function listDifferences(
  tx: StateTransaction,
  book: Book,
  snapshot: BrokerSnapshot,
): readonly string[] {
  const held = countHeldLots(book);
  const atBroker = new Map<string, number>();
  for (const { instrumentId, signedLots } of snapshot.positions)
    atBroker.set(instrumentId, (atBroker.get(instrumentId) ?? 0) + signedLots);
  const ids = [...new Set([...held.keys(), ...atBroker.keys()])].sort();
  const differences = ids.flatMap((id) => {
    const [own, theirs] = [held.get(id) ?? 0, atBroker.get(id) ?? 0];
    return own === theirs
      ? []
      : [
          `${id}: the broker holds ${formatHeld(tx, book, id, theirs)}, this account ${formatHeld(tx, book, id, own)}`,
        ];
  });
  const balance = explainBalance(book, snapshot);
  return balance === null ? differences : [...differences, balance];
}

function countHeldLots({ positions }: Book): ReadonlyMap<string, number> {
  const held = new Map<string, number>();
  for (const { instrumentId, direction, lots } of Object.values(positions)) {
    const signedLots = direction === 'LONG' ? lots : -lots;
    held.set(instrumentId, (held.get(instrumentId) ?? 0) + signedLots);
  }
  return held;
}

function formatHeld(tx: StateTransaction, book: Book, id: string, signedLots: number): string {
  if (signedLots === 0) return 'nothing';
  const instrument = tx.state.listings[book.market]?.[id];
  const lots = toLots(Math.abs(signedLots));
  const size = instrument ? formatSize(instrument, lots) : `${lots} lots`;
  return `${signedLots > 0 ? 'long' : 'short'} ${size}`;
}

/** Compared while nothing is held: then no price can explain a difference. */
function explainBalance(book: Book, { cashMills }: BrokerSnapshot): string | null {
  if (Object.keys(book.positions).length > 0) return null;
  const own = addMills(book.balances.available, book.balances.reserved);
  const difference = absMills(subtractMills(cashMills, own));
  const allowed = Math.max(
    fromDollars(BALANCE_DOLLARS_MAX),
    (absMills(own) * BALANCE_PERCENT_MAX) / 100,
  );
  return difference <= allowed
    ? null
    : `the broker states a balance of ${formatMoney(cashMills)}, this account ${formatMoney(own)}`;
}
