// Orders of the desk as the gateway reports them, by the reference that they were sent with.
import { type Order, buildAttachedStopId } from '../../../trading/domain/order';
import type { ExecutionReport, OrderStatus, TradeReport } from '../../../trading/ports';
import type { ExecutionRow, OrderRow } from './gateway-rows';

const REFERENCE = 'fm:';
const ATTACHED_STOP = buildAttachedStopId('');

export const buildReference = (orderId: string): string => `${REFERENCE}${orderId}`;

export interface OrderLists {
  readonly open: readonly OrderRow[];
  readonly completed: readonly OrderRow[];
  readonly executions: readonly ExecutionRow[];
  readonly fills: readonly TradeReport[];
}

export function findStatus(
  { id, lots }: Order,
  { open, completed, fills }: OrderLists,
): OrderStatus {
  const own = fills.filter(({ orderId }) => orderId === id);
  const isOwn = ({ orderRef }: OrderRow): boolean => parseOrderId(orderRef) === id;
  if (open.some(isOwn)) return { orderId: id, state: 'working', fills: own };
  const ended = completed.find(isOwn);
  if (own.reduce((sum, fill) => sum + fill.lots, 0) >= lots)
    return { orderId: id, state: 'filled', fills: own };
  if (!ended)
    return own.length > 0
      ? { orderId: id, state: 'working', fills: own }
      : { orderId: id, state: 'never received' };
  if (ended.status === 'Inactive')
    return { orderId: id, state: 'rejected', reason: ended.reason || 'rejected by the broker' };
  if (ended.status === 'Filled') return { orderId: id, state: 'filled', fills: own };
  return {
    orderId: id,
    state: 'cancelled',
    fills: own,
    reason: ended.reason || 'cancelled by the broker',
  };
}

export function toStatusReport(
  orderId: string,
  status: string,
  reason: string,
): ExecutionReport | null {
  switch (status) {
    case 'PreSubmitted':
    case 'Submitted':
      return { type: 'Acknowledged', orderId };
    case 'Cancelled':
    case 'ApiCancelled':
      return { type: 'Cancelled', orderId, reason: reason || 'cancelled by the broker' };
    default:
      // A filled order is proved by its executions, a rejected one by its error.
      return null;
  }
}

const isOfAttachedStop = ({ orderId }: TradeReport): boolean => orderId.endsWith(ATTACHED_STOP);

export const putEntriesFirst = (fills: readonly TradeReport[]): readonly TradeReport[] => [
  ...fills.filter((fill) => !isOfAttachedStop(fill)),
  ...fills.filter(isOfAttachedStop),
];

export const parseOrderId = (orderRef: string): string | null =>
  orderRef.startsWith(REFERENCE) ? orderRef.slice(REFERENCE.length) : null;
