/**
 * Orders that were sent to a remote broker and not answered: which they are, and what its later
 * answer reports.
 */
import type { Order } from '../domain/order';
import { assertNever } from '../domain/outcome';
import type { Broker, ExecutionReport, OrderStatus } from '../ports';
import type { EngineConfig } from './config';
import { findUsableBroker } from './live-gate';
import type { DeskState } from './state';

export interface UnansweredOrders {
  readonly broker: Broker;
  readonly orders: readonly Order[];
}

/**
 * Unanswered orders by account. A local broker answers in the step that stores the order, so none
 * is unanswered there.
 */
export const listUnansweredOrders = (
  state: Pick<DeskState, 'books'>,
  config: EngineConfig,
): readonly UnansweredOrders[] =>
  Object.values(state.books).flatMap(({ mode, orders }) => {
    const broker = findUsableBroker(config, mode);
    const unanswered = Object.values(orders).filter(isUnanswered);
    return broker?.isRemote && unanswered.length > 0 ? [{ broker, orders: unanswered }] : [];
  });

const isUnanswered = ({ state }: Order): boolean => state === 'SENT' || state === 'UNKNOWN';

/**
 * A broker's answer as the reports that the desk did not get. Executions that are booked already
 * change nothing.
 */
export function toReports(status: OrderStatus): readonly ExecutionReport[] {
  const { orderId } = status;
  switch (status.state) {
    case 'working':
      return [{ type: 'Acknowledged', orderId }, ...status.fills];
    case 'filled':
      return status.fills;
    case 'cancelled':
      return [...status.fills, { type: 'Cancelled', orderId, reason: status.reason }];
    case 'rejected':
      return [{ type: 'Rejected', orderId, reason: status.reason }];
    case 'never received':
      return [{ type: 'Lost', orderId, reason: 'The broker never received the order.' }];
    default:
      return assertNever(status);
  }
}
