/**
 * How an order comes to be: built, passed through the gate, written down with what it holds back,
 * handed to the broker.
 */
import { type Book, isUserDisabled } from '../domain/book';
import type { GateFacts, MarginUse } from '../domain/gate-facts';
import type { KnownAtTrail, Made, TrailPlan } from '../domain/leaving-facts';
import { postAll, releaseEntry, reserveEntry } from '../domain/ledger';
import {
  type Order,
  type OrderPurpose,
  type OrderType,
  type Side,
  isReduceOnly,
} from '../domain/order';
import { type Outcome, type Refusal, assert, succeedWith, rejectWith } from '../domain/outcome';
import { type Position, exitSide } from '../domain/position';
import { type Quote, quoteAround } from '../domain/quote';
import { type EpochMs, type Lots, NO_LOTS, NO_MILLS, type Ticks, toTicks } from '../domain/units';
import { feeMills } from '../execution/friction';
import type { Broker } from '../ports';
import { collateralMills } from '../risk/exposure';
import type { GateView } from '../risk/gate-view';
import type { Approved } from '../domain/approved';
import { approveOrders } from '../risk/pre-trade';
import { computeInitialMarginUsed, computeOrderMargin } from '../risk/margin';
import { type EngineConfig, appliesMargin } from './config';
import type { Draft } from './state-transaction';
import { collectMarks, computeEquityMills } from './marks';
import { marginPrices } from './margin-figures';
import { findModeBlock, findUsableBroker } from './live-gate';
import { getListedInstrument } from './order-settlement';
import { findInstrumentMarket } from './state';

export interface OrderRequest {
  readonly instrumentId: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly purpose: OrderPurpose;
  readonly lots: Lots;
  readonly priceTicks: Ticks | null;
  /** Null for an entry that opens a position of its own. */
  readonly positionId: string | null;
  readonly groupId: string | null;
  readonly rollOf?: string;
  readonly heldSinceMs?: EpochMs;
  readonly playbookId: string | null;
  readonly stopDistanceTicks: Ticks | null;
  readonly targetDistanceTicks: Ticks | null;
}

/**
 * Places the legs of one intention: all of them or none; `trail` says from what a stop was moved.
 * Answers the orders, or the refusal of the first leg that failed.
 */
export function placeOrders(
  draft: Draft,
  config: EngineConfig,
  bookId: string,
  requests: readonly OrderRequest[],
  trail?: Made<KnownAtTrail, TrailPlan>,
): Outcome<readonly Order[]> {
  const views = buildGateViews(draft, config, bookId, requests);
  const outcome = approveOrders(views);
  if (!outcome.ok) {
    const order = outcome.denied?.order;
    assert(order, 'a denial names its order');
    draft.record('OrderRefused', getOwner(getBook(draft, bookId)), {
      order,
      refusal: outcome.refusal,
      seen: gateFacts(views, order),
    });
    return rejectWith(outcome.refusal);
  }
  outcome.value.forEach((order, leg) =>
    send(draft, config, order, views[leg]?.quote ?? null, trail),
  );
  return succeedWith(outcome.value);
}

/**
 * Places the legs of an intention that is tried again at every price; none while a check fails.
 * Writes no refusal:
 * the intention stands, and a record for each price would say nothing new. Answers the orders that
 * were placed.
 */
export function tryPlaceOrders(
  draft: Draft,
  config: EngineConfig,
  bookId: string,
  requests: readonly OrderRequest[],
): readonly Order[] {
  const views = buildGateViews(draft, config, bookId, requests);
  const outcome = approveOrders(views);
  if (!outcome.ok) return [];
  outcome.value.forEach((order, leg) => send(draft, config, order, views[leg]?.quote ?? null));
  return outcome.value;
}

/** What the gate saw of the order that it refused, as far as the log does not tell it otherwise. */
function gateFacts(views: readonly GateView[], order: Order): GateFacts {
  const place = views.findIndex((view) => view.order === order);
  const view = views[place];
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
    margin,
    sessionClosed,
    modeBlocked,
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
    ...(margin ? { margin } : {}),
    sessionClosed,
    modeBlocked,
    ...(clockFault === null ? {} : { clockFault }),
    before: views.slice(0, place).map((leg) => leg.order),
  };
}

/** What the gate would say to these legs, without placing any: null when it would let them pass. */
export function dryRunChecks(
  draft: Draft,
  config: EngineConfig,
  bookId: string,
  requests: readonly OrderRequest[],
): Refusal | null {
  const outcome = approveOrders(buildGateViews(draft, config, bookId, requests));
  return outcome.ok ? null : outcome.refusal;
}

/**
 * The views of the gate, also for orders that nobody places: each leg sees the book as the legs
 * before it will have left it.
 */
export function buildGateViews(
  draft: Draft,
  config: EngineConfig,
  bookId: string,
  requests: readonly OrderRequest[],
): GateView[] {
  const views: GateView[] = [];
  let book = getBook(draft, bookId);
  for (const request of requests) {
    const view = gateView(
      draft,
      config,
      book,
      buildOrder(draft, config, book, request, views.length),
    );
    views.push(view);
    book = afterLeg(book, view.order);
  }
  return views;
}

/** A leg that is placed holds back its collateral; the exit of a roll makes room for its entry. */
export function afterLeg(book: Book, order: Order): Book {
  const rolled =
    order.rollOf === undefined || !isReduceOnly(order) ? undefined : book.positions[order.rollOf];
  if (!rolled)
    return {
      ...book,
      orders: { ...book.orders, [order.id]: order },
      balances: postAll(book.balances, reserveEntry(order.reservedMills)),
    };
  const positions = Object.fromEntries(
    Object.entries(book.positions).filter(([id]) => id !== rolled.id),
  );
  return {
    ...book,
    positions,
    balances: postAll(book.balances, releaseEntry(rolled.reservedMills)),
  };
}

function getBook(draft: Draft, bookId: string): Book {
  const book = draft.state.books[bookId];
  assert(book, `book ${bookId} is open`);
  return book;
}

function buildOrder(
  draft: Draft,
  config: EngineConfig,
  book: Book,
  request: OrderRequest,
  leg: number,
): Order {
  const market = findInstrumentMarket(draft.state, book.market, request.instrumentId);
  const instrument = getListedInstrument(draft.state, book, request.instrumentId);
  const priceTicks = request.priceTicks ?? market?.quote?.lastTicks ?? toTicks(0);
  const step = draft.state.logSeq + 1 + leg;
  const isEntry = request.purpose === 'ENTRY';
  const positionId = request.positionId ?? config.random.id(`position:${book.id}`, step);
  return {
    ...request,
    positionId,
    id: config.random.id(`order:${book.id}`, step),
    bookId: book.id,
    commodity: instrument.commodity,
    filledLots: NO_LOTS,
    reservedMills: isEntry
      ? collateralMills(instrument, priceTicks, request.lots, market?.scaleTicks ?? 0)
      : NO_MILLS,
    state: 'INTENT',
    executionIds: [],
    placedMs: draft.nowMs,
  };
}

function gateView(draft: Draft, config: EngineConfig, book: Book, order: Order): GateView {
  const { state } = draft;
  const user = state.users[book.userId];
  assert(user, `user ${book.userId} has a desk`);
  const instrument = getListedInstrument(state, book, order.instrumentId);
  const market = findInstrumentMarket(state, book.market, order.instrumentId);
  // Legs that are not filled yet change no equity: it is that of the book as it stands.
  const standing = getBook(draft, book.id);
  const { missing: unvalued } = collectMarks(state, standing);
  const feePrice = order.priceTicks ?? market?.quote?.lastTicks ?? toTicks(0);
  return {
    order,
    book,
    instrument,
    ...(market?.newTerms ? { newTerms: market.newTerms } : {}),
    settings: user.settings,
    nowMs: draft.nowMs,
    quote: market?.isLive ? market.quote : null,
    staleAfterMs: market?.staleAfterMs ?? 0,
    barSigma: Math.sqrt(market?.variance ?? 0),
    scaleTicks: market?.scaleTicks ?? 0,
    equityMills: computeEquityMills(state, standing),
    unvalued,
    ...marginView(draft, config, book, order),
    feeMills: feeMills(config.frictionOf(instrument), instrument, feePrice, order.lots),
    isHalted: state.trading.state === 'HALTED',
    haltReason: state.trading.reason,
    isUserDisabled: isUserDisabled(state, user.userId),
    isSelected: user.mode === book.mode,
    sessionClosed: config.sessionClosed(book.mode, instrument, draft.nowMs),
    modeBlocked: modeBlocked(config, book),
    clockFault: state.clockFault,
    isUnguarded: config.hasGuards === false,
  };
}

/** What the check of margin needs of an entry; nothing where no margin applies. */
function marginView(
  { state }: Draft,
  config: EngineConfig,
  book: Book,
  order: Order,
): { readonly margin?: MarginUse } {
  if (!appliesMargin(config) || isReduceOnly(order)) return {};
  const priceOf = marginPrices(state, book);
  return {
    margin: {
      usedMills: computeInitialMarginUsed(book, priceOf),
      addedMills: computeOrderMargin(order, priceOf),
    },
  };
}

/** Why a mode cannot trade at all, or null. */
export const modeBlocked = (config: EngineConfig, { mode }: Pick<Book, 'mode'>): string | null =>
  findModeBlock(mode, {
    isLiveTradingOn: config.isLiveTradingOn === true,
    hasBroker: config.brokers[mode] !== null,
  });

function send(
  draft: Draft,
  config: EngineConfig,
  order: Approved<Order>,
  quote: Quote | null,
  trail?: Made<KnownAtTrail, TrailPlan>,
): void {
  const book = getBook(draft, order.bookId);
  const broker = getBroker(config, book);
  const shown = quote ?? quoteAround(toTicks(0), 1, 0);
  draft.record('OrderPlaced', getOwner(book), {
    order,
    quote: shown,
    entry: reserveEntry(order.reservedMills),
    ...(trail ? { trail } : {}),
  });
  // Written before anything leaves: after a crash an order in SENT may be known to the broker and
  // is asked for, never sent again.
  draft.record('OrderSent', getOwner(book), { orderId: order.id });
  draft.emit({ type: 'Submit', broker, order });
}

export function getBroker(config: EngineConfig, book: Book): Broker {
  const broker = findUsableBroker(config, book.mode);
  assert(broker, `the gate lets nothing through without a broker for ${book.mode}`);
  return broker;
}

export const getOwner = (book: Book): { userId: string; bookId: string } => ({
  userId: book.userId,
  bookId: book.id,
});

/** Takes a working order back: at once where the broker is ours, by asking where it is not. */
export function cancelOrder(
  draft: Draft,
  config: EngineConfig,
  order: Order,
  reason: string,
): void {
  const book = getBook(draft, order.bookId);
  const working = book.orders[order.id];
  if (!working) return;
  const broker = getBroker(config, book);
  if (broker.isRemote) draft.emit({ type: 'Cancel', broker, order: working });
  else
    draft.record('OrderCancelled', getOwner(book), {
      orderId: working.id,
      reason,
      entry: releaseEntry(working.reservedMills),
    });
}

/** Takes back the entries of a group that still wait: of two legs none enters alone. */
export function cancelEntries(
  draft: Draft,
  config: EngineConfig,
  bookId: string,
  groupId: string,
  reason: string,
): void {
  for (const order of Object.values(getBook(draft, bookId).orders))
    if (order.purpose === 'ENTRY' && order.groupId === groupId)
      cancelOrder(draft, config, order, reason);
}

const listExits = (book: Book, position: Position): Order[] =>
  Object.values(book.orders).filter(
    (order) => order.purpose === 'EXIT' && order.positionId === position.id,
  );

/**
 * True while an order that closes all of the position is on its way; an exit at a limit or of a
 * part is not one.
 */
export const isClosing = (book: Book, position: Position): boolean =>
  listExits(book, position).some(
    (order) => order.type === 'MARKET' && order.lots - order.filledLots >= position.lots,
  );

/**
 * Takes back the exits that wait for a price or for a part, so that one order may close all; where
 * the venue is shut they stay.
 */
export function clearExits(draft: Draft, config: EngineConfig, position: Position): void {
  const book = getBook(draft, position.bookId);
  if (
    config.sessionClosed(
      book.mode,
      getListedInstrument(draft.state, book, position.instrumentId),
      draft.nowMs,
    ) !== null
  )
    return;
  for (const order of listExits(book, position)) cancelOrder(draft, config, order, 'replaced');
}

/** A market order that closes what is left of a position. */
export const buildExitRequest = (position: Position): OrderRequest => ({
  instrumentId: position.instrumentId,
  side: exitSide(position.direction),
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
