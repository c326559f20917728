/**
 * Sends the orders and cancellations of a stored batch to remote brokers. What the same batch
 * cancelled, ended or halted never leaves.
 */
import { isArmed } from '../domain/arming';
import type { Order } from '../domain/order';
import type { ExecutionReport } from '../ports';
import type { Cycle } from './cycle';
import { findHalt } from './orders';
import type { DeskState } from './state';

type Departure = Cycle['outgoing'][number];

/** A report that follows from the departure itself, before the broker answers. */
interface DepartureReport {
  readonly bookId: string;
  readonly report: ExecutionReport;
}

interface SentDepartures {
  readonly reports: readonly DepartureReport[];
  /** Orders that were handed to their broker, and orders that were held back. */
  readonly sent: number;
  readonly heldBack: number;
}

/**
 * Sends in order. `state`: as stored, after the whole batch. An order that is held back is reported as
 * cancelled, and one whose sending failed as lost: the broker may have it. `faults`: accounts of which no
 * order may leave, with the reason; their cancellations do.
 */
export function sendDepartures(
  state: DeskState,
  departures: readonly Departure[],
  faults: ReadonlyMap<string, string>,
): SentDepartures {
  const heldBack = new Map<string, string>();
  departures.forEach((departure, index) => {
    const { order, action } = departure;
    if (action !== 'submit') return;
    const reason =
      faults.get(order.bookId) ?? explainHeldBack(state, order, departures.slice(index + 1));
    if (reason !== null) heldBack.set(order.id, reason);
  });
  let sent = 0;
  const reports = departures.flatMap((departure) => {
    const { order, action } = departure;
    const reason = heldBack.get(order.id);
    if (reason === undefined && action === 'submit') sent += 1;
    if (reason === undefined) return sendDeparture(departure);
    if (action === 'cancel') return [];
    return buildReport(order, { type: 'Cancelled', orderId: order.id, reason });
  });
  return { reports, sent, heldBack: heldBack.size };
}

/** Why an order must not leave; null if it may. */
function explainHeldBack(
  state: DeskState,
  { id, bookId, purpose }: Order,
  later: readonly Departure[],
): string | null {
  if (later.some(({ order, action }) => action === 'cancel' && order.id === id))
    return 'cancelled before it was sent';
  const book = state.books[bookId];
  if (book?.orders[id] === undefined) return 'ended before it was sent';
  if (purpose !== 'ENTRY') return null;
  const { isHalted, haltReason } = findHalt(state, book);
  if (isHalted) return `trading was halted before it was sent: ${haltReason}`;
  return book.mode === 'live' && !isArmed(book.arming, state.nowMs)
    ? 'the account was disarmed before it was sent'
    : null;
}

function sendDeparture({
  broker,
  order,
  instrument,
  action,
}: Departure): readonly DepartureReport[] {
  try {
    if (action === 'follow') broker.followStop?.(order);
    else if (action === 'cancel') broker.cancelOrder(order);
    else broker.submitOrder(order as Parameters<typeof broker.submitOrder>[0], null, instrument);
    return [];
  } catch (error) {
    const what = action === 'cancel' ? 'its cancellation' : 'it';
    const message = error instanceof Error ? error.message : String(error);
    return buildReport(order, {
      type: 'Lost',
      orderId: order.id,
      reason: `sending ${what} to ${broker.name} failed: ${message}`,
    });
  }
}

const buildReport = ({ bookId }: Order, report: ExecutionReport): readonly DepartureReport[] => [
  { bookId, report },
];
