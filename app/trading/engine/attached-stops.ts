/**
 * Stops that a broker takes along with their entries. They rest there from the moment of the entry; their
 * orders are stored with its first fill, and looked up instead of sent.
 */
import { NO_LOTS, NO_MILLS, toTicks } from '../domain/units';
import { buildReservePostings } from '../domain/ledger';
import { type Order, type RemoteOrder, buildAttachedStopId, isReduceOnly } from '../domain/order';
import type { Position } from '../domain/position';
import { buildQuote } from '../domain/quote';
import type { Broker } from '../ports';
import { findUsableBroker } from './broker-access';
import type { EngineConfig } from './config';
import { buildExitRequest, cancelOrder, getOwner } from './orders';
import { REPLACED } from './protection-orders';
import type { StateTransaction } from './state-transaction';
import { findInstrumentMarket } from './state';

/**
 * Stores the stop of an entry with its first fill. No pre-trade check holds it up: it is at the broker.
 * `entry`: before the fill.
 */
export function recordAttachedStop(
  tx: StateTransaction,
  config: EngineConfig,
  position: Position,
  entry: Order,
): void {
  const book = tx.state.books[position.bookId];
  const broker = book ? findUsableBroker(config, book) : null;
  const order = buildAttachedStop(position, entry, tx.nowMs, broker);
  if (!book || !order || entry.filledLots > 0) return;
  const quote = findInstrumentMarket(tx.state, book.market, order.instrumentId)?.quote;
  tx.record('OrderPlaced', getOwner(book), {
    order,
    quote: quote ?? buildQuote(toTicks(0), 1, 0),
    entry: buildReservePostings(NO_MILLS),
  });
  tx.record('OrderSent', getOwner(book), { orderId: order.id });
  if (broker) tx.emit({ type: 'Follow', broker, order });
}

/** Null where the stop of the entry is not sent along with it. */
function buildAttachedStop(
  position: Position,
  entry: Order,
  nowMs: number,
  broker: Broker | null,
): Order | null {
  const { attachedStop } = entry.remote ?? {};
  if (!entry.remote || !attachedStop || isReduceOnly(entry)) return null;
  const id = buildAttachedStopId(entry.id);
  const remote: RemoteOrder = {
    broker: entry.remote.broker,
    number: attachedStop.number,
    isAddition: true,
    fills: [],
    sentWith: entry.id,
    ...(broker?.hasOrderGroups ? { orderGroup: id } : {}),
  };
  return {
    ...buildExitRequest(position),
    type: 'STOP',
    purpose: 'STOP',
    lots: entry.lots,
    priceTicks: attachedStop.priceTicks,
    positionId: position.id,
    id,
    bookId: position.bookId,
    commodity: position.commodity,
    filledLots: NO_LOTS,
    reservedMills: NO_MILLS,
    state: 'INTENT',
    executionIds: [],
    placedMs: nowMs,
    remote,
  };
}

/** The stop of an entry that ended partly filled is for too many lots: another one follows it. */
export function replaceStopOfEndedEntry(
  tx: StateTransaction,
  config: EngineConfig,
  entry: Order,
): void {
  const stop = tx.state.books[entry.bookId]?.orders[buildAttachedStopId(entry.id)];
  if (entry.remote?.attachedStop && stop) cancelOrder(tx, config, stop, REPLACED);
}
