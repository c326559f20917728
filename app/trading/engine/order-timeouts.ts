/** Orders and cancellations that a remote broker does not answer become unknown. */
import { type Order, getNextOrderState } from '../domain/order';
import { SECOND_MS } from '../domain/time';
import type { EpochMs } from '../domain/units';
import { findUsableBroker } from './broker-access';
import type { EngineConfig } from './config';
import { getOwner } from './orders';
import type { StateTransaction } from './state-transaction';

/** A gateway answers in well under a second; later than this, the message or the answer is lost. */
export const ANSWER_MS_MAX = 10 * SECOND_MS;

/** Called as time passes. An unknown order blocks entries in its contract until the broker answers. */
export function markUnansweredOrders(tx: StateTransaction, config: EngineConfig): void {
  for (const book of Object.values(tx.state.books)) {
    const broker = findUsableBroker(config, book);
    if (!broker?.isRemote) continue;
    for (const order of Object.values(book.orders)) {
      const what = findUnanswered(order, tx.nowMs);
      if (what === null) continue;
      const reason = `${broker.name} has not answered ${what} within ${ANSWER_MS_MAX / SECOND_MS} s`;
      tx.record('OrderLost', getOwner(book), { orderId: order.id, reason });
    }
  }
}

/** The message without an answer in time; null if there is none, or the order is unknown already. */
function findUnanswered(
  { state, placedMs, cancelRequest }: Order,
  nowMs: EpochMs,
): 'the order' | 'its cancellation' | null {
  const isOverdue = (sentMs: EpochMs): boolean => nowMs - sentMs > ANSWER_MS_MAX;
  if (getNextOrderState(state, 'lose') === null) return null;
  if (state === 'SENT' && isOverdue(placedMs)) return 'the order';
  return cancelRequest && isOverdue(cancelRequest.atMs) ? 'its cancellation' : null;
}
