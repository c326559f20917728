/**
 * Closing by hand and orders by hand.
 * It knows that a closed position turns its commodity off, in the same step; it refuses orders that would flip a position.
 */
import type { Book } from '../domain/book';
import type { Command, CommandValue } from '../domain/command';
import type { CommodityKey } from '../domain/commodity';
import { type Instrument, codeOf } from '../domain/instrument';
import { type Outcome, type Refusal, done, refusal, refused } from '../domain/outcome';
import { type Position, entrySide, exitSide, groupName } from '../domain/position';
import { isLockedFor, lockText } from '../domain/quote';
import { LOTS_MAX } from '../risk/limits';
import type { EngineConfig } from './config';
import type { Draft } from './draft';
import { type OrderRequest, cancelOrder, clearExits, exitRequest, isClosing, owner, placeOrders } from './orders';
import { listedInstrument } from './settle';
import { instrumentMarket } from './state';

type Answer = Outcome<CommandValue>;

/** Closes all positions of a commodity, or of the book; none open is no fault here: the desk is stopped all the same. */
export function closeTrading(draft: Draft, config: EngineConfig, bookId: string, commodity: CommodityKey | null): Answer {
  const positions = Object.values(draft.state.books[bookId]?.positions ?? {});
  return closeAll(draft, config, bookId, positions.filter((position) => commodity === null || position.commodity === commodity));
}

/** Closes what can be closed: one position that the venue does not take now never holds up the others. */
function closeAll(draft: Draft, config: EngineConfig, bookId: string, positions: readonly Position[]): Answer {
  const closedPositions: string[] = [];
  const placedOrders: string[] = [];
  const refusals: Refusal[] = [];
  for (const legs of groups(positions)) {
    const book = draft.state.books[bookId];
    const open = legs.filter((leg) => book?.positions[leg.id]);
    const staying = open.filter((leg) => book && !isClosing(book, leg));
    for (const leg of staying) clearExits(draft, config, leg);
    const placed = staying.length === 0 ? done([]) : placeOrders(draft, config, bookId, staying.map(exitRequest));
    const lock = placed.ok ? lockedIn(draft, open) : null;
    if (placed.ok && !lock) closedPositions.push(...open.map(({ id }) => id));
    if (placed.ok) placedOrders.push(...placed.value.map(({ id }) => id));
    if (!placed.ok || lock) refusals.push(placed.ok ? (lock as Refusal) : placed.refusal);
  }
  const first = refusals[0];
  if (first && closedPositions.length === 0 && refusals.every(({ code }) => code !== 'LOCKED')) return refused(first);
  return done({ closedPositions, placedOrders, ...(first ? { refusals } : {}) });
}

/** Why positions do not leave at once although their exits are placed: a market at its daily limit. Null when none is there. */
function lockedIn(draft: Draft, positions: readonly Position[]): Refusal | null {
  for (const position of positions) {
    const book = draft.state.books[position.bookId];
    const seen = book && instrumentMarket(draft.state, book.market, position.instrumentId);
    const side = exitSide(position.direction);
    if (seen?.quote && isLockedFor(side, seen.quote)) return refusal('LOCKED', `${lockText(codeOf(seen.instrument), side, seen.quote)}; the exit order waits and fills at the first price that is not locked.`);
  }
  return null;
}

/** Positions by group: legs leave together or not at all. */
function groups(positions: readonly Position[]): Position[][] {
  const byGroup = new Map<string, Position[]>();
  for (const position of positions) {
    byGroup.set(groupName(position), [...(byGroup.get(groupName(position)) ?? []), position]);
  }
  return [...byGroup.values()];
}

/** Closes one position of any of the user's books with all its legs, and turns its commodity off. */
export function closePosition(draft: Draft, config: EngineConfig, userId: string, positionId: string): Answer {
  const book = Object.values(draft.state.books).find((candidate) => candidate.userId === userId && Object.hasOwn(candidate.positions, positionId));
  const position = book?.positions[positionId];
  if (!book || !position) return refused(refusal('UNKNOWN_POSITION', 'There is no such open position.'));
  const legs = Object.values(book.positions).filter((leg) => groupName(leg) === groupName(position));
  const active = legs.filter((leg) => book.commodities[leg.commodity]?.active).map((leg) => leg.commodity);
  for (const commodity of new Set(active)) draft.record('CommodityStopped', owner(book), { commodity });
  for (const order of Object.values(book.orders)) if (order.purpose === 'ENTRY' && order.commodity === position.commodity) cancelOrder(draft, config, order, 'closed');
  return closeAll(draft, config, book.id, legs);
}

/** A position that was rolled keeps the group of its roll; alone in it, it is traded by hand like any other. */
const hasOtherLegs = (book: Book, position: Position): boolean =>
  Object.values(book.positions).some((other) => groupName(other) === groupName(position) && other.id !== position.id);

type PlaceOrder = Extract<Command, { type: 'PlaceOrder' }>;

/** A trillion dollars: what is worth more cannot be meant, and would leave the exact integers. */
const WORTH_MILLS_MAX = 1e15;

/** What is wrong with an order by hand before the gate can look at it, or null. */
function handFault(instrument: Instrument, { orderType, lots, priceTicks, stopDistanceTicks, targetDistanceTicks }: PlaceOrder): Refusal | null {
  if ((orderType === 'MARKET') !== (priceTicks === null)) return refusal('INVALID', 'A market order has no price; limit and stop orders need one.');
  if (lots > LOTS_MAX) return refusal('SIZE', `${lots} lots are more than the ${LOTS_MAX} that any order may have.`, lots, LOTS_MAX);
  const distances = [stopDistanceTicks, targetDistanceTicks].filter((distance) => distance !== null);
  if (distances.some((distance) => distance < 1)) return refusal('INVALID', 'Stop and target lie at least one tick from the entry.', Math.min(...distances), 1);
  const worths = [priceTicks ?? 0, ...distances].map((ticks) => (Math.abs(ticks) * lots * instrument.tickMills) / instrument.tickMillsDivisor);
  return worths.some((worth) => worth > WORTH_MILLS_MAX) ? refusal('INVALID', 'A price or a distance of this order is beyond all prices of the market.') : null;
}

/** An order by hand: opens or adds on the side held, reduces on the other one, never through zero. */
export function placeByHand(draft: Draft, config: EngineConfig, book: Book, command: PlaceOrder): Answer {
  if (!Object.hasOwn(draft.state.listings[book.market] ?? {}, command.instrumentId))
    return refused(refusal('UNKNOWN_INSTRUMENT', `${command.instrumentId} is not listed in the market of this book.`));
  const held = Object.values(book.positions).find((position) => position.instrumentId === command.instrumentId && !hasOtherLegs(book, position));
  const reduces = held !== undefined && entrySide(held.direction) !== command.side;
  const fault = handFault(listedInstrument(draft.state, book, command.instrumentId), command);
  if (fault) return refused(fault);
  if (!reduces && book.isResetPending) return refused(refusal('OPEN_POSITIONS', 'The book is being reset; open again when its last position is closed.'));
  const request: OrderRequest = {
    instrumentId: command.instrumentId, side: command.side, type: command.orderType, purpose: reduces ? 'EXIT' : 'ENTRY', lots: command.lots,
    priceTicks: command.priceTicks, positionId: held?.id ?? null, groupId: null, playbookId: held?.playbookId ?? null,
    stopDistanceTicks: reduces ? null : command.stopDistanceTicks, targetDistanceTicks: reduces ? null : command.targetDistanceTicks,
  };
  const placed = placeOrders(draft, config, book.id, [request]);
  return placed.ok ? done({ closedPositions: [], placedOrders: placed.value.map(({ id }) => id) }) : placed;
}
