/** Stops and targets that cover the lots held. */
import type { Book } from '../domain/book';
import type { Order } from '../domain/order';
import type { Position } from '../domain/position';
import { type Ticks, toLots } from '../domain/units';
import type { EngineConfig } from './config';
import { findReportedOrder } from './ended-orders';
import { buildExitRequest, cancelOrder, placeOrders } from './orders';
import { computeProtectionPrices } from './position-plan';
import type { StateTransaction } from './state-transaction';

export const listPositionOrders = (tx: StateTransaction, position: Position): Order[] =>
  Object.values(tx.state.books[position.bookId]?.orders ?? {}).filter(
    (order) => order.positionId === position.id,
  );

type Protection = 'STOP' | 'TARGET';
const PROTECTIONS: readonly Protection[] = ['STOP', 'TARGET'];

export const isProtective = (order: Order): order is Order & { readonly purpose: Protection } =>
  order.purpose === 'STOP' || order.purpose === 'TARGET';

/** Reason of the cancellation of a stop or target that another one follows. */
export const REPLACED = 'replaced';

/**
 * Lots of a working order that can fill. A stop that was sent along with its entry fills at most what
 * that entry has filled.
 */
function countActiveLots(book: Book, { remote, lots, filledLots }: Order): number {
  const entry = remote?.sentWith === undefined ? null : findReportedOrder(book, remote.sentWith);
  return Math.min(lots, entry?.filledLots ?? lots) - filledLots;
}

const sumActiveLots = (book: Book | undefined, orders: readonly Order[]): number =>
  orders.reduce((sum, order) => sum + (book ? countActiveLots(book, order) : 0), 0);

/** Lots of a position that no working stop covers. */
export function countUncoveredLots(tx: StateTransaction, position: Position): number {
  const stops = listPositionOrders(tx, position).filter(({ purpose }) => purpose === 'STOP');
  return position.lots - sumActiveLots(tx.state.books[position.bookId], stops);
}

/**
 * True for a stop or target that another one follows once it has ended: it was cancelled for that or along with
 * its group, or it was sent along with its entry and the broker does not have it any more.
 */
export function isToBeReplaced(book: Book, { id, remote, cancelRequest, state }: Order): boolean {
  if (state === 'FILLED') return false;
  if (cancelRequest) return cancelRequest.reason === REPLACED;
  return remote?.sentWith !== undefined || hasEndedPartner(book, id, remote?.orderGroup);
}

/** True where another order of the group has filled lots or ended, or is to end. */
function hasEndedPartner(
  { orders, endedOrders }: Book,
  id: string,
  orderGroup: string | undefined,
): boolean {
  const isPartner = (order: Order): boolean =>
    orderGroup !== undefined && order.id !== id && order.remote?.orderGroup === orderGroup;
  return (
    Object.values(orders).some(
      (order) => isPartner(order) && (order.filledLots > 0 || order.cancelRequest !== undefined),
    ) || Object.values(endedOrders).some(({ order }) => isPartner(order))
  );
}

/**
 * Stop and target for all lots held: at the distances of the entry, else at their former prices. At a
 * remote broker, which cancels later, former ones stay and the added lots get their own.
 */
export function protectPosition(
  tx: StateTransaction,
  config: EngineConfig,
  position: Position,
  entry: Order,
  fillTicks: Ticks,
): void {
  const formerOrders = listPositionOrders(tx, position).filter(isProtective);
  if (!entry.remote) for (const order of formerOrders) cancelOrder(tx, config, order, REPLACED);
  const prices = computeProtectionPrices(position.direction, fillTicks, entry);
  for (const purpose of PROTECTIONS) {
    const formerTicks = formerOrders.find((order) => order.purpose === purpose)?.priceTicks;
    const priceTicks = purpose === 'STOP' ? prices.stopTicks : prices.targetTicks;
    coverLots(tx, config, position, purpose, priceTicks ?? formerTicks ?? null);
  }
}

/** Places a stop or target for the lots that none covers; null price for none. */
export function coverLots(
  tx: StateTransaction,
  config: EngineConfig,
  position: Position,
  purpose: Protection,
  priceTicks: Ticks | null,
): void {
  const covering = listPositionOrders(tx, position).filter((order) => order.purpose === purpose);
  const lots = position.lots - sumActiveLots(tx.state.books[position.bookId], covering);
  if (priceTicks === null || lots <= 0) return;
  const type = purpose === 'STOP' ? 'STOP' : 'LIMIT';
  const request = { ...buildExitRequest(position), type, purpose, priceTicks } as const;
  placeOrders(tx, config, position.bookId, [{ ...request, lots: toLots(lots) }]);
}

/** After a partial exit: the same stop and target for the remaining lots. */
export function resizeProtection(
  tx: StateTransaction,
  config: EngineConfig,
  position: Position,
): void {
  for (const purpose of PROTECTIONS) {
    const orders = listPositionOrders(tx, position).filter(
      (order) => order.purpose === purpose && !order.cancelRequest,
    );
    const book = tx.state.books[position.bookId];
    let excessLots = sumActiveLots(book, orders) - position.lots;
    for (const order of orders.reverse()) {
      if (excessLots <= 0) break;
      excessLots -= sumActiveLots(book, [order]);
      cancelOrder(tx, config, order, REPLACED);
      // At a remote broker the cancellation is confirmed later, and the new order follows it.
      if (!order.remote) coverLots(tx, config, position, purpose, order.priceTicks);
    }
  }
}
