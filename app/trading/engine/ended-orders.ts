/**
 * Ended orders of remote brokers. A broker may report an execution after it confirmed a cancellation:
 * an execution is proof, so the order is kept as long as reports may come.
 */
import type { Book } from '../domain/book';
import { type Order, type OrderState, getNextOrderState, isWorking } from '../domain/order';
import { DAY_MS } from '../domain/time';
import type { EpochMs, Lots } from '../domain/units';

/** Exchanges and clearing houses correct trades within days; a month is on the safe side. */
export const LATE_REPORT_MS = 30 * DAY_MS;

/** Keeps an order that ended now, and drops those that are too old. */
export function addEndedOrder(book: Book, order: Order, endedMs: EpochMs): Book {
  if (!order.remote) return book;
  const recent = Object.entries(book.endedOrders).filter(
    ([, ended]) => endedMs - ended.endedMs <= LATE_REPORT_MS,
  );
  const endedOrders = { ...Object.fromEntries(recent), [order.id]: { order, endedMs } };
  return { ...book, endedOrders };
}

/** The order of a report, working or ended; undefined if the account does not have it. */
export const findReportedOrder = (book: Book, orderId: string): Order | undefined =>
  book.orders[orderId] ?? book.endedOrders[orderId]?.order;

/** The state after a fill; null if it is not allowed. An ended order keeps how it ended. */
export function getStateAfterFill(order: Order, filledLots: Lots): OrderState | null {
  const isRest = filledLots === order.lots - order.filledLots;
  if (isWorking(order.state))
    return getNextOrderState(order.state, isRest ? 'fillRest' : 'fillPart');
  return isRest ? 'FILLED' : order.state;
}
