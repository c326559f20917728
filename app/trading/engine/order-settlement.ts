/** Computes orders and positions after a record, final states included. */
import type { Book, LoggedState } from '../domain/book';
import type { Instrument } from '../domain/instrument';
import {
  type Order,
  type OrderState,
  isReduceOnly,
  isWorking,
  getNextOrderState,
} from '../domain/order';
import { assert } from '../domain/outcome';
import {
  type Fill,
  type Position,
  getDirection,
  createPosition,
  increasePosition,
  reducePosition,
} from '../domain/position';
import type { FillFacts, LogRecord } from '../domain/record';
import {
  type EpochMs,
  type Mills,
  NO_MILLS,
  addLots,
  prorateMills,
  subtractLots,
  subtractMills,
} from '../domain/units';

export interface Settlement {
  readonly order: Order;
  readonly position: Position;
  /** Before the fee; zero for an entry. */
  readonly profitMills: Mills;
  /**
   * Reserve released: by the order for the filled lots, or by the position for the lots that left.
   */
  readonly releasedMills: Mills;
}

type FillCore = Pick<
  FillFacts,
  'orderId' | 'executionId' | 'lots' | 'priceTicks' | 'feeMills' | 'reserveMills'
>;

/** Throws if the fill does not belong to the account. */
export function settleFill(
  state: LoggedState,
  book: Book,
  facts: FillCore,
  atMs: EpochMs,
): Settlement {
  const order = book.orders[facts.orderId];
  assert(order, `order ${facts.orderId} is working`);
  const instrument = getListedInstrument(state, book, order.instrumentId);
  const openLots = subtractLots(order.lots, order.filledLots);
  const next = getNextOrderState(order.state, facts.lots < openLots ? 'fillPart' : 'fillRest');
  assert(
    next !== null && facts.lots <= openLots,
    `order ${order.id} may be filled with at most ${openLots} lots, got ${facts.lots} in ${order.state}`,
  );
  const releasedMills = prorateMills(order.reservedMills, facts.lots, openLots);
  const updatedOrder: Order = {
    ...order,
    state: next,
    filledLots: addLots(order.filledLots, facts.lots),
    reservedMills: subtractMills(order.reservedMills, releasedMills),
    executionIds: [...order.executionIds, facts.executionId],
  };
  const fill: Fill = {
    lots: facts.lots,
    priceTicks: facts.priceTicks,
    feeMills: facts.feeMills,
    atMs,
  };
  const heldPosition = book.positions[order.positionId];
  if (isReduceOnly(order)) {
    assert(heldPosition, `position ${order.positionId} is open`);
    const { position, profitMills, releasedMills } = reducePosition(instrument, heldPosition, fill);
    return { order: updatedOrder, position, profitMills, releasedMills };
  }
  const position = increasePosition(
    instrument,
    heldPosition ?? buildEmptyPosition(book, order, atMs),
    fill,
    facts.reserveMills,
  );
  return { order: updatedOrder, position, profitMills: NO_MILLS, releasedMills };
}

/** Terms as listed, which include the tick value. */
export function getListedInstrument(
  state: LoggedState,
  book: Book,
  instrumentId: string,
): Instrument {
  const instrument = state.listings[book.market]?.[instrumentId];
  assert(instrument, () => `${instrumentId} is listed in ${book.market}`);
  return instrument;
}

const buildEmptyPosition = (book: Book, order: Order, atMs: EpochMs): Position =>
  createPosition(
    {
      id: order.positionId,
      bookId: book.id,
      epoch: book.epoch,
      commodity: order.commodity,
      instrumentId: order.instrumentId,
      groupId: order.groupId,
      playbookId: order.playbookId,
      direction: getDirection(order.side),
      ...(order.heldSinceMs === undefined ? {} : { heldSinceMs: order.heldSinceMs }),
      ...(order.stopDistanceTicks === null ? {} : { hasStop: true as const }),
    },
    atMs,
  );

/** Rows to store after a record. `book` is the account before it, `after` the state after it. */
export function listTouchedRows(
  book: Book | undefined,
  after: LoggedState,
  record: LogRecord,
): { order?: Order; position?: Position } {
  if (record.bookId === null) return {};
  if (record.type === 'OrderPlaced') return { order: record.payload.order };
  if (!book || !isOrderRecord(record)) return {};
  if (record.type === 'OrderFilled') return settleFill(after, book, record.payload, record.atMs);
  const working = after.books[record.bookId]?.orders[record.payload.orderId];
  return { order: working ?? buildEndedOrder(book, record) };
}

/** Records about an order by its id. */
type OrderRecord = Extract<LogRecord, { payload: { orderId: string } }>;
type WorkingOrderRecord = Exclude<OrderRecord, { type: 'OrderFilled' }>;

const isOrderRecord = (record: LogRecord): record is OrderRecord => 'orderId' in record.payload;

/** State of an order that ends with the record; null for a record that ends none. */
const END_STATES: Readonly<Record<WorkingOrderRecord['type'], OrderState | null>> = {
  OrderSent: null,
  OrderAcknowledged: null,
  OrderLost: null,
  OrderCancelRequested: null,
  OrderCancelled: 'CANCELLED',
  OrderRejected: 'REJECTED',
  OrderExpired: 'EXPIRED',
};

function buildEndedOrder(book: Book, { type, payload }: WorkingOrderRecord): Order {
  const [order, state] = [book.orders[payload.orderId], END_STATES[type]];
  assert(order && isWorking(order.state) && state !== null, 'only a working order ends');
  return { ...order, state, reservedMills: NO_MILLS };
}
