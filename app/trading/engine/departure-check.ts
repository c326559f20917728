/** Compares the orders that a batch stored with those that are to leave to remote brokers. */
import type { Order } from '../domain/order';
import type { LogRecord } from '../domain/record';
import type { Cycle } from './cycle';
import type { DeskState } from './state';

/** What a batch stored of one account. */
interface StoredOrders {
  readonly orders: Map<string, Order>;
  readonly approvals: Set<string>;
}

/** Orders to remote brokers since the start of the process. */
export interface DepartureCounts {
  readonly stored: number;
  readonly sent: number;
  /** Stored, and held back by what was stored with it. */
  readonly heldBack: number;
}

export const NO_DEPARTURES: DepartureCounts = { stored: 0, sent: 0, heldBack: 0 };

/** Orders that records place and that leave to remote brokers; a stop that left with its entry does not. */
export function listRemoteOrders(records: readonly LogRecord[]): readonly Order[] {
  const orders = records.flatMap((record) =>
    record.type === 'OrderPlaced' ? [record.payload.order] : [],
  );
  return orders.filter(({ remote }) => remote && remote.sentWith === undefined);
}

/**
 * Accounts whose stored orders, approvals and departures differ, with the difference. Each stored order leaves
 * once, nothing else leaves, and each entry that needs an approval has one in the batch. A difference is a fault
 * of the program: nothing more of the account may leave.
 */
export function findDepartureFaults(
  state: DeskState,
  records: readonly LogRecord[],
  departures: Cycle['outgoing'],
): ReadonlyMap<string, string> {
  const stored = groupByAccount(records);
  const leaving = new Map<string, number>();
  const faults = new Map<string, string>();
  for (const { order, action } of departures)
    if (action === 'submit') leaving.set(order.id, (leaving.get(order.id) ?? 0) + 1);
  for (const { order, action } of departures) {
    if (action !== 'submit') continue;
    const wasStored = stored.get(order.bookId)?.orders.has(order.id) === true;
    if (!wasStored)
      faults.set(order.bookId, `order ${order.id} was to be sent without being stored`);
    else if (leaving.get(order.id) !== 1)
      faults.set(order.bookId, `order ${order.id} was to be sent more than once`);
  }
  for (const [bookId, { orders, approvals }] of stored)
    for (const order of orders.values()) {
      if (!leaving.has(order.id)) faults.set(bookId, `order ${order.id} was stored and not sent`);
      else if (lacksApproval(state, order, approvals))
        faults.set(bookId, `order ${order.id} was to be sent without an approval`);
    }
  return faults;
}

function groupByAccount(records: readonly LogRecord[]): ReadonlyMap<string, StoredOrders> {
  const accounts = new Map<string, StoredOrders>();
  const getAccount = (bookId: string): StoredOrders => {
    const account = accounts.get(bookId) ?? { orders: new Map(), approvals: new Set() };
    accounts.set(bookId, account);
    return account;
  };
  for (const order of listRemoteOrders(records))
    getAccount(order.bookId).orders.set(order.id, order);
  for (const { type, bookId, payload } of records)
    if (type === 'EntryApproved' && bookId !== null)
      getAccount(bookId).approvals.add(payload.proposalId);
  return accounts;
}

/** Entries of strategies need one where their account was armed with approvals; rolls need none. */
function lacksApproval(
  { books }: DeskState,
  { bookId, purpose, playbookId, rollOf, proposalId, placedMs }: Order,
  approvals: ReadonlySet<string>,
): boolean {
  if (purpose !== 'ENTRY') return false;
  if (proposalId !== undefined) return !approvals.has(proposalId);
  const arming = books[bookId]?.arming;
  // The account may be armed once more, with approvals, after its order in the same batch.
  const mustAsk = arming?.needsApproval === true && arming.atMs < placedMs;
  return mustAsk && playbookId !== null && rollOf === undefined;
}
