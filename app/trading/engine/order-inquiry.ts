/** Finds unanswered orders at remote brokers and converts their status to reports. */
import type { Order } from '../domain/order';
import { assertNever } from '../domain/outcome';
import type { Broker, ExecutionReport, OrderStatus } from '../ports';
import type { EngineConfig } from './config';
import { findUsableBroker } from './broker-access';
import type { DeskState } from './state';

/** Orders of one account at its remote broker. */
export interface OrdersAtBroker {
  readonly bookId: string;
  readonly broker: Broker;
  readonly orders: readonly Order[];
}

type Inquiry = (state: Pick<DeskState, 'books'>, config: EngineConfig) => readonly OrdersAtBroker[];

/**
 * Orders whose last message may be lost with the process: sent, to be cancelled, or unknown. A local
 * broker answers in the step that stores the order.
 */
export const listUnansweredOrders: Inquiry = (state, config) =>
  listOrdersAtBrokers(
    state,
    config,
    ({ state, cancelRequest }) =>
      state === 'SENT' || state === 'UNKNOWN' || cancelRequest !== undefined,
  );

export const listUnknownOrders: Inquiry = (state, config) =>
  listOrdersAtBrokers(state, config, ({ state }) => state === 'UNKNOWN');

const listOrdersAtBrokers = (
  { books }: Pick<DeskState, 'books'>,
  config: EngineConfig,
  isIncluded: (order: Order) => boolean,
): readonly OrdersAtBroker[] =>
  Object.values(books).flatMap((book) => {
    const broker = findUsableBroker(config, book);
    const orders = Object.values(book.orders).filter(isIncluded);
    return broker?.isRemote && orders.length > 0 ? [{ bookId: book.id, broker, orders }] : [];
  });

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
