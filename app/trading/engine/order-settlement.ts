/** What a record does to the rows it touches, final ones included. */
import type { Book, LoggedDesk } from '../domain/book';
import type { Instrument } from '../domain/instrument';
import { type Order, isReduceOnly, isWorking, nextOrderState } from '../domain/order';
import { assert } from '../domain/outcome';
import {
  type Fill,
  type Position,
  getDirection,
  emptyPosition,
  increasePosition,
  reducePosition,
} from '../domain/position';
import type { FillFacts, LogRecord } from '../domain/record';
import {
  type EpochMs,
  type Mills,
  NO_MILLS,
  addLots,
  shareMills,
  subtractLots,
  subtractMills,
} from '../domain/units';

export interface Settlement {
  readonly order: Order;
  readonly position: Position;
  /** Realized by this fill, before its fee; zero for an entry. */
  readonly profitMills: Mills;
  /** What the order had held back for the filled lots, or the position for the lots that left. */
  readonly releasedMills: Mills;
}

type FillCore = Pick<
  FillFacts,
  'orderId' | 'executionId' | 'lots' | 'priceTicks' | 'feeMills' | 'reserveMills'
>;

/**
 * Order and position after a fill of a working order. Throws when the fill does not belong to the
 * book.
 */
export function settleFill(
  state: LoggedDesk,
  book: Book,
  facts: FillCore,
  atMs: EpochMs,
): Settlement {
  const order = book.orders[facts.orderId];
  assert(order, `order ${facts.orderId} is working`);
  const instrument = getListedInstrument(state, book, order.instrumentId);
  const rest = subtractLots(order.lots, order.filledLots);
  const next = nextOrderState(order.state, facts.lots < rest ? 'fillPart' : 'fillRest');
  assert(
    next !== null && facts.lots <= rest,
    `order ${order.id} may be filled with at most ${rest} lots, got ${facts.lots} in ${order.state}`,
  );
  const hold = shareMills(order.reservedMills, facts.lots, rest);
  const after: Order = {
    ...order,
    state: next,
    filledLots: addLots(order.filledLots, facts.lots),
    reservedMills: subtractMills(order.reservedMills, hold),
    executionIds: [...order.executionIds, facts.executionId],
  };
  const fill: Fill = {
    lots: facts.lots,
    priceTicks: facts.priceTicks,
    feeMills: facts.feeMills,
    atMs,
  };
  const held = book.positions[order.positionId];
  if (isReduceOnly(order)) {
    assert(held, `position ${order.positionId} is open`);
    const { position, profitMills, releasedMills } = reducePosition(instrument, held, fill);
    return { order: after, position, profitMills, releasedMills };
  }
  const position = increasePosition(
    instrument,
    held ?? postOpening(book, order, atMs),
    fill,
    facts.reserveMills,
  );
  return { order: after, position, profitMills: NO_MILLS, releasedMills: hold };
}

/** The contract as it was listed, with the worth of its tick. */
export function getListedInstrument(
  state: LoggedDesk,
  book: Book,
  instrumentId: string,
): Instrument {
  const instrument = state.listings[book.market]?.[instrumentId];
  assert(instrument, `${instrumentId} is listed in ${book.market}`);
  return instrument;
}

const postOpening = (book: Book, order: Order, atMs: EpochMs): Position =>
  emptyPosition(
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

/** The rows that a record leaves behind, from its book as it was before and the desk after it. */
export function listTouchedRows(
  book: Book | undefined,
  after: LoggedDesk,
  record: LogRecord,
): { order?: Order; position?: Position } {
  if (record.bookId === null) return {};
  if (record.type === 'OrderPlaced') return { order: record.payload.order };
  if (!book || !('orderId' in record.payload)) return {};
  if (record.type === 'OrderFilled') return settleFill(after, book, record.payload, record.atMs);
  const working = after.books[record.bookId]?.orders[record.payload.orderId];
  return { order: working ?? endedOrder(book, record) };
}

function endedOrder(book: Book, record: LogRecord): Order {
  const order = 'orderId' in record.payload ? book.orders[record.payload.orderId] : undefined;
  assert(order && isWorking(order.state), 'only a working order ends');
  const state =
    record.type === 'OrderCancelled'
      ? 'CANCELLED'
      : record.type === 'OrderRejected'
        ? 'REJECTED'
        : 'EXPIRED';
  return { ...order, state, reservedMills: NO_MILLS };
}
