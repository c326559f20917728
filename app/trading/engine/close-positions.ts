/** Closes positions and places manual orders. */
import type { Book, CloseReason } from '../domain/book';
import type { Command, CommandValue, WaitingClose } from '../domain/command';
import type { CommodityKey } from '../domain/commodity';
import { type Instrument, getCode } from '../domain/instrument';
import { isReduceOnly } from '../domain/order';
import {
  type Outcome,
  type Refusal,
  succeedWith,
  createRefusal,
  rejectWith,
} from '../domain/outcome';
import {
  type Position,
  getEntrySide,
  getExitSide,
  getGroupId,
  splitByGroup,
} from '../domain/position';
import { isLockedFor, formatLock } from '../domain/quote';
import type { OrderRequest } from '../domain/order-request';
import { LOTS_MAX } from '../risk/limits';
import { explainBlockedAccount, findUsableBroker } from './broker-access';
import type { EngineConfig } from './config';
import type { StateTransaction } from './state-transaction';
import { findDuplicateOrder } from './recent-manual-orders';
import {
  awaitsCancellation,
  cancelOrder,
  clearExits,
  clearReductions,
  buildExitRequest,
  isClosing,
  getOwner,
  placeOrders,
  tryPlaceOrders,
} from './orders';
import { getListedInstrument } from './order-settlement';
import { type DeskState, findLiveQuote, findInstrumentMarket } from './state';

type Answer = Outcome<CommandValue>;

/**
 * Null commodity: all positions of the account. Succeeds when nothing is open, because CLOSE also
 * stops the commodity. A close that is blocked now stays requested and is retried at every price.
 */
export function closeTrading(
  tx: StateTransaction,
  config: EngineConfig,
  bookId: string,
  commodity: CommodityKey | null,
  reason: CloseReason,
): Answer {
  const positions = Object.values(tx.state.books[bookId]?.positions ?? {});
  return closePositions(
    tx,
    config,
    bookId,
    positions.filter((position) => commodity === null || position.commodity === commodity),
    reason,
  );
}

/**
 * Requests the close and places the exits that are possible now. The result is final only after the
 * fills of the cycle.
 */
export function closePositions(
  tx: StateTransaction,
  config: EngineConfig,
  bookId: string,
  positions: readonly Position[],
  reason: CloseReason,
): Answer {
  requestClose(tx, config, bookId, positions, reason);
  const placedOrders = splitByGroup(positions, (position) => position).flatMap((legs) =>
    placeExits(tx, config, bookId, legs),
  );
  return succeedWith({ closedPositions: positions.map(({ id }) => id), placedOrders, waiting: [] });
}

/** Records new close requests; earlier ones keep their reason and time. */
function requestClose(
  tx: StateTransaction,
  config: EngineConfig,
  bookId: string,
  positions: readonly Position[],
  reason: CloseReason,
): void {
  const book = tx.state.books[bookId];
  if (!book) return;
  const newRequests = positions.filter(({ id }) => book.positions[id] && !book.closing[id]);
  if (newRequests.length === 0) return;
  const requests = newRequests.map((position) => ({
    positionId: position.id,
    instrumentId: position.instrumentId,
    obstacle: findCloseObstacle(tx.state, config, book, position),
  }));
  tx.record('CloseRequested', getOwner(book), { reason, positions: requests });
}

/** Places market exits for all open legs of one group, or for none. Returns order ids. */
function placeExits(
  tx: StateTransaction,
  config: EngineConfig,
  bookId: string,
  legs: readonly Position[],
): readonly string[] {
  const book = tx.state.books[bookId];
  const open = legs
    .flatMap((leg) => book?.positions[leg.id] ?? [])
    .filter((leg) => book && !isClosing(book, leg));
  if (open.length === 0) return [];
  if (!canExitNow(tx, config, bookId, open)) return [];
  return tryPlaceOrders(tx, config, bookId, open.map(buildExitRequest)).map(({ id }) => id);
}

/**
 * Cancels what could fill beside a market exit. False while a remote broker has not confirmed it: the
 * exit follows the confirmation.
 */
function canExitNow(
  tx: StateTransaction,
  config: EngineConfig,
  bookId: string,
  positions: readonly Position[],
): boolean {
  const book = tx.state.books[bookId];
  if (!book || findUsableBroker(config, book)?.isRemote !== true) {
    for (const position of positions) clearExits(tx, config, position);
    return true;
  }
  for (const position of positions) clearReductions(tx, config, position);
  return !Object.values(tx.state.books[bookId]?.orders ?? {}).some(
    (order) => isReduceOnly(order) && positions.some(({ id }) => id === order.positionId),
  );
}

/**
 * Exits positions that their strategy no longer wants: all or none. An exit that waits for the
 * cancellation of a stop becomes a close, which is retried.
 */
export function exitPositions(
  tx: StateTransaction,
  config: EngineConfig,
  bookId: string,
  positions: readonly Position[],
): void {
  if (canExitNow(tx, config, bookId, positions))
    placeOrders(tx, config, bookId, positions.map(buildExitRequest));
  else requestClose(tx, config, bookId, positions, 'strategy');
}

/**
 * Called after each price of a contract. A tripped account must be flat, so all its positions are
 * requested.
 */
export function retryCloses(
  tx: StateTransaction,
  config: EngineConfig,
  market: string,
  instrumentId: string,
): void {
  for (const { id } of Object.values(tx.state.books)) {
    const book = tx.state.books[id];
    if (
      book?.market !== market ||
      (book.drawdown === null && Object.keys(book.closing).length === 0)
    )
      continue;
    if (book.drawdown !== null)
      requestClose(tx, config, id, Object.values(book.positions), 'drawdown');
    retryClosesOfBook(tx, config, id, instrumentId);
  }
}

/** Also called when an exit order ends: what must close is not to wait for the next price. */
export function retryClosesOfBook(
  tx: StateTransaction,
  config: EngineConfig,
  bookId: string,
  instrumentId: string,
): void {
  const book = tx.state.books[bookId];
  if (!book) return;
  const requestedPositions = Object.values(book.positions).filter(
    (position) => book.closing[position.id] && !isClosing(book, position),
  );
  for (const legs of splitByGroup(requestedPositions, (position) => position)) {
    if (legs.some((leg) => leg.instrumentId === instrumentId)) placeExits(tx, config, bookId, legs);
  }
}

/** Reason why a position cannot close now (mode, venue, quote, daily price limit), or null. */
function findCloseObstacle(
  state: DeskState,
  config: EngineConfig,
  book: Book,
  position: Position,
): string | null {
  const blockedReason = explainBlockedAccount(state, config, book);
  if (blockedReason !== null) return blockedReason;
  const instrument = getListedInstrument(state, book, position.instrumentId);
  const closedSession = config.explainClosedSession(book.mode, instrument, state.nowMs);
  if (closedSession !== null) return `${getCode(instrument)}: ${closedSession}`;
  // A market order needs no price of ours there.
  if (findUsableBroker(config, book)?.isRemote) return null;
  const quote = findLiveQuote(
    findInstrumentMarket(state, book.market, position.instrumentId),
    state.nowMs,
  );
  if (!quote) return `${getCode(instrument)} has no live quote; it closes at the next quote.`;
  const side = getExitSide(position.direction);
  return isLockedFor(side, quote)
    ? `${formatLock(getCode(instrument), side, quote)}; it closes at the first unlocked price.`
    : null;
}

/** Called after the fills of a command: positions that are still open, each with its reason. */
export function listPendingCloses(
  state: DeskState,
  config: EngineConfig,
  positionIds: readonly string[],
): readonly WaitingClose[] {
  return positionIds.flatMap((id) => {
    const book = Object.values(state.books).find(({ positions }) => Object.hasOwn(positions, id));
    const position = book?.positions[id];
    if (!book || !position) return [];
    const reason =
      findCloseObstacle(state, config, book, position) ??
      (awaitsCancellation(book, position)
        ? 'Its exit follows the cancellation of its stop or target at the broker.'
        : 'Its exit order is working.');
    return [{ positionId: id, instrumentId: position.instrumentId, reason }];
  });
}

/** Closes a position of any of the user's accounts with all its legs, and stops its commodities. */
export function closePosition(
  tx: StateTransaction,
  config: EngineConfig,
  userId: string,
  positionId: string,
): Answer {
  const book = Object.values(tx.state.books).find(
    (candidate) => candidate.userId === userId && Object.hasOwn(candidate.positions, positionId),
  );
  const position = book?.positions[positionId];
  if (!book || !position)
    return rejectWith(createRefusal('UNKNOWN_POSITION', 'There is no such open position.'));
  const legs = Object.values(book.positions).filter(
    (leg) => getGroupId(leg) === getGroupId(position),
  );
  const active = legs
    .filter((leg) => book.commodities[leg.commodity]?.active)
    .map((leg) => leg.commodity);
  for (const commodity of new Set(active))
    tx.record('CommodityStopped', getOwner(book), { commodity });
  for (const order of Object.values(book.orders))
    if (order.purpose === 'ENTRY' && order.commodity === position.commodity)
      cancelOrder(tx, config, order, 'closed');
  return closePositions(tx, config, book.id, legs, 'manual');
}

/** A rolled position keeps its group id. Alone in its group it accepts manual orders. */
const hasOtherLegs = (book: Book, position: Position): boolean =>
  Object.values(book.positions).some(
    (other) => getGroupId(other) === getGroupId(position) && other.id !== position.id,
  );

type PlaceOrder = Extract<Command, { type: 'PlaceOrder' }>;

/** $1 trillion. A larger notional would exceed safe integers. */
const NOTIONAL_MILLS_MAX = 1e15;

/** Input checks before the pre-trade checks. */
function validateManualOrder(
  instrument: Instrument,
  { orderType, lots, priceTicks, stopDistanceTicks, targetDistanceTicks }: PlaceOrder,
): Refusal | null {
  if ((orderType === 'MARKET') !== (priceTicks === null))
    return createRefusal('INVALID', 'A market order has no price; limit and stop orders need one.');
  if (lots > LOTS_MAX)
    return createRefusal('SIZE', `${lots} lots; limit ${LOTS_MAX} per order.`, lots, LOTS_MAX);
  const distances = [stopDistanceTicks, targetDistanceTicks].filter(
    (distance) => distance !== null,
  );
  if (distances.some((distance) => distance < 1))
    return createRefusal(
      'INVALID',
      'Stop and target must be at least 1 tick from the entry.',
      Math.min(...distances),
      1,
    );
  const notionals = [priceTicks ?? 0, ...distances].map(
    (ticks) => (Math.abs(ticks) * lots * instrument.tickMills) / instrument.tickMillsDivisor,
  );
  return notionals.some((notional) => notional > NOTIONAL_MILLS_MAX)
    ? createRefusal('INVALID', 'The price or distance of this order exceeds the allowed range.')
    : null;
}

/**
 * A manual order opens, adds on the same side or reduces on the other, never through zero. A
 * duplicate within one second (two browser tabs) returns the first order.
 */
export function placeManualOrder(
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  command: PlaceOrder,
): Answer {
  if (!Object.hasOwn(tx.state.listings[book.market] ?? {}, command.instrumentId))
    return rejectWith(
      createRefusal(
        'UNKNOWN_INSTRUMENT',
        `${command.instrumentId} is not listed in the market of this account.`,
      ),
    );
  const duplicateOrderIds = findDuplicateOrder(book, command, tx.nowMs);
  if (duplicateOrderIds)
    return succeedWith({
      closedPositions: [],
      placedOrders: duplicateOrderIds,
      isAlreadyPlaced: true,
    });
  return placeNewManualOrder(tx, config, book, command);
}

function placeNewManualOrder(
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  command: PlaceOrder,
): Answer {
  const openPosition = Object.values(book.positions).find(
    (position) => position.instrumentId === command.instrumentId && !hasOtherLegs(book, position),
  );
  const reduces =
    openPosition !== undefined && getEntrySide(openPosition.direction) !== command.side;
  const fault = validateManualOrder(
    getListedInstrument(tx.state, book, command.instrumentId),
    command,
  );
  if (fault) return rejectWith(fault);
  if (!reduces && book.isResetPending)
    return rejectWith(
      createRefusal(
        'OPEN_POSITIONS',
        'The account is being reset; entries resume when its last position is closed.',
      ),
    );
  const request: OrderRequest = {
    instrumentId: command.instrumentId,
    side: command.side,
    type: command.orderType,
    purpose: reduces ? 'EXIT' : 'ENTRY',
    lots: command.lots,
    priceTicks: command.priceTicks,
    positionId: openPosition?.id ?? null,
    groupId: null,
    playbookId: openPosition?.playbookId ?? null,
    stopDistanceTicks: reduces ? null : command.stopDistanceTicks,
    targetDistanceTicks: reduces ? null : command.targetDistanceTicks,
  };
  const placement = placeOrders(tx, config, book.id, [request]);
  return placement.ok
    ? succeedWith({ closedPositions: [], placedOrders: placement.value.map(({ id }) => id) })
    : placement;
}
