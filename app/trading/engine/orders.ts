/**
 * Builds orders, runs the pre-trade checks, records the order with its reserve and submits it to
 * the broker.
 */
import { type Book, getNextOrderNumber, isUserDisabled } from '../domain/book';
import type { PreTradeFacts, MarginUse } from '../domain/pre-trade-facts';
import type { TrailFacts, PlanFacts, TrailPlan } from '../domain/plan-facts';
import { applyPostings, buildReleasePostings, buildReservePostings } from '../domain/ledger';
import type { Instrument } from '../domain/instrument';
import { type Order, isReduceOnly } from '../domain/order';
import type { OrderRequest } from '../domain/order-request';
import { type Outcome, type Refusal, assert, succeedWith, rejectWith } from '../domain/outcome';
import { type Position, getExitSide } from '../domain/position';
import { type Quote, buildQuote } from '../domain/quote';
import { type EpochMs, NO_LOTS, NO_MILLS, toTicks } from '../domain/units';
import { computeFeeMills } from '../execution/friction';
import type { Broker } from '../ports';
import { computeCollateralMills } from '../risk/exposure';
import type { PreTradeInput } from '../risk/pre-trade-input';
import type { Approved } from '../domain/approved';
import { approveOrders } from '../risk/approve-orders';
import { computeInitialMarginUsed, computeOrderMargin } from '../risk/margin';
import { type EngineConfig, hasMarginCalls } from './config';
import type { StateTransaction } from './state-transaction';
import { collectMarks, computeEquityMills } from './marks';
import { createMarginPriceLookup } from './margin-figures';
import {
  buildContractLots,
  explainBlockedAccount,
  explainDelayedPrice,
  explainUnarmed,
  findUsableBroker,
} from './broker-access';
import { getListedInstrument } from './order-settlement';
import { buildRemoteFacts } from './remote-facts';
import { type DeskState, type InstrumentMarket, findInstrumentMarket } from './state';

/**
 * Places all legs or none. `trail`: inputs of a stop move. Returns the orders, or the refusal of
 * the first rejected leg.
 */
export function placeOrders(
  tx: StateTransaction,
  config: EngineConfig,
  bookId: string,
  requests: readonly OrderRequest[],
  trail?: PlanFacts<TrailFacts, TrailPlan>,
): Outcome<readonly Order[]> {
  const checked = checkOrders(tx, config, bookId, requests);
  if (!checked.ok) return checked;
  const { orders, views } = checked.value;
  orders.forEach((order, leg) => sendOrder(tx, config, order, views[leg]?.quote ?? null, trail));
  return succeedWith(orders);
}

/** Runs the pre-trade checks on all legs; a rejection is recorded. */
export function checkOrders(
  tx: StateTransaction,
  config: EngineConfig,
  bookId: string,
  requests: readonly OrderRequest[],
): Outcome<{
  readonly orders: readonly Approved<Order>[];
  readonly views: readonly PreTradeInput[];
}> {
  const views = buildGateViews(tx, config, bookId, requests);
  const outcome = approveOrders(views);
  if (!outcome.ok) {
    const order = outcome.denied?.order;
    assert(order, 'a denial names its order');
    tx.record('OrderRefused', getOwner(getBook(tx, bookId)), {
      order,
      refusal: outcome.refusal,
      seen: buildGateFacts(views, order),
    });
    return rejectWith(outcome.refusal);
  }
  return succeedWith({ orders: outcome.value, views });
}

/**
 * For requests that are retried at every price: places all legs or none, and records no refusal.
 * Returns the placed orders.
 */
export function tryPlaceOrders(
  tx: StateTransaction,
  config: EngineConfig,
  bookId: string,
  requests: readonly OrderRequest[],
): readonly Order[] {
  const views = buildGateViews(tx, config, bookId, requests);
  const outcome = approveOrders(views);
  if (!outcome.ok) return [];
  outcome.value.forEach((order, leg) => sendOrder(tx, config, order, views[leg]?.quote ?? null));
  return outcome.value;
}

/** Inputs of the rejected check that cannot be rebuilt from the log. */
function buildGateFacts(views: readonly PreTradeInput[], order: Order): PreTradeFacts {
  const index = views.findIndex((view) => view.order === order);
  const view = views[index];
  assert(view, 'a refused order was looked at');
  const {
    quote,
    newTerms,
    staleAfterMs,
    barSigma,
    scaleTicks,
    equityMills,
    unvalued,
    feeMills,
    contractLots,
    margin,
    sessionClosed,
    modeBlocked,
    unarmed,
    clockFault,
  } = view;
  return {
    quote,
    ...(newTerms ? { newTerms } : {}),
    staleAfterMs,
    barSigma,
    scaleTicks,
    equityMills,
    ...(unvalued.length === 0 ? {} : { unvalued }),
    feeMills,
    ...(contractLots === undefined ? {} : { contractLots }),
    ...(margin ? { margin } : {}),
    sessionClosed,
    modeBlocked,
    ...(unarmed === undefined ? {} : { unarmed }),
    ...(clockFault === null ? {} : { clockFault }),
    before: views.slice(0, index).map((leg) => leg.order),
  };
}

/** Result of the pre-trade checks without placing anything; null if they pass. */
export function dryRunChecks(
  tx: StateTransaction,
  config: EngineConfig,
  bookId: string,
  requests: readonly OrderRequest[],
): Refusal | null {
  const outcome = approveOrders(buildGateViews(tx, config, bookId, requests));
  return outcome.ok ? null : outcome.refusal;
}

/**
 * Inputs of the pre-trade checks. Each leg sees the account as the earlier legs would leave it.
 * Also used for orders that are not placed.
 */
export function buildGateViews(
  tx: StateTransaction,
  config: EngineConfig,
  bookId: string,
  requests: readonly OrderRequest[],
): PreTradeInput[] {
  const views: PreTradeInput[] = [];
  let book = getBook(tx, bookId);
  for (const request of requests) {
    const view = buildGateView(
      tx,
      config,
      book,
      buildOrder(tx, config, book, request, views.length),
    );
    views.push(view);
    book = applyLeg(book, view.order);
  }
  return views;
}

/** A placed leg reserves its collateral; the exit of a roll frees collateral for its entry. */
export function applyLeg(book: Book, order: Order): Book {
  const rolledPosition =
    order.rollOf === undefined || !isReduceOnly(order) ? undefined : book.positions[order.rollOf];
  if (!rolledPosition)
    return {
      ...book,
      orders: { ...book.orders, [order.id]: order },
      nextOrderNumber: getNextOrderNumber(book, order),
      balances: applyPostings(book.balances, buildReservePostings(order.reservedMills)),
    };
  const positions = Object.fromEntries(
    Object.entries(book.positions).filter(([id]) => id !== rolledPosition.id),
  );
  return {
    ...book,
    positions,
    nextOrderNumber: getNextOrderNumber(book, order),
    balances: applyPostings(book.balances, buildReleasePostings(rolledPosition.reservedMills)),
  };
}

function getBook(tx: StateTransaction, bookId: string): Book {
  const book = tx.state.books[bookId];
  assert(book, `book ${bookId} is open`);
  return book;
}

function buildOrder(
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  request: OrderRequest,
  leg: number,
): Order {
  const market = findInstrumentMarket(tx.state, book.market, request.instrumentId);
  const instrument = getListedInstrument(tx.state, book, request.instrumentId);
  const priceTicks = request.priceTicks ?? market?.quote?.lastTicks ?? toTicks(0);
  const step = tx.state.logSeq + 1 + leg;
  const isEntry = request.purpose === 'ENTRY';
  const positionId = request.positionId ?? config.random.id(`position:${book.id}`, step);
  const id = config.random.id(`order:${book.id}`, step);
  return {
    ...request,
    positionId,
    id,
    bookId: book.id,
    commodity: instrument.commodity,
    filledLots: NO_LOTS,
    reservedMills: isEntry
      ? computeCollateralMills(instrument, priceTicks, request.lots, market?.scaleTicks ?? 0)
      : NO_MILLS,
    state: 'INTENT',
    executionIds: [],
    placedMs: tx.nowMs,
    ...buildRemoteFacts(tx, config, book, { ...request, positionId, id }),
  };
}

function buildGateView(
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  order: Order,
): PreTradeInput {
  const { state } = tx;
  const user = state.users[book.userId];
  assert(user, `user ${book.userId} has a desk`);
  const instrument = getListedInstrument(state, book, order.instrumentId);
  const market = findInstrumentMarket(state, book.market, order.instrumentId);
  // Unfilled legs do not change equity, so it is taken from the current account.
  const currentBook = getBook(tx, book.id);
  const { missing: unvalued } = collectMarks(state, currentBook);
  const feePrice = order.priceTicks ?? market?.quote?.lastTicks ?? toTicks(0);
  return {
    order,
    book,
    instrument,
    ...(market?.newTerms ? { newTerms: market.newTerms } : {}),
    settings: user.settings,
    nowMs: tx.nowMs,
    quote: market?.isLive ? market.quote : null,
    staleAfterMs: market?.staleAfterMs ?? 0,
    barSigma: Math.sqrt(market?.variance ?? 0),
    scaleTicks: market?.scaleTicks ?? 0,
    equityMills: computeEquityMills(state, currentBook),
    unvalued,
    ...buildMarginUse(tx, config, book, order),
    feeMills: computeFeeMills(config.getFriction(instrument), instrument, feePrice, order.lots),
    ...buildContractLots(config, book, instrument),
    ...findHalt(state, book),
    isUserDisabled: isUserDisabled(state, user.userId),
    isSelected: user.mode === book.mode,
    sessionClosed: config.explainClosedSession(book.mode, instrument, tx.nowMs),
    modeBlocked: explainBlockedAccount(state, config, book),
    ...buildUnarmed(config, book, tx.nowMs, { instrument, market }),
    clockFault: state.clockFault,
    shouldSkipGuards: config.hasGuards === false,
  };
}

interface PricedContract {
  readonly instrument: Instrument;
  readonly market: InstrumentMarket | null;
}

function buildUnarmed(
  config: EngineConfig,
  book: Book,
  nowMs: EpochMs,
  { instrument, market }: PricedContract,
): { readonly unarmed?: string } {
  const unarmed =
    explainUnarmed(config, book, nowMs) ?? explainDelayedPrice(config, book, instrument, market);
  return unarmed === null ? {} : { unarmed };
}

/** A halt of all accounts, else that of this account. */
export const findHalt = (
  { trading }: Pick<DeskState, 'trading'>,
  { halt }: Pick<Book, 'halt'>,
): Pick<PreTradeInput, 'isHalted' | 'haltReason'> =>
  trading.state === 'HALTED'
    ? { isHalted: true, haltReason: trading.reason }
    : { isHalted: halt !== null, haltReason: halt?.reason ?? '' };

/** Margin of an entry; empty where margin does not apply. */
function buildMarginUse(
  { state }: StateTransaction,
  config: EngineConfig,
  book: Book,
  order: Order,
): { readonly margin?: MarginUse } {
  if (!hasMarginCalls(config) || isReduceOnly(order)) return {};
  const getPrice = createMarginPriceLookup(state, book);
  return {
    margin: {
      usedMills: computeInitialMarginUsed(book, getPrice),
      addedMills: computeOrderMargin(order, getPrice),
    },
  };
}

function sendOrder(
  tx: StateTransaction,
  config: EngineConfig,
  order: Approved<Order>,
  quote: Quote | null,
  trail?: PlanFacts<TrailFacts, TrailPlan>,
): void {
  const book = getBook(tx, order.bookId);
  const broker = getBroker(config, book);
  const recordedQuote = quote ?? buildQuote(toTicks(0), 1, 0);
  tx.record('OrderPlaced', getOwner(book), {
    order,
    quote: recordedQuote,
    entry: buildReservePostings(order.reservedMills),
    ...(trail ? { trail } : {}),
  });
  // Recorded before it is sent: after a crash, an order in state SENT may exist at the broker. It
  // is queried, never sent again.
  tx.record('OrderSent', getOwner(book), { orderId: order.id });
  tx.emit({ type: 'Submit', broker, order });
}

export function getBroker(config: EngineConfig, book: Book): Broker {
  const broker = findUsableBroker(config, book);
  assert(broker, `the gate lets nothing through without a broker for ${book.mode}`);
  return broker;
}

export const getOwner = (book: Book): { userId: string; bookId: string } => ({
  userId: book.userId,
  bookId: book.id,
});

/**
 * Cancels a working order: at once at a local broker. A remote broker is asked once; the request is
 * stored, so that a restart sends it again, and waits while no broker is connected.
 */
export function cancelOrder(
  tx: StateTransaction,
  config: EngineConfig,
  order: Order,
  reason: string,
): void {
  const book = getBook(tx, order.bookId);
  const working = book.orders[order.id];
  if (!working) return;
  if (findUsableBroker(config, book)?.isRemote === false)
    tx.record('OrderCancelled', getOwner(book), {
      orderId: working.id,
      reason,
      entry: buildReleasePostings(working.reservedMills),
    });
  else if (!working.cancelRequest) requestCancel(tx, config, working, reason);
}

/** Also repeats a request that the broker may have missed; a cancellation has no effect twice. */
export function requestCancel(
  tx: StateTransaction,
  config: EngineConfig,
  order: Order,
  reason: string,
): void {
  const book = getBook(tx, order.bookId);
  tx.record('OrderCancelRequested', getOwner(book), { orderId: order.id, reason });
  const broker = findUsableBroker(config, book);
  if (broker) tx.emit({ type: 'Cancel', broker, order });
}

/** Cancels the working entries of a group: a single leg must not enter. */
export function cancelEntries(
  tx: StateTransaction,
  config: EngineConfig,
  bookId: string,
  groupId: string,
  reason: string,
): void {
  for (const order of Object.values(getBook(tx, bookId).orders))
    if (order.purpose === 'ENTRY' && order.groupId === groupId)
      cancelOrder(tx, config, order, reason);
}

const listExits = (book: Book, position: Position): Order[] =>
  Object.values(book.orders).filter(
    (order) => order.purpose === 'EXIT' && order.positionId === position.id,
  );

/**
 * True while a market order for the whole position is working. Limit exits and partial exits do not
 * count.
 */
export const isClosing = (book: Book, position: Position): boolean =>
  listExits(book, position).some(
    (order) => order.type === 'MARKET' && order.lots - order.filledLots >= position.lots,
  );

/**
 * Cancels working exits so that one order can close everything. They stay while the venue is
 * closed. Stop and target stay until the position is closed.
 */
export function clearExits(tx: StateTransaction, config: EngineConfig, position: Position): void {
  cancelPositionOrders(tx, config, position, ({ purpose }) => purpose === 'EXIT');
}

/**
 * Cancels exits, stop and target. For a remote broker, which could fill a stop and an exit before it has
 * confirmed a cancellation.
 */
export function clearReductions(
  tx: StateTransaction,
  config: EngineConfig,
  position: Position,
): void {
  cancelPositionOrders(tx, config, position, isReduceOnly);
}

function cancelPositionOrders(
  tx: StateTransaction,
  config: EngineConfig,
  position: Position,
  isIncluded: (order: Order) => boolean,
): void {
  const book = getBook(tx, position.bookId);
  const instrument = getListedInstrument(tx.state, book, position.instrumentId);
  if (config.explainClosedSession(book.mode, instrument, tx.nowMs) !== null) return;
  for (const order of Object.values(book.orders))
    if (order.positionId === position.id && isIncluded(order))
      cancelOrder(tx, config, order, 'replaced');
}

/** True while a remote broker has not confirmed a cancellation that the exit of the position follows. */
export const awaitsCancellation = ({ orders }: Pick<Book, 'orders'>, { id }: Position): boolean =>
  Object.values(orders).some(
    (order) => order.positionId === id && order.cancelRequest !== undefined,
  );

/** Market order for the remaining lots. */
export const buildExitRequest = (position: Position): OrderRequest => ({
  instrumentId: position.instrumentId,
  side: getExitSide(position.direction),
  type: 'MARKET',
  purpose: 'EXIT',
  lots: position.lots,
  priceTicks: null,
  positionId: position.id,
  groupId: position.groupId,
  playbookId: position.playbookId,
  stopDistanceTicks: null,
  targetDistanceTicks: null,
});
