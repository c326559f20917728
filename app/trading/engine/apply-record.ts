/** Applies one log record to the state. Accounts change nowhere else. */
import type { AccountHalt } from '../domain/account-halt';
import {
  type Book,
  type CommoditySwitch,
  IDLE_SWITCH,
  type LoggedState,
  type UserState,
  buildNewBook,
  getNextOrderNumber,
  isUserDisabled,
} from '../domain/book';
import type { Arming } from '../domain/arming';
import { COMMODITY_KEYS, type CommodityKey } from '../domain/commodity';
import type { EntryProposal } from '../domain/entry-proposal';
import { EMPTY_BALANCES, type Posting, applyPostings } from '../domain/ledger';
import { type Order, type OrderStep, isWorking, getNextOrderState } from '../domain/order';
import { assert, assertNever } from '../domain/outcome';
import { getHaltKey } from '../domain/playbook-halt';
import type {
  ArmingFacts,
  CorrectionFacts,
  LogRecord,
  RecordPayloads,
  ValuationFacts,
} from '../domain/record';
import { DEFAULT_SETTINGS, type TradingMode, completeSettings } from '../domain/settings';
import { type EpochMs, type Mills, NO_MILLS, toMills } from '../domain/units';
import { applyDemotion, applyFrozenSignal, applyScore } from '../signals/signal-state';
import {
  startCoolOff,
  countClosedTrade,
  finishTradeOfEndedOrder,
  applyMarginCall,
  applyRearm,
  tripBreaker,
  updatePeak,
} from './breaker-records';
import {
  addManualOrder,
  addManualPlacement,
  removeCancelledManualOrder,
  removeManualOrdersOfClosed,
} from './recent-manual-orders';
import { replaceFill } from './corrections';
import { addEndedOrder, findReportedOrder } from './ended-orders';
import { correctPosition, opensPosition, settleFill, toCorrection } from './order-settlement';
import { MINUTE_MS } from '../domain/time';

export const MODE_SWITCH_WINDOW_MS = 10 * MINUTE_MS;

/** Stores a changed account. */
export type StoreBook = (books: LoggedState['books'], book: Book) => LoggedState['books'];
const storeInCopy: StoreBook = (books, book) => ({ ...books, [book.id]: book });

/** State after one record. Throws if the record contradicts the state: the log is then invalid. */
export const applyRecord = <Desk extends LoggedState>(state: Desk, record: LogRecord): Desk =>
  applyRecordWith(state, record, storeInCopy);

/** As `applyRecord`, with the caller's way to store a changed account. */
export function applyRecordWith<Desk extends LoggedState>(
  state: Desk,
  record: LogRecord,
  storeBook: StoreBook,
): Desk {
  assert(record.seq === state.logSeq + 1, `record ${record.seq} follows ${state.logSeq}`);
  // Every payload copies the state that it is given, whatever else that holds.
  const applied = applyPayload(state, record, storeBook) as Desk;
  return { ...applied, logSeq: record.seq, nowMs: Math.max(state.nowMs, record.atMs) };
}

function applyPayload(state: LoggedState, record: LogRecord, storeBook: StoreBook): LoggedState {
  switch (record.type) {
    case 'MarketListed':
      return addListings(state, record.payload);
    case 'TradingHalted':
      return { ...state, trading: { state: 'HALTED', reason: record.payload.reason } };
    case 'TradingResumed':
      return { ...state, trading: { state: 'ACTIVE', reason: '' } };
    case 'ModeSelected':
      return updateUser(state, record.userId, (user) =>
        switchMode(user, record.payload.mode, record.atMs),
      );
    case 'SettingsSaved':
      return updateUser(state, record.userId, (user) => ({
        ...user,
        settings: completeSettings(record.payload.settings),
      }));
    case 'BookOpened':
      return openBook(state, record);
    case 'BookMovedIn':
      return moveBookIn(state, record);
    case 'SignalFrozen':
      return { ...state, signals: applyFrozenSignal(state.signals, record.payload, record) };
    case 'SignalScored':
      return { ...state, signals: applyScore(state.signals, record.payload, record) };
    case 'NetworkDemoted':
      return { ...state, signals: applyDemotion(state.signals, record.payload, record) };
    case 'PlaybookHalted':
      return {
        ...state,
        halts: {
          ...state.halts,
          [getHaltKey(record.payload)]: { ...record.payload, seq: record.seq, atMs: record.atMs },
        },
      };
    case 'PlaybookRearmed':
      return { ...state, halts: omitRow(state.halts, getHaltKey(record.payload)) };
    case 'UserDisabled':
      return disableUser(state, record);
    case 'UserEnabled':
      return enableUser(state, record);
    case 'CommandReceived':
      return applyCommandReceived(state, record, storeBook);
    case 'CommandRefused':
    case 'DecisionTaken':
      return state;
    default:
      return updateBook(
        state,
        record.bookId,
        (book) => applyToBook(state, book, record),
        storeBook,
      );
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
      | 'BookMovedIn'
      | 'CommandReceived'
      | 'CommandRefused'
      | 'DecisionTaken';
  }
>;

function applyToBook(state: LoggedState, book: Book, record: BookRecord): Book {
  switch (record.type) {
    case 'ResetRequested':
      return { ...book, isResetPending: true };
    case 'BookReset':
      return startPeriod(book, record.payload, record.atMs);
    case 'BookMovedOut':
      return moveBookOut(book, record.payload, record.atMs);
    case 'AccountHalted':
      return { ...book, halt: buildHalt(record.payload, record.atMs) };
    case 'AccountResumed':
      return { ...book, halt: null };
    case 'ArmingRequested':
      return { ...book, arming: buildArming('requested', record.payload, record.atMs) };
    case 'AccountArmed':
      return { ...book, arming: buildArming('armed', record.payload, record.atMs) };
    case 'AccountDisarmed':
      return { ...book, arming: null };
    case 'EntryProposed':
      return addProposal(book, record.payload.proposal);
    case 'EntryApproved':
      return { ...book, proposals: omitRow(book.proposals, record.payload.proposalId) };
    case 'EntryDeclined':
      return declineProposal(book, record.payload, record.atMs);
    case 'AllStarted':
      return { ...book, globalActive: true };
    case 'AllStopped':
      return { ...book, globalActive: false };
    case 'CommodityStarted':
      return updateSwitch(book, record.payload.commodity, { active: true, lastEntryMs: null });
    case 'CommodityStopped':
      return updateSwitch(book, record.payload.commodity, { active: false });
    case 'PlaybookChosen':
      return updateSwitch(book, record.payload.commodity, {
        playbookId: record.payload.playbookId,
        lastEntryMs: null,
      });
    case 'PortfolioValued':
      return updatePeak(applyValuation(book, record.payload, record.atMs), record.atMs);
    case 'DrawdownTripped':
      return tripBreaker(book, record.payload, record.atMs);
    case 'DrawdownRearmed':
      return applyRearm(book, record.payload, record.atMs);
    case 'CoolOffBegan':
      return startCoolOff(book, record.payload);
    case 'MarginCalled':
      return applyMarginCall(book, record.payload, record.atMs);
    case 'MarginReduced':
      return book;
    case 'MarginRestored':
      return { ...book, marginCall: null };
    case 'OrderRefused':
      return applyOrderRefused(book, record.payload);
    case 'CloseRequested':
      return addClosingRequests(book, record.payload, record.atMs);
    default:
      return applyToOrder(state, book, record);
  }
}

const buildHalt = (
  { reason, level = 2, needsOperator = true }: RecordPayloads['AccountHalted'],
  atMs: EpochMs,
): AccountHalt => ({ level, reason, atMs, needsOperator });

function addProposal(book: Book, proposal: EntryProposal): Book {
  assert(!book.proposals[proposal.id], `entry ${proposal.id} is proposed once`);
  return { ...book, proposals: { ...book.proposals, [proposal.id]: proposal } };
}

/** A signal that a trader declined is not proposed again. */
function declineProposal(
  book: Book,
  { proposalId, isByTrader }: RecordPayloads['EntryDeclined'],
  atMs: EpochMs,
): Book {
  const proposal = book.proposals[proposalId];
  assert(proposal, `entry ${proposalId} is proposed`);
  const declined = { ...book, proposals: omitRow(book.proposals, proposalId) };
  return isByTrader ? updateSwitch(declined, proposal.commodity, { lastEntryMs: atMs }) : declined;
}

const buildArming = (
  state: Arming['state'],
  { lossLimitMills, equityMills, needsApproval, untilMs }: ArmingFacts,
  atMs: EpochMs,
): Arming => ({ state, lossLimitMills, equityMills, needsApproval, untilMs, atMs });

type OrderRecord = Extract<
  BookRecord,
  {
    type:
      | 'OrderPlaced'
      | 'OrderSent'
      | 'OrderAcknowledged'
      | 'OrderLost'
      | 'OrderCancelRequested'
      | 'OrderCancelled'
      | 'OrderRejected'
      | 'OrderExpired'
      | 'OrderFilled'
      | 'FillCorrected'
      | 'FeeReported';
  }
>;

function applyToOrder(state: LoggedState, book: Book, record: OrderRecord): Book {
  switch (record.type) {
    case 'OrderPlaced':
      return addManualPlacement(placeOrder(book, record.payload, record.atMs), record);
    case 'OrderSent':
      return advanceOrder(book, record.payload.orderId, 'send');
    case 'OrderAcknowledged':
      return advanceOrder(book, record.payload.orderId, 'acknowledge');
    case 'OrderLost':
      return advanceOrder(book, record.payload.orderId, 'lose');
    case 'OrderCancelRequested':
      return addCancelRequest(book, record.payload, record.atMs);
    case 'OrderCancelled':
      return removeCancelledManualOrder(
        endOrder(book, record.payload, 'cancel', record.atMs),
        record.payload.orderId,
      );
    case 'OrderRejected':
      return addRejection(endOrder(book, record.payload, 'reject', record.atMs), record);
    case 'OrderExpired':
      return endOrder(book, record.payload, 'expire', record.atMs);
    case 'OrderFilled':
      return applyFill(state, book, record.payload, record.atMs);
    case 'FillCorrected':
    case 'FeeReported':
      return applyCorrection(state, book, toCorrection(record));
    default:
      return assertNever(record);
  }
}

function disableUser(
  state: LoggedState,
  { userId, payload, atMs }: Extract<LogRecord, { type: 'UserDisabled' }>,
): LoggedState {
  assert(userId !== null && !isUserDisabled(state, userId), `user ${userId} is disabled once`);
  return {
    ...state,
    disabledUsers: { ...state.disabledUsers, [userId]: { reason: payload.reason, atMs } },
  };
}

function enableUser(
  state: LoggedState,
  { userId }: Extract<LogRecord, { type: 'UserEnabled' }>,
): LoggedState {
  assert(
    userId !== null && isUserDisabled(state, userId),
    `user ${userId} is enabled when disabled`,
  );
  return { ...state, disabledUsers: omitRow(state.disabledUsers, userId) };
}

function addListings(
  state: LoggedState,
  { market, instruments }: RecordPayloads['MarketListed'],
): LoggedState {
  const newListings = Object.fromEntries(
    instruments.map((instrument) => [instrument.id, instrument]),
  );
  return {
    ...state,
    listings: { ...state.listings, [market]: { ...state.listings[market], ...newListings } },
  };
}

function updateUser(
  state: LoggedState,
  userId: string | null,
  change: (user: UserState) => UserState,
): LoggedState {
  const user = userId === null ? undefined : state.users[userId];
  assert(user, `user ${userId} has no desk`);
  return { ...state, users: { ...state.users, [user.userId]: change(user) } };
}

function updateBook(
  state: LoggedState,
  bookId: string | null,
  change: (book: Book) => Book,
  storeBook: StoreBook,
): LoggedState {
  const book = bookId === null ? undefined : state.books[bookId];
  assert(book, `book ${bookId} is not open`);
  return { ...state, books: storeBook(state.books, change(book)) };
}

/** Commands change no state, except that an account remembers recent manual orders. */
function applyCommandReceived(
  state: LoggedState,
  record: Extract<LogRecord, { type: 'CommandReceived' }>,
  storeBook: StoreBook,
): LoggedState {
  const book = addManualOrder(state, record);
  return book ? { ...state, books: storeBook(state.books, book) } : state;
}

const switchMode = (user: UserState, mode: TradingMode, atMs: EpochMs): UserState => ({
  ...user,
  mode,
  modeSwitchTimes: [
    ...user.modeSwitchTimes.filter((time) => time > atMs - MODE_SWITCH_WINDOW_MS),
    atMs,
  ],
});

function openBook(
  state: LoggedState,
  record: Extract<LogRecord, { type: 'BookOpened' }>,
): LoggedState {
  const { mode, market, epoch, capitalMills, entry } = record.payload;
  assert(
    record.bookId !== null && record.userId !== null && !state.books[record.bookId],
    `book ${record.bookId} is opened once, by a user`,
  );
  const book = buildNewBook({
    id: record.bookId,
    userId: record.userId,
    mode,
    market,
    epoch,
    capitalMills,
    openedMs: record.atMs,
    balances: applyPostings(EMPTY_BALANCES, entry),
  });
  return addBook(state, book);
}

function addBook(state: LoggedState, book: Book): LoggedState {
  const user = state.users[book.userId] ?? {
    userId: book.userId,
    mode: book.mode,
    settings: DEFAULT_SETTINGS,
    modeSwitchTimes: [],
  };
  return {
    ...state,
    books: { ...state.books, [book.id]: book },
    users: { ...state.users, [user.userId]: user },
  };
}

/**
 * New account period without positions, orders and running commodities. Selected playbooks stay.
 */
function startPeriod(book: Book, reset: RecordPayloads['BookReset'], atMs: EpochMs): Book {
  assert(
    Object.keys(book.positions).length === 0 && Object.keys(book.orders).length === 0,
    'a book is reset when nothing is open',
  );
  const { reducedAllowance: _allowance, recentHandOrders: _orders, ...retained } = book;
  const stoppedBook = COMMODITY_KEYS.reduce(
    (next, key) =>
      next.commodities[key]
        ? updateSwitch(next, key, {
            ...IDLE_SWITCH,
            playbookId: next.commodities[key]?.playbookId ?? null,
          })
        : next,
    retained,
  );
  return {
    ...stoppedBook,
    epoch: reset.epoch,
    capitalMills: reset.capitalMills,
    openedMs: atMs,
    globalActive: false,
    isResetPending: false,
    balances: applyPostings(applyPostings(book.balances, reset.closing), reset.entry),
    opened: 0,
    closed: 0,
    won: 0,
    isValuationDue: false,
    proposals: {},
    equityMills: reset.capitalMills,
    marks: {},
    closing: {},
    day: '',
    dayStartMills: reset.capitalMills,
    dayLowMills: reset.capitalMills,
    peakMills: reset.capitalMills,
    peakMs: atMs,
    drawdown: null,
    marginCall: null,
    openTrades: {},
    entryTimes: [],
  };
}

/** Without cash, positions and running commodities from here on. */
const moveBookOut = (
  book: Book,
  { to, epoch, closing, entry }: RecordPayloads['BookMovedOut'],
  atMs: EpochMs,
): Book => ({
  ...startPeriod(book, { epoch, capitalMills: NO_MILLS, closing, entry }, atMs),
  movedTo: to,
});

/** A new account, or the next period of one that had moved away, with the limits that it had. */
function moveBookIn(
  state: LoggedState,
  record: Extract<LogRecord, { type: 'BookMovedIn' }>,
): LoggedState {
  const { userId, bookId, atMs } = record;
  const { account, epoch, entry } = record.payload;
  const former = bookId === null ? undefined : state.books[bookId];
  assert(
    bookId !== null && userId !== null && (!former || former.movedTo !== undefined),
    `account ${bookId} moves in where it is not open`,
  );
  const { mode, market, balanceMills, commodities, reducedAllowance, ...limits } = account;
  const opened = buildNewBook({
    id: bookId,
    userId,
    mode,
    market,
    epoch,
    capitalMills: balanceMills,
    openedMs: atMs,
    balances: applyPostings(former?.balances ?? EMPTY_BALANCES, entry),
  });
  const book: Book = {
    ...opened,
    ...limits,
    ...(reducedAllowance === null ? {} : { reducedAllowance }),
    valuedMinute: former?.valuedMinute ?? opened.valuedMinute,
    nextOrderNumber: former?.nextOrderNumber ?? opened.nextOrderNumber,
    commodities: {
      ...former?.commodities,
      ...Object.fromEntries(
        Object.entries(commodities).map(([key, moved]) => [key, { ...IDLE_SWITCH, ...moved }]),
      ),
    },
  };
  return addBook(state, book);
}

function updateSwitch(book: Book, commodity: CommodityKey, change: Partial<CommoditySwitch>): Book {
  const current = book.commodities[commodity] ?? IDLE_SWITCH;
  return { ...book, commodities: { ...book.commodities, [commodity]: { ...current, ...change } } };
}

const applyValuation = (book: Book, facts: ValuationFacts, atMs: EpochMs): Book => ({
  ...book,
  valuedMinute: Math.floor(atMs / MINUTE_MS),
  isValuationDue: false,
  equityMills: facts.equityMills,
  marks: facts.marks,
  day: facts.day,
  dayStartMills: facts.dayStartMills,
  dayLowMills:
    facts.day === book.day ? getLower(book.dayLowMills, facts.equityMills) : facts.equityMills,
});

function addClosingRequests(
  book: Book,
  { reason, positions }: RecordPayloads['CloseRequested'],
  atMs: EpochMs,
): Book {
  const requests = positions.map(
    ({ positionId, obstacle }) => [positionId, { reason, sinceMs: atMs, obstacle }] as const,
  );
  return { ...book, closing: { ...book.closing, ...Object.fromEntries(requests) } };
}

const getLower = (a: Mills, b: Mills): Mills => (a < b ? a : b);

/** A rejection for daily loss lowers the day's low, although no valuation recorded it. */
const applyOrderRefused = (book: Book, { refusal }: RecordPayloads['OrderRefused']): Book =>
  refusal.code === 'DAILY_LOSS' && refusal.asked !== undefined
    ? {
        ...book,
        dayLowMills: getLower(book.dayLowMills, toMills(book.dayStartMills - refusal.asked)),
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
    balances: applyPostings(book.balances, entry),
    orders: { ...book.orders, [order.id]: order },
    nextOrderNumber: getNextOrderNumber(book, order),
    entryTimes: order.purpose === 'ENTRY' ? [...recent, atMs] : recent,
  };
}

function advanceOrder(book: Book, orderId: string, step: OrderStep): Book {
  const order = book.orders[orderId];
  assert(order, `order ${orderId} is working`);
  const next = getNextOrderState(order.state, step);
  assert(next !== null, `order ${orderId} may not ${step} from ${order.state}`);
  return {
    ...book,
    orders: isWorking(next)
      ? { ...book.orders, [orderId]: { ...order, state: next } }
      : omitRow(book.orders, orderId),
  };
}

const addRejection = (
  book: Book,
  { payload, atMs }: Extract<LogRecord, { type: 'OrderRejected' }>,
): Book =>
  book.endedOrders[payload.orderId]?.order.remote
    ? {
        ...book,
        rejectionTimes: [...book.rejectionTimes.filter((time) => time > atMs - MINUTE_MS), atMs],
      }
    : book;

function addCancelRequest(
  book: Book,
  { orderId, reason }: RecordPayloads['OrderCancelRequested'],
  atMs: EpochMs,
): Book {
  const order = book.orders[orderId];
  assert(order, `order ${orderId} is working`);
  const cancelRequest = { reason, atMs };
  return { ...book, orders: { ...book.orders, [orderId]: { ...order, cancelRequest } } };
}

function endOrder(
  book: Book,
  { orderId, entry }: { orderId: string; entry: readonly Posting[] },
  step: OrderStep,
  atMs: EpochMs,
): Book {
  const order = book.orders[orderId];
  const advanced = advanceOrder(book, orderId, step);
  const ended = finishTradeOfEndedOrder(
    { ...advanced, balances: applyPostings(book.balances, entry) },
    order,
  );
  const state = order && getNextOrderState(order.state, step);
  return order && state
    ? addEndedOrder(ended, { ...order, state, reservedMills: NO_MILLS }, atMs)
    : ended;
}

function applyFill(
  state: LoggedState,
  book: Book,
  facts: RecordPayloads['OrderFilled'],
  atMs: EpochMs,
): Book {
  const { order, position } = settleFill(state, book, facts, atMs);
  const isOpening = opensPosition(order, facts);
  const isNewPosition = !book.positions[position.id];
  const isClosed = position.status === 'CLOSED';
  const net: Mills = isClosed ? ((position.realisedMills - position.feesMills) as Mills) : NO_MILLS;
  const next: Book = {
    ...storeFilledOrder(book, order, atMs),
    balances: applyPostings(book.balances, facts.entry),
    positions: isClosed
      ? omitRow(book.positions, position.id)
      : { ...book.positions, [position.id]: position },
    closing:
      isClosed && book.closing[position.id] ? omitRow(book.closing, position.id) : book.closing,
    marks: isOpening ? { ...book.marks, [order.instrumentId]: facts.midTicks } : book.marks,
    opened: book.opened + (isNewPosition ? 1 : 0),
    closed: book.closed + (isClosed ? 1 : 0),
    won: book.won + (isClosed && net > 0 ? 1 : 0),
    isValuationDue: true,
  };
  if (isClosed) return removeManualOrdersOfClosed(countClosedTrade(next, position, net), position);
  return order.purpose === 'ENTRY' && order.playbookId !== null
    ? updateSwitch(next, order.commodity, { lastEntryMs: atMs })
    : next;
}

function applyCorrection(state: LoggedState, book: Book, facts: CorrectionFacts): Book {
  const order = findReportedOrder(book, facts.orderId);
  assert(order, `order ${facts.orderId} is working, or ended at a remote broker`);
  const position = correctPosition(state, book, facts);
  const corrected = replaceFill(order, facts);
  const ended = book.endedOrders[order.id];
  return {
    ...book,
    balances: applyPostings(book.balances, facts.entry),
    isValuationDue: true,
    ...(position ? { positions: { ...book.positions, [position.id]: position } } : {}),
    ...(ended
      ? { endedOrders: { ...book.endedOrders, [order.id]: { ...ended, order: corrected } } }
      : { orders: { ...book.orders, [order.id]: corrected } }),
  };
}

function storeFilledOrder(book: Book, order: Order, atMs: EpochMs): Book {
  if (isWorking(order.state)) return { ...book, orders: { ...book.orders, [order.id]: order } };
  const endedMs = book.endedOrders[order.id]?.endedMs ?? atMs;
  return addEndedOrder({ ...book, orders: omitRow(book.orders, order.id) }, order, endedMs);
}

function omitRow<T>(rows: Readonly<Record<string, T>>, id: string): Readonly<Record<string, T>> {
  const { [id]: _gone, ...rest } = rows;
  return rest;
}
