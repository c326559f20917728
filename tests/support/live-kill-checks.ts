// Compares the stored orders of a live account with those at the double of its gateway.
import Sqlite from 'better-sqlite3';
import { join } from 'node:path';
import type { GatewayOrder } from '../../app/programs/broker-mock/gateway-types';
import type { Gateway } from '../../app/programs/broker-mock/gateway';
import { type OrderState, buildAttachedStopId } from '../../app/trading/domain/order';

interface StoredOrder {
  readonly id: string;
  readonly state: OrderState;
  readonly filledLots: number;
  /** The order number that was stored before the order was sent. */
  readonly number: number;
  /** The number of the stop that is sent along with it, or null. */
  readonly stopNumber: number | null;
}

const REFERENCE = 'fm:';

/** States that the gateway has proved, with the status of the order there. */
const PROVED: Readonly<Partial<Record<OrderState, readonly GatewayOrder['status'][]>>> = {
  ACKNOWLEDGED: ['PreSubmitted', 'Submitted'],
  PARTIAL: ['PreSubmitted', 'Submitted'],
  FILLED: ['Filled'],
  CANCELLED: ['Cancelled', 'Inactive'],
  REJECTED: ['Inactive'],
};

const STORED_ORDERS = `SELECT id, state, filled_lots AS filledLots, json_extract(payload, '$.order.remote.number') AS number,
    json_extract(payload, '$.order.remote.attachedStop.number') AS stopNumber
  FROM trade_order JOIN event ON event.seq = placed_seq ORDER BY placed_seq`;

export const listStoredOrders = (dataDir: string): readonly StoredOrder[] => {
  const db = new Sqlite(join(dataDir, 'frontmonth.db'), { readonly: true });
  try {
    return db.prepare<[], StoredOrder>(STORED_ORDERS).all();
  } finally {
    db.close();
  }
};

/** Of stored orders, and of the stops that are sent along with them. */
export const listReferences = (stored: readonly StoredOrder[]): ReadonlySet<string> =>
  new Set(
    stored.flatMap(({ id, stopNumber }) =>
      [id, ...(stopNumber === null ? [] : [buildAttachedStopId(id)])].map(
        (each) => `${REFERENCE}${each}`,
      ),
    ),
  );

const listGatewayOrders = (gateway: Gateway): readonly GatewayOrder[] => [
  ...gateway.listOpenOrders(),
  ...gateway.listCompletedOrders(),
];

const listRepeated = (values: readonly (string | number)[]): readonly (string | number)[] =>
  values.filter((value, index) => values.indexOf(value) !== index);

/** Orders that are doubled, forgotten, or in another state than at the gateway. */
export function listOrderFaults(
  gateway: Gateway,
  stored: readonly StoredOrder[],
  lotsPerContract: number,
): readonly string[] {
  const placed = listGatewayOrders(gateway);
  const byReference = new Map(placed.map((order) => [order.request.orderRef, order]));
  const references = listReferences(stored);
  return [
    ...listRepeated(placed.map(({ request }) => request.orderRef)).map(
      (reference) => `doubled: ${reference}`,
    ),
    ...listRepeated(placed.map(({ request }) => request.orderNumber)).map(
      (number) => `number used twice: ${number}`,
    ),
    ...placed
      .filter(({ request }) => !references.has(request.orderRef))
      .map(({ request }) => `forgotten: ${request.orderRef}`),
    ...stored.flatMap(
      (order) =>
        explainOrder(order, byReference.get(`${REFERENCE}${order.id}`), lotsPerContract) ?? [],
    ),
  ];
}

function explainOrder(
  { id, state, filledLots, number }: StoredOrder,
  placed: GatewayOrder | undefined,
  lotsPerContract: number,
): string | null {
  const statuses = PROVED[state];
  if (!statuses) return `not proved: ${id} is ${state}`;
  // One that never left, or never arrived.
  if (!placed) return state === 'CANCELLED' || state === 'REJECTED' ? null : `lost: ${id} ${state}`;
  const isSame = statuses.includes(placed.status) && placed.filled * lotsPerContract === filledLots;
  return isSame
    ? null
    : `${id} (${number}) is ${state} with ${filledLots} lots, and ${placed.status} with ${placed.filled} contracts at the gateway (${placed.request.orderNumber})`;
}
