/** Computes orders and positions after a record, final states included. */
import type { Book, LoggedState } from '../domain/book';
import type { Instrument } from '../domain/instrument';
import {
  type Order,
  type OrderState,
  type RemoteOrder,
  isReduceOnly,
  isWorking,
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
import type { CorrectionFacts, FillFacts, LogRecord } from '../domain/record';
import { computeCorrection } from './corrections';
import { findReportedOrder, getStateAfterFill } from './ended-orders';
import {
  type EpochMs,
  type Mills,
  NO_MILLS,
  addLots,
  addMills,
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
  'orderId' | 'executionId' | 'positionId' | 'lots' | 'priceTicks' | 'feeMills' | 'reserveMills'
>;

/**
 * True for a fill that opens or adds: that of an entry, and the part of an exit beyond the lots held,
 * which opens a position on the other side.
 */
export const opensPosition = (
  order: Pick<Order, 'purpose' | 'positionId'>,
  { positionId }: Pick<FillCore, 'positionId'>,
): boolean => !isReduceOnly(order) || positionId !== order.positionId;

/** Throws if the fill does not belong to the account. */
export function settleFill(
  state: LoggedState,
  book: Book,
  facts: FillCore,
  atMs: EpochMs,
): Settlement {
  const order = findReportedOrder(book, facts.orderId);
  assert(order, `order ${facts.orderId} is working, or ended at a remote broker`);
  const instrument = getListedInstrument(state, book, order.instrumentId);
  const openLots = subtractLots(order.lots, order.filledLots);
  const next = getStateAfterFill(order, facts.lots);
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
    ...(order.remote ? { remote: addBookedFill(order.remote, facts) } : {}),
  };
  const fill: Fill = {
    lots: facts.lots,
    priceTicks: facts.priceTicks,
    feeMills: facts.feeMills,
    atMs,
  };
  const heldPosition = book.positions[facts.positionId];
  if (!opensPosition(order, facts)) {
    assert(heldPosition, `position ${order.positionId} is open`);
    const { position, profitMills, releasedMills } = reducePosition(instrument, heldPosition, fill);
    return { order: updatedOrder, position, profitMills, releasedMills };
  }
  const position = increasePosition(
    instrument,
    heldPosition ?? buildEmptyPosition(book, order, facts.positionId, atMs),
    fill,
    facts.reserveMills,
  );
  return { order: updatedOrder, position, profitMills: NO_MILLS, releasedMills };
}

function addBookedFill(
  remote: RemoteOrder,
  { executionId, positionId, lots, priceTicks, feeMills }: FillCore,
): RemoteOrder {
  const fill = { executionId, positionId, lots, priceTicks, feeMills };
  return { ...remote, fills: [...remote.fills, fill] };
}

/** The open position of a corrected execution with the difference; null once it is closed. */
export function correctPosition(
  state: LoggedState,
  book: Book,
  facts: CorrectionFacts,
): Position | null {
  const order = findReportedOrder(book, facts.orderId);
  const replaced = order?.remote?.fills.find(({ executionId }) => executionId === facts.replacesId);
  assert(order && replaced, `execution ${facts.replacesId} of order ${facts.orderId} is booked`);
  const position = book.positions[replaced.positionId];
  if (!position) return null;
  const instrument = getListedInstrument(state, book, order.instrumentId);
  const { profitMills, feeMills } = computeCorrection(instrument, order.side, replaced, facts);
  return {
    ...position,
    realisedMills: addMills(position.realisedMills, profitMills),
    feesMills: addMills(position.feesMills, feeMills),
  };
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

/** A position that an exit opened on the other side belongs to no strategy and no group. */
const buildEmptyPosition = (book: Book, order: Order, id: string, atMs: EpochMs): Position =>
  createPosition(
    {
      id,
      bookId: book.id,
      epoch: book.epoch,
      commodity: order.commodity,
      instrumentId: order.instrumentId,
      groupId: isReduceOnly(order) ? null : order.groupId,
      playbookId: isReduceOnly(order) ? null : order.playbookId,
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
  if (record.type === 'FillCorrected' || record.type === 'FeeReported') {
    const position = correctPosition(after, book, toCorrection(record));
    return position ? { position } : {};
  }
  const working = after.books[record.bookId]?.orders[record.payload.orderId];
  return { order: working ?? buildEndedOrder(book, record) };
}

/** A reported fee as a correction of the execution by itself. */
export const toCorrection = (
  record: Extract<LogRecord, { type: 'FillCorrected' | 'FeeReported' }>,
): CorrectionFacts =>
  record.type === 'FillCorrected'
    ? record.payload
    : { ...record.payload, replacesId: record.payload.executionId };

/** Records about an order by its id. */
type OrderRecord = Extract<LogRecord, { payload: { orderId: string } }>;
type WorkingOrderRecord = Exclude<
  OrderRecord,
  { type: 'OrderFilled' | 'FillCorrected' | 'FeeReported' }
>;

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
