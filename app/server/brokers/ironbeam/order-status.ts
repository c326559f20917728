// What the status of an order in the lists of Ironbeam means.
import type { ExecutionReport, OrderStatus, TradeReport } from '../../../trading/ports';
import type { OrderRow } from './answers';

/** Accepted by the broker; a row that waits for an earlier step is not acknowledged yet. */
const WORKING: readonly string[] = [
  'SUBMITTED',
  'NEW',
  'PARTIALLY_FILLED',
  'DONE_FOR_DAY',
  'REPLACED',
  'PENDING_CANCEL',
  'STOPPED',
  'SUSPENDED',
  'CALCULATED',
  'ACCEPTED_FOR_BIDDING',
  'PENDING_REPLACE',
  'CANCEL_REJECTED',
  'QUEUED_CANCEL',
];
const WAITING: readonly string[] = ['PENDING_NEW', 'QUEUED_NEW'];
const FILLED: readonly string[] = ['FILLED', 'COMPLETE'];

type Stage = 'waiting' | 'working' | 'filled' | 'cancelled' | 'rejected' | 'unclear';

function getStage({ status }: OrderRow): Stage {
  if (WORKING.includes(status)) return 'working';
  if (WAITING.includes(status)) return 'waiting';
  if (FILLED.includes(status)) return 'filled';
  if (status === 'REJECTED') return 'rejected';
  return status === 'CANCELLED' || status === 'EXPIRED' ? 'cancelled' : 'unclear';
}

export const isFinal = (row: OrderRow): boolean =>
  ['filled', 'cancelled', 'rejected'].includes(getStage(row));

const getReason = (row: OrderRow): string => {
  const text = row.orderError?.errorText ?? '';
  if (text !== '') return text;
  if (row.status === 'EXPIRED') return 'expired at the broker';
  return row.status === 'REJECTED' ? 'rejected by the broker' : 'cancelled by the broker';
};

/** Null where executions prove the state, or nothing is known yet. */
export function toStatusReport(orderId: string, row: OrderRow): ExecutionReport | null {
  switch (getStage(row)) {
    case 'working':
      return { type: 'Acknowledged', orderId };
    case 'cancelled':
      return { type: 'Cancelled', orderId, reason: getReason(row) };
    case 'rejected':
      return { type: 'Rejected', orderId, reason: getReason(row) };
    default:
      return null;
  }
}

/**
 * Status of an order with its row and its executions. `never received` also stands for rows that prove
 * nothing: the order stays unknown, and is looked up again.
 */
export function toOrderStatus(
  orderId: string,
  { lots, contracts }: { readonly lots: number; readonly contracts: number },
  row: OrderRow | null,
  fills: readonly TradeReport[],
): OrderStatus {
  const filledLots = fills.reduce((sum, fill) => sum + fill.lots, 0);
  if (filledLots >= lots) return { orderId, state: 'filled', fills };
  const stage = row ? getStage(row) : 'unclear';
  if (stage === 'working' || stage === 'waiting') return { orderId, state: 'working', fills };
  const isMissingFills = (row?.fillQuantity ?? 0) > (filledLots / lots) * contracts;
  if (row && !isMissingFills && (stage === 'cancelled' || stage === 'rejected'))
    return stage === 'rejected' && fills.length === 0
      ? { orderId, state: 'rejected', reason: getReason(row) }
      : { orderId, state: 'cancelled', fills, reason: getReason(row) };
  return fills.length > 0
    ? { orderId, state: 'working', fills }
    : { orderId, state: 'never received' };
}
