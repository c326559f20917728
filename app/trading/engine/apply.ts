/** One fact of the log applied to the desk: the only place where books change. */
import {
  type Book,
  type CommoditySwitch,
  IDLE_SWITCH,
  type LoggedDesk,
  type UserDesk,
  isUserDisabled,
} from '../domain/book';
import { COMMODITY_KEYS, type CommodityKey } from '../domain/commodity';
import { EMPTY_BALANCES, type Posting, postAll } from '../domain/ledger';
import { type OrderStep, isWorking, nextOrderState } from '../domain/order';
import { assert, assertNever } from '../domain/outcome';
import { haltKey } from '../domain/playbook-halt';
import type { LogRecord, RecordPayloads, ValuationFacts } from '../domain/record';
import { DEFAULT_SETTINGS, type TradingMode } from '../domain/settings';
import { type EpochMs, type Mills, NO_MILLS, toMills } from '../domain/units';
import { withDemotion, withFrozen, withScore } from '../signals/ledger';
import {
  startCoolOff,
  countClosedTrade,
  forgetOrder,
  applyMarginCall,
  applyRearm,
  tripBreaker,
  withPeak,
} from './breaker-facts';
import {
  withManualOrder,
  withManualPlacement,
  withoutCancelledManualOrder,
  withoutClosedByHand,
} from './hand-orders';
import { settleFill } from './order-settlement';
import { MINUTE_MS } from '../domain/time';

export const MODE_SWITCH_WINDOW_MS = 10 * MINUTE_MS;

/** Puts a changed book among the others. */
export type PutBook = (books: LoggedDesk['books'], book: Book) => LoggedDesk['books'];
const copyBook: PutBook = (books, book) => ({ ...books, [book.id]: book });

/**
 * The desk after one more record. Throws when the record contradicts the desk: a log that does so
 * is not ours.
 */
export const applyRecord = <Desk extends LoggedDesk>(state: Desk, record: LogRecord): Desk =>
  applyPutting(state, record, copyBook);

/** The same where the caller says how a changed book joins the others. */
export function applyPutting<Desk extends LoggedDesk>(
  state: Desk,
  record: LogRecord,
  put: PutBook,
): Desk {
  assert(record.seq === state.logSeq + 1, `record ${record.seq} follows ${state.logSeq}`);
  return {
    ...state,
    ...applyPayload(state, record, put),
    logSeq: record.seq,
    nowMs: Math.max(state.nowMs, record.atMs),
  };
}

function applyPayload(state: LoggedDesk, record: LogRecord, put: PutBook): LoggedDesk {
  switch (record.type) {
    case 'MarketListed':
      return withListing(state, record.payload);
    case 'TradingHalted':
      return { ...state, trading: { state: 'HALTED', reason: record.payload.reason } };
    case 'TradingResumed':
      return { ...state, trading: { state: 'ACTIVE', reason: '' } };
    case 'ModeSelected':
      return withUser(state, record.userId, (user) =>
        switchMode(user, record.payload.mode, record.atMs),
      );
    case 'SettingsSaved':
      return withUser(state, record.userId, (user) => ({
        ...user,
        settings: record.payload.settings,
      }));
    case 'BookOpened':
      return openBook(state, record);
    case 'SignalFrozen':
      return { ...state, signals: withFrozen(state.signals, record.payload, record) };
    case 'SignalScored':
      return { ...state, signals: withScore(state.signals, record.payload, record) };
    case 'NetworkDemoted':
      return { ...state, signals: withDemotion(state.signals, record.payload, record) };
    case 'PlaybookHalted':
      return {
        ...state,
        halts: {
          ...state.halts,
          [haltKey(record.payload)]: { ...record.payload, seq: record.seq, atMs: record.atMs },
        },
      };
    case 'PlaybookRearmed':
      return { ...state, halts: omitRow(state.halts, haltKey(record.payload)) };
    case 'UserDisabled':
      return disableUser(state, record);
    case 'UserEnabled':
      return enableUser(state, record);
    case 'CommandReceived':
      return withCommand(state, record, put);
    case 'CommandRefused':
    case 'DecisionTaken':
      return state;
    default:
      return withBook(state, record.bookId, (book) => applyToBook(state, book, record), put);
  }
}

type BookRecord = Exclude<
  LogRecord,
  {
    type:
      | 'UserDisabled'
      | 'UserEnabled'
      | 'PlaybookHalted'
      | 'PlaybookRearmed'
      | 'SignalFrozen'
      | 'SignalScored'
      | 'NetworkDemoted'
      | 'MarketListed'
      | 'TradingHalted'
      | 'TradingResumed'
      | 'ModeSelected'
      | 'SettingsSaved'
      | 'BookOpened'
      | 'CommandReceived'
      | 'CommandRefused'
      | 'DecisionTaken';
  }
>;

function applyToBook(state: LoggedDesk, book: Book, record: BookRecord): Book {
  switch (record.type) {
    case 'ResetRequested':
      return { ...book, isResetPending: true };
    case 'BookReset':
      return resetBook(book, record.payload, record.atMs);
    case 'AllStarted':
      return { ...book, globalActive: true };
    case 'AllStopped':
      return { ...book, globalActive: false };
    case 'CommodityStarted':
      return withSwitch(book, record.payload.commodity, { active: true, lastEntryMs: null });
    case 'CommodityStopped':
      return withSwitch(book, record.payload.commodity, { active: false });
    case 'PlaybookChosen':
      return withSwitch(book, record.payload.commodity, {
        playbookId: record.payload.playbookId,
        lastEntryMs: null,
      });
    case 'PortfolioValued':
      return withPeak(applyValued(book, record.payload, record.atMs));
    case 'DrawdownTripped':
      return tripBreaker(book, record.payload, record.atMs);
    case 'DrawdownRearmed':
      return applyRearm(book, record.payload);
    case 'CoolOffBegan':
      return startCoolOff(book, record.payload);
    case 'MarginCalled':
      return applyMarginCall(book, record.payload, record.atMs);
    case 'MarginReduced':
      return book;
    case 'MarginRestored':
      return { ...book, marginCall: null };
    case 'OrderRefused':
      return recordDenied(book, record.payload);
    case 'CloseRequested':
      return withClosing(book, record.payload, record.atMs);
    default:
      return applyToOrder(state, book, record);
  }
}

type OrderRecord = Extract<
  BookRecord,
  {
    type:
      | 'OrderPlaced'
      | 'OrderSent'
      | 'OrderAcknowledged'
      | 'OrderLost'
      | 'OrderCancelled'
      | 'OrderRejected'
      | 'OrderExpired'
      | 'OrderFilled';
  }
>;

function applyToOrder(state: LoggedDesk, book: Book, record: OrderRecord): Book {
  switch (record.type) {
    case 'OrderPlaced':
      return withManualPlacement(placeOrder(book, record.payload, record.atMs), record);
    case 'OrderSent':
      return stepped(book, record.payload.orderId, 'send');
    case 'OrderAcknowledged':
      return stepped(book, record.payload.orderId, 'acknowledge');
    case 'OrderLost':
      return stepped(book, record.payload.orderId, 'lose');
    case 'OrderCancelled':
      return withoutCancelledManualOrder(
        endOrder(book, record.payload, 'cancel'),
        record.payload.orderId,
      );
    case 'OrderRejected':
      return endOrder(book, record.payload, 'reject');
    case 'OrderExpired':
      return endOrder(book, record.payload, 'expire');
    case 'OrderFilled':
      return applyFilled(state, book, record.payload, record.atMs);
    default:
      return assertNever(record);
  }
}

function disableUser(
  state: LoggedDesk,
  { userId, payload, atMs }: Extract<LogRecord, { type: 'UserDisabled' }>,
): LoggedDesk {
  assert(userId !== null && !isUserDisabled(state, userId), `user ${userId} is disabled once`);
  return {
    ...state,
    disabledUsers: { ...state.disabledUsers, [userId]: { reason: payload.reason, atMs } },
  };
}

function enableUser(
  state: LoggedDesk,
  { userId }: Extract<LogRecord, { type: 'UserEnabled' }>,
): LoggedDesk {
  assert(
    userId !== null && isUserDisabled(state, userId),
    `user ${userId} is enabled when disabled`,
  );
  return { ...state, disabledUsers: omitRow(state.disabledUsers, userId) };
}

function withListing(
  state: LoggedDesk,
  { market, instruments }: RecordPayloads['MarketListed'],
): LoggedDesk {
  const listed = Object.fromEntries(instruments.map((instrument) => [instrument.id, instrument]));
  return {
    ...state,
    listings: { ...state.listings, [market]: { ...state.listings[market], ...listed } },
  };
}

function withUser(
  state: LoggedDesk,
  userId: string | null,
  change: (user: UserDesk) => UserDesk,
): LoggedDesk {
  const user = userId === null ? undefined : state.users[userId];
  assert(user, `user ${userId} has no desk`);
  return { ...state, users: { ...state.users, [user.userId]: change(user) } };
}

function withBook(
  state: LoggedDesk,
  bookId: string | null,
  change: (book: Book) => Book,
  put: PutBook,
): LoggedDesk {
  const book = bookId === null ? undefined : state.books[bookId];
  assert(book, `book ${bookId} is not open`);
  return { ...state, books: put(state.books, change(book)) };
}

/** A command changes nothing by itself, but an order by hand is remembered by its book. */
function withCommand(
  state: LoggedDesk,
  record: Extract<LogRecord, { type: 'CommandReceived' }>,
  put: PutBook,
): LoggedDesk {
  const book = withManualOrder(state, record);
  return book ? { ...state, books: put(state.books, book) } : state;
}

const switchMode = (user: UserDesk, mode: TradingMode, atMs: EpochMs): UserDesk => ({
  ...user,
  mode,
  modeSwitchTimes: [
    ...user.modeSwitchTimes.filter((time) => time > atMs - MODE_SWITCH_WINDOW_MS),
    atMs,
  ],
});

function openBook(
  state: LoggedDesk,
  record: Extract<LogRecord, { type: 'BookOpened' }>,
): LoggedDesk {
  const { mode, market, epoch, capitalMills, entry } = record.payload;
  assert(
    record.bookId !== null && record.userId !== null && !state.books[record.bookId],
    `book ${record.bookId} is opened once, by a user`,
  );
  const book: Book = {
    id: record.bookId,
    userId: record.userId,
    mode,
    market,
    epoch,
    capitalMills,
    openedMs: record.atMs,
    balances: postAll(EMPTY_BALANCES, entry),
    positions: {},
    orders: {},
    globalActive: false,
    isResetPending: false,
    commodities: {},
    opened: 0,
    closed: 0,
    won: 0,
    valuedMinute: -1,
    equityMills: capitalMills,
    marks: {},
    closing: {},
    day: '',
    dayStartMills: capitalMills,
    dayLowMills: capitalMills,
    peakMills: capitalMills,
    drawdown: null,
    marginCall: null,
    openTrades: {},
    entryTimes: [],
  };
  const user = state.users[record.userId] ?? {
    userId: record.userId,
    mode,
    settings: DEFAULT_SETTINGS,
    modeSwitchTimes: [],
  };
  return {
    ...state,
    books: { ...state.books, [book.id]: book },
    users: { ...state.users, [user.userId]: user },
  };
}

/** A new epoch: nothing held, nothing working, nothing running; the chosen playbooks stay. */
function resetBook(book: Book, reset: RecordPayloads['BookReset'], atMs: EpochMs): Book {
  assert(
    Object.keys(book.positions).length === 0 && Object.keys(book.orders).length === 0,
    'a book is reset when nothing is open',
  );
  const { reducedAllowance: _allowance, recentHandOrders: _orders, ...kept } = book;
  const closed = COMMODITY_KEYS.reduce(
    (next, key) =>
      next.commodities[key]
        ? withSwitch(next, key, {
            ...IDLE_SWITCH,
            playbookId: next.commodities[key]?.playbookId ?? null,
          })
        : next,
    kept,
  );
  return {
    ...closed,
    epoch: reset.epoch,
    capitalMills: reset.capitalMills,
    openedMs: atMs,
    globalActive: false,
    isResetPending: false,
    balances: postAll(postAll(book.balances, reset.closing), reset.entry),
    opened: 0,
    closed: 0,
    won: 0,
    equityMills: reset.capitalMills,
    marks: {},
    closing: {},
    day: '',
    dayStartMills: reset.capitalMills,
    dayLowMills: reset.capitalMills,
    peakMills: reset.capitalMills,
    drawdown: null,
    marginCall: null,
    openTrades: {},
    entryTimes: [],
  };
}

function withSwitch(book: Book, commodity: CommodityKey, change: Partial<CommoditySwitch>): Book {
  const current = book.commodities[commodity] ?? IDLE_SWITCH;
  return { ...book, commodities: { ...book.commodities, [commodity]: { ...current, ...change } } };
}

const applyValued = (book: Book, facts: ValuationFacts, atMs: EpochMs): Book => ({
  ...book,
  valuedMinute: Math.floor(atMs / MINUTE_MS),
  equityMills: facts.equityMills,
  marks: facts.marks,
  day: facts.day,
  dayStartMills: facts.dayStartMills,
  dayLowMills:
    facts.day === book.day ? chooseLower(book.dayLowMills, facts.equityMills) : facts.equityMills,
});

function withClosing(
  book: Book,
  { reason, positions }: RecordPayloads['CloseRequested'],
  atMs: EpochMs,
): Book {
  const requests = positions.map(
    ({ positionId, obstacle }) => [positionId, { reason, sinceMs: atMs, obstacle }] as const,
  );
  return { ...book, closing: { ...book.closing, ...Object.fromEntries(requests) } };
}

const chooseLower = (a: Mills, b: Mills): Mills => (a < b ? a : b);

/**
 * A day that was lost at the gate stays lost, although the log has no valuation of that instant.
 */
const recordDenied = (book: Book, { refusal }: RecordPayloads['OrderRefused']): Book =>
  refusal.code === 'DAILY_LOSS' && refusal.asked !== undefined
    ? {
        ...book,
        dayLowMills: chooseLower(book.dayLowMills, toMills(book.dayStartMills - refusal.asked)),
      }
    : book;

function placeOrder(
  book: Book,
  { order, entry }: RecordPayloads['OrderPlaced'],
  atMs: EpochMs,
): Book {
  assert(!book.orders[order.id], `order ${order.id} is placed once`);
  const recent = book.entryTimes.filter((time) => time > atMs - MINUTE_MS);
  return {
    ...book,
    balances: postAll(book.balances, entry),
    orders: { ...book.orders, [order.id]: order },
    entryTimes: order.purpose === 'ENTRY' ? [...recent, atMs] : recent,
  };
}

function stepped(book: Book, orderId: string, step: OrderStep): Book {
  const order = book.orders[orderId];
  assert(order, `order ${orderId} is working`);
  const next = nextOrderState(order.state, step);
  assert(next !== null, `order ${orderId} may not ${step} from ${order.state}`);
  return {
    ...book,
    orders: isWorking(next)
      ? { ...book.orders, [orderId]: { ...order, state: next } }
      : omitRow(book.orders, orderId),
  };
}

function endOrder(
  book: Book,
  { orderId, entry }: { orderId: string; entry: readonly Posting[] },
  step: OrderStep,
): Book {
  return forgetOrder(
    { ...stepped(book, orderId, step), balances: postAll(book.balances, entry) },
    book.orders[orderId],
  );
}

function applyFilled(
  state: LoggedDesk,
  book: Book,
  facts: RecordPayloads['OrderFilled'],
  atMs: EpochMs,
): Book {
  const { order, position } = settleFill(state, book, facts, atMs);
  const isFirst = !book.positions[position.id];
  const isClosed = position.status === 'CLOSED';
  const net: Mills = isClosed ? ((position.realisedMills - position.feesMills) as Mills) : NO_MILLS;
  const next: Book = {
    ...book,
    balances: postAll(book.balances, facts.entry),
    orders: isWorking(order.state)
      ? { ...book.orders, [order.id]: order }
      : omitRow(book.orders, order.id),
    positions: isClosed
      ? omitRow(book.positions, position.id)
      : { ...book.positions, [position.id]: position },
    closing:
      isClosed && book.closing[position.id] ? omitRow(book.closing, position.id) : book.closing,
    marks:
      order.purpose === 'ENTRY'
        ? { ...book.marks, [order.instrumentId]: facts.midTicks }
        : book.marks,
    opened: book.opened + (isFirst ? 1 : 0),
    closed: book.closed + (isClosed ? 1 : 0),
    won: book.won + (isClosed && net > 0 ? 1 : 0),
  };
  if (isClosed) return withoutClosedByHand(countClosedTrade(next, position, net), position);
  return order.purpose === 'ENTRY' && order.playbookId !== null
    ? withSwitch(next, order.commodity, { lastEntryMs: atMs })
    : next;
}

function omitRow<T>(rows: Readonly<Record<string, T>>, id: string): Readonly<Record<string, T>> {
  const { [id]: _gone, ...rest } = rows;
  return rest;
}
