/** Closing by hand and orders by hand. */
import type { Book, CloseReason } from '../domain/book';
import type { Command, CommandValue, WaitingClose } from '../domain/command';
import type { CommodityKey } from '../domain/commodity';
import { type Instrument, getCode } from '../domain/instrument';
import {
  type Outcome,
  type Refusal,
  succeedWith,
  createRefusal,
  rejectWith,
} from '../domain/outcome';
import { type Position, entrySide, exitSide, groupName, splitByGroup } from '../domain/position';
import { isLockedFor, lockText } from '../domain/quote';
import { LOTS_MAX } from '../risk/limits';
import type { EngineConfig } from './config';
import type { Draft } from './state-transaction';
import { findPlacedTwice } from './hand-orders';
import {
  type OrderRequest,
  cancelOrder,
  clearExits,
  buildExitRequest,
  isClosing,
  modeBlocked,
  getOwner,
  placeOrders,
  tryPlaceOrders,
} from './orders';
import { getListedInstrument } from './order-settlement';
import { type DeskState, findLiveQuote, findInstrumentMarket } from './state';

type Answer = Outcome<CommandValue>;

/**
 * Closes all positions of a commodity, or of the book. None open is fine: CLOSE also stops the
 * commodity.
 * What cannot close now stays requested and is tried again at every price.
 */
export function closeTrading(
  draft: Draft,
  config: EngineConfig,
  bookId: string,
  commodity: CommodityKey | null,
  reason: CloseReason,
): Answer {
  const positions = Object.values(draft.state.books[bookId]?.positions ?? {});
  return closePositions(
    draft,
    config,
    bookId,
    positions.filter((position) => commodity === null || position.commodity === commodity),
    reason,
  );
}

/**
 * Requests the close of positions and places the exits that can be placed now. Which of them are
 * closed is known once the fills of the cycle are in.
 */
export function closePositions(
  draft: Draft,
  config: EngineConfig,
  bookId: string,
  positions: readonly Position[],
  reason: CloseReason,
): Answer {
  requestClose(draft, config, bookId, positions, reason);
  const placedOrders = splitByGroup(positions, (position) => position).flatMap((legs) =>
    placeExits(draft, config, bookId, legs),
  );
  return succeedWith({ closedPositions: positions.map(({ id }) => id), placedOrders, waiting: [] });
}

/**
 * Writes down which positions have to be closed; those that were requested before stay as they are.
 */
function requestClose(
  draft: Draft,
  config: EngineConfig,
  bookId: string,
  positions: readonly Position[],
  reason: CloseReason,
): void {
  const book = draft.state.books[bookId];
  if (!book) return;
  const added = positions.filter(({ id }) => book.positions[id] && !book.closing[id]);
  if (added.length === 0) return;
  const requests = added.map((position) => ({
    positionId: position.id,
    instrumentId: position.instrumentId,
    obstacle: findObstacle(draft.state, config, book, position),
  }));
  draft.record('CloseRequested', getOwner(book), { reason, positions: requests });
}

/**
 * Places market exits for legs of one group that are not closing yet: all of them or none. Answers
 * the ids of the orders.
 */
function placeExits(
  draft: Draft,
  config: EngineConfig,
  bookId: string,
  legs: readonly Position[],
): readonly string[] {
  const book = draft.state.books[bookId];
  const open = legs
    .flatMap((leg) => book?.positions[leg.id] ?? [])
    .filter((leg) => book && !isClosing(book, leg));
  if (open.length === 0) return [];
  for (const leg of open) clearExits(draft, config, leg);
  return tryPlaceOrders(draft, config, bookId, open.map(buildExitRequest)).map(({ id }) => id);
}

/**
 * After a price of a contract: tries once more to close what has to be closed in it, in every book
 * of the market.
 * A book whose drawdown breaker has tripped must be flat, so that everything it holds has to be
 * closed.
 */
export function retryCloses(
  draft: Draft,
  config: EngineConfig,
  market: string,
  instrumentId: string,
): void {
  for (const { id } of Object.values(draft.state.books)) {
    const book = draft.state.books[id];
    if (
      book?.market !== market ||
      (book.drawdown === null && Object.keys(book.closing).length === 0)
    )
      continue;
    if (book.drawdown !== null)
      requestClose(draft, config, id, Object.values(book.positions), 'drawdown');
    retryBook(draft, config, id, instrumentId);
  }
}

function retryBook(draft: Draft, config: EngineConfig, bookId: string, instrumentId: string): void {
  const book = draft.state.books[bookId];
  if (!book) return;
  const requested = Object.values(book.positions).filter(
    (position) => book.closing[position.id] && !isClosing(book, position),
  );
  for (const legs of splitByGroup(requested, (position) => position)) {
    if (legs.some((leg) => leg.instrumentId === instrumentId))
      placeExits(draft, config, bookId, legs);
  }
}

/**
 * What keeps a position from closing at once: its mode, its venue, its price or a daily limit. A
 * sentence for a person; null when nothing does.
 */
function findObstacle(
  state: DeskState,
  config: EngineConfig,
  book: Book,
  position: Position,
): string | null {
  const blocked = modeBlocked(config, book);
  if (blocked !== null) return blocked;
  const instrument = getListedInstrument(state, book, position.instrumentId);
  const shut = config.sessionClosed(book.mode, instrument, state.nowMs);
  if (shut !== null) return `${getCode(instrument)}: ${shut}`;
  const quote = findLiveQuote(
    findInstrumentMarket(state, book.market, position.instrumentId),
    state.nowMs,
  );
  if (!quote) return `${getCode(instrument)} has no live quote; it closes at the next one.`;
  const side = exitSide(position.direction);
  return isLockedFor(side, quote)
    ? `${lockText(getCode(instrument), side, quote)}; it closes at the first price that is not locked.`
    : null;
}

/** Why positions of an answer are still open once everything that followed at once is done. */
export function listWaiting(
  state: DeskState,
  config: EngineConfig,
  positionIds: readonly string[],
): readonly WaitingClose[] {
  return positionIds.flatMap((id) => {
    const book = Object.values(state.books).find(({ positions }) => Object.hasOwn(positions, id));
    const position = book?.positions[id];
    if (!book || !position) return [];
    const reason = findObstacle(state, config, book, position) ?? 'Its exit order is working.';
    return [{ positionId: id, instrumentId: position.instrumentId, reason }];
  });
}

/**
 * Closes one position of any of the user's books with all its legs, and turns its commodity off.
 */
export function closePosition(
  draft: Draft,
  config: EngineConfig,
  userId: string,
  positionId: string,
): Answer {
  const book = Object.values(draft.state.books).find(
    (candidate) => candidate.userId === userId && Object.hasOwn(candidate.positions, positionId),
  );
  const position = book?.positions[positionId];
  if (!book || !position)
    return rejectWith(createRefusal('UNKNOWN_POSITION', 'There is no such open position.'));
  const legs = Object.values(book.positions).filter(
    (leg) => groupName(leg) === groupName(position),
  );
  const active = legs
    .filter((leg) => book.commodities[leg.commodity]?.active)
    .map((leg) => leg.commodity);
  for (const commodity of new Set(active))
    draft.record('CommodityStopped', getOwner(book), { commodity });
  for (const order of Object.values(book.orders))
    if (order.purpose === 'ENTRY' && order.commodity === position.commodity)
      cancelOrder(draft, config, order, 'closed');
  return closePositions(draft, config, book.id, legs, 'manual');
}

/**
 * A position that was rolled keeps the group of its roll; alone in it, it is traded by hand like
 * any other.
 */
const hasOtherLegs = (book: Book, position: Position): boolean =>
  Object.values(book.positions).some(
    (other) => groupName(other) === groupName(position) && other.id !== position.id,
  );

type PlaceOrder = Extract<Command, { type: 'PlaceOrder' }>;

/** A trillion dollars: what is worth more cannot be meant, and would leave the exact integers. */
const WORTH_MILLS_MAX = 1e15;

/** What is wrong with an order by hand before the gate can look at it, or null. */
function validateManualOrder(
  instrument: Instrument,
  { orderType, lots, priceTicks, stopDistanceTicks, targetDistanceTicks }: PlaceOrder,
): Refusal | null {
  if ((orderType === 'MARKET') !== (priceTicks === null))
    return createRefusal('INVALID', 'A market order has no price; limit and stop orders need one.');
  if (lots > LOTS_MAX)
    return createRefusal(
      'SIZE',
      `${lots} lots are more than the ${LOTS_MAX} that any order may have.`,
      lots,
      LOTS_MAX,
    );
  const distances = [stopDistanceTicks, targetDistanceTicks].filter(
    (distance) => distance !== null,
  );
  if (distances.some((distance) => distance < 1))
    return createRefusal(
      'INVALID',
      'Stop and target lie at least one tick from the entry.',
      Math.min(...distances),
      1,
    );
  const worths = [priceTicks ?? 0, ...distances].map(
    (ticks) => (Math.abs(ticks) * lots * instrument.tickMills) / instrument.tickMillsDivisor,
  );
  return worths.some((worth) => worth > WORTH_MILLS_MAX)
    ? createRefusal(
        'INVALID',
        'A price or a distance of this order is beyond all prices of the market.',
      )
    : null;
}

/**
 * An order by hand: opens or adds on the side held, reduces on the other one, never through zero.
 * One that equals an order placed within the last second, as two tabs send it, is answered with
 * that order.
 */
export function placeManualOrder(
  draft: Draft,
  config: EngineConfig,
  book: Book,
  command: PlaceOrder,
): Answer {
  if (!Object.hasOwn(draft.state.listings[book.market] ?? {}, command.instrumentId))
    return rejectWith(
      createRefusal(
        'UNKNOWN_INSTRUMENT',
        `${command.instrumentId} is not listed in the market of this book.`,
      ),
    );
  const placedBefore = findPlacedTwice(book, command, draft.nowMs);
  if (placedBefore)
    return succeedWith({ closedPositions: [], placedOrders: placedBefore, isAlreadyPlaced: true });
  return placeNew(draft, config, book, command);
}

function placeNew(draft: Draft, config: EngineConfig, book: Book, command: PlaceOrder): Answer {
  const held = Object.values(book.positions).find(
    (position) => position.instrumentId === command.instrumentId && !hasOtherLegs(book, position),
  );
  const reduces = held !== undefined && entrySide(held.direction) !== command.side;
  const fault = validateManualOrder(
    getListedInstrument(draft.state, book, command.instrumentId),
    command,
  );
  if (fault) return rejectWith(fault);
  if (!reduces && book.isResetPending)
    return rejectWith(
      createRefusal(
        'OPEN_POSITIONS',
        'The book is being reset; open again when its last position is closed.',
      ),
    );
  const request: OrderRequest = {
    instrumentId: command.instrumentId,
    side: command.side,
    type: command.orderType,
    purpose: reduces ? 'EXIT' : 'ENTRY',
    lots: command.lots,
    priceTicks: command.priceTicks,
    positionId: held?.id ?? null,
    groupId: null,
    playbookId: held?.playbookId ?? null,
    stopDistanceTicks: reduces ? null : command.stopDistanceTicks,
    targetDistanceTicks: reduces ? null : command.targetDistanceTicks,
  };
  const placed = placeOrders(draft, config, book.id, [request]);
  return placed.ok
    ? succeedWith({ closedPositions: [], placedOrders: placed.value.map(({ id }) => id) })
    : placed;
}
