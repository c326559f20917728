/**
 * Values each account once a minute of engine time, at live prices only. A minute is skipped while
 * a contract held has no live quote. Every valuation is compared with the limits; only those that
 * an account needs are logged.
 */
import { type Book, getMidnightEquity } from '../domain/book';
import { computeAccountBalance } from '../domain/ledger';
import type { MinuteValue } from '../domain/minute-value';
import type { ValuationFacts } from '../domain/record';
import type { Settings } from '../domain/settings';
import { MINUTE_MS } from '../domain/time';
import { type Mills, addMills, subtractMills } from '../domain/units';
import {
  computeBookUnrealizedMills,
  computeDailyLossLimitMills,
  computeDrawdownLimitMills,
} from '../risk/exposure';
import { checkDrawdown, isBeyondDrawdownLimit } from './breakers';
import type { EngineConfig } from './config';
import { assessMargin } from './margin-call';
import { type Marks, collectMarks } from './marks';
import { getListedInstrument } from './order-settlement';
import { cancelOrder, getOwner } from './orders';
import type { DeskState } from './state';
import type { StateTransaction } from './state-transaction';

/**
 * Values all accounts at the first event of a minute; at later ones those that wait for a quote,
 * and those that traded and have no logged valuation in this minute yet.
 */
export function valueBooks(tx: StateTransaction, config: EngineConfig): void {
  const minute = Math.floor(tx.nowMs / MINUTE_MS);
  const { valuation } = tx.state;
  const isNewMinute = minute > valuation.minute;
  const bookIds = isNewMinute
    ? Object.keys(tx.state.books)
    : listExpectedBooks(tx.state, minute, valuation.waitingBookIds);
  if (bookIds.length === 0 && !isNewMinute) return;
  const minuteValues = { ...valuation.minuteValues };
  const waitingBookIds = bookIds.filter((id) => {
    const values = valueBook(tx, config, id, minuteValues[id] ?? []);
    if (values !== null) minuteValues[id] = values;
    return values === null;
  });
  tx.setValuation({ minute, waitingBookIds, minuteValues });
}

/**
 * Accounts that wait for a price or changed since their last valuation. Most prices find none, so
 * that nothing is copied before one is found.
 */
function listExpectedBooks(
  { books }: Pick<DeskState, 'books'>,
  minute: number,
  waitingBookIds: readonly string[],
): readonly string[] {
  const waitingIds = waitingBookIds.length === 0 ? null : new Set(waitingBookIds);
  const ids: string[] = [];
  for (const id in books) {
    const book = books[id];
    if (!book) continue;
    if (waitingIds?.has(id) || (book.isValuationDue && book.valuedMinute < minute)) ids.push(id);
  }
  return ids;
}

/**
 * Returns the valuations since the last logged one, this one included; null while a contract held
 * has no live quote.
 */
function valueBook(
  tx: StateTransaction,
  config: EngineConfig,
  bookId: string,
  minuteValues: readonly MinuteValue[],
): readonly MinuteValue[] | null {
  const book = tx.state.books[bookId];
  const settings = book && tx.state.users[book.userId]?.settings;
  if (!book || !settings || isIdle(book)) return minuteValues;
  const marks = collectMarks(tx.state, book);
  if (marks.missing.length > 0) return null;
  const valuation = computeValuation(tx.state, book, config.getTradingDay(tx.nowMs), marks);
  const isLogged = mustLog(config, book, settings, valuation, tx.nowMs);
  const nextValues = isLogged ? [] : addMinuteValue(tx, book, valuation, minuteValues);
  if (isLogged) {
    if (minuteValues.length > 0) tx.emit({ type: 'MinuteValues', values: minuteValues });
    tx.record('PortfolioValued', getOwner(book), valuation);
    checkDrawdown(tx, config, bookId);
  }
  assessMargin(tx, config, bookId);
  if (config.hasGuards !== false)
    cancelEntriesBeyondDailyLoss(tx, config, bookId, settings, valuation.day);
  return nextValues;
}

/** Bound of the valuations between two logged ones; the oldest are dropped. */
const MINUTE_VALUES_MAX = 60;

/** Adds a valuation whose equity differs from the one before. */
function addMinuteValue(
  { state, nowMs }: StateTransaction,
  { id, epoch, equityMills: loggedMills }: Book,
  { equityMills, marks }: ValuationFacts,
  values: readonly MinuteValue[],
): readonly MinuteValue[] {
  if (equityMills === (values.at(-1)?.equityMills ?? loggedMills)) return values;
  const value = { bookId: id, epoch, atMs: nowMs, afterSeq: state.logSeq, equityMills, marks };
  return [...values, value].slice(-MINUTE_VALUES_MAX);
}

/** True before the first trade of an account period while nothing runs: its equity cannot change. */
const isIdle = (book: Book): boolean =>
  book.opened === 0 &&
  !book.globalActive &&
  Object.keys(book.orders).length === 0 &&
  !Object.values(book.commodities).some(({ active }) => active);

/** Minutes between logged valuations of an account that holds something. */
const LOGGED_EVERY_MINUTES = 15;
/** A larger move is logged at once, as a fraction of the smaller of both loss limits. */
const LOGGED_MOVE_RATIO = 0.1;

/**
 * A valuation is logged after a fill, as the first of a trading day, and while something is held
 * each quarter of an hour, after a large move, and where it reaches a loss limit.
 */
function mustLog(
  config: EngineConfig,
  book: Book,
  settings: Settings,
  { day, positions, equityMills }: ValuationFacts,
  nowMs: number,
): boolean {
  if (book.isValuationDue || day !== book.day) return true;
  if (positions === 0 || equityMills === book.equityMills) return false;
  const smallerLimitMills = Math.min(
    computeDailyLossLimitMills(book, settings),
    computeDrawdownLimitMills(book, settings),
  );
  return (
    getLoggingInterval(nowMs) !== getLoggingInterval(book.valuedMinute * MINUTE_MS) ||
    Math.abs(equityMills - book.equityMills) > LOGGED_MOVE_RATIO * smallerLimitMills ||
    isBeyondDrawdownLimit(config, book, settings, equityMills) ||
    (isBeyondDailyLossLimit(book, settings, equityMills) &&
      !isBeyondDailyLossLimit(book, settings, book.dayLowMills))
  );
}

/** True if an equity of the trading day of the last logged valuation loses too much of its start. */
const isBeyondDailyLossLimit = (book: Book, settings: Settings, equityMills: Mills): boolean =>
  subtractMills(book.dayStartMills, equityMills) > computeDailyLossLimitMills(book, settings);

const getLoggingInterval = (atMs: number): number =>
  Math.floor(atMs / (LOGGED_EVERY_MINUTES * MINUTE_MS));

/** Working entries would bypass the daily loss limit. */
function cancelEntriesBeyondDailyLoss(
  tx: StateTransaction,
  config: EngineConfig,
  bookId: string,
  settings: Settings,
  day: string,
): void {
  const book = tx.state.books[bookId];
  if (!book || book.day !== day || !isBeyondDailyLossLimit(book, settings, book.dayLowMills))
    return;
  const pendingEntries = Object.values(book.orders).filter(
    (order) => order.purpose === 'ENTRY' && order.rollOf === undefined,
  );
  for (const order of pendingEntries) cancelOrder(tx, config, order, 'daily loss');
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
