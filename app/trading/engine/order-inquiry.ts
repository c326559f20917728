/** Finds unanswered orders at remote brokers and converts their status to reports. */
import type { Order } from '../domain/order';
import { assertNever } from '../domain/outcome';
import type { Broker, ExecutionReport, OrderStatus } from '../ports';
import type { EngineConfig } from './config';
import { findUsableBroker } from './broker-access';
import type { DeskState } from './state';

export interface UnansweredOrders {
  readonly broker: Broker;
  readonly orders: readonly Order[];
}

/** By account. A local broker answers in the step that stores the order. */
export const listUnansweredOrders = (
  state: Pick<DeskState, 'books'>,
  config: EngineConfig,
): readonly UnansweredOrders[] =>
  Object.values(state.books).flatMap(({ mode, orders }) => {
    const broker = findUsableBroker(config, mode);
    const unansweredOrders = Object.values(orders).filter(isUnanswered);
    return broker?.isRemote && unansweredOrders.length > 0
      ? [{ broker, orders: unansweredOrders }]
      : [];
  });

const isUnanswered = ({ state, cancelRequest }: Order): boolean =>
  state === 'SENT' || state === 'UNKNOWN' || cancelRequest !== undefined;

/** Reports that were missed. Executions that are booked already change nothing. */
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
