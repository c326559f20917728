// Orders and fills retold: every step of an order must be allowed, every fill must fit, every entry must be the right one.
import { profitOf, shareOf, valueOf } from './arithmetic';
import { bookEntry, filling, holding } from './entry';
import { closeTrade, endTrade } from './fold-breakers';
import { requireNotClosing } from './fold-closing';
import { requireNoEntry } from './fold-disabled';
import { mayEnter } from './fold-halts';
import { requireWithinMargin } from './fold-margin';
import {
  type Facts,
  listOf,
  partOf,
  require,
  textOf,
  textOrNull,
  wholeOf,
  wholeOrNull,
} from './facts';
import type { Retelling } from './retelling';
import {
  type RetoldBook,
  type RetoldOrder,
  type RetoldPosition,
  orderRow,
  positionRow,
} from './retold';

const WORKING = ['INTENT', 'SENT', 'ACKNOWLEDGED', 'PARTIAL', 'UNKNOWN'];

/** From which states a record may lead to which. */
const STEPS: Readonly<Record<string, { readonly from: readonly string[]; readonly to: string }>> = {
  OrderSent: { from: ['INTENT'], to: 'SENT' },
  OrderAcknowledged: { from: ['SENT', 'UNKNOWN'], to: 'ACKNOWLEDGED' },
  OrderLost: { from: ['SENT', 'ACKNOWLEDGED', 'PARTIAL'], to: 'UNKNOWN' },
  OrderCancelled: { from: WORKING, to: 'CANCELLED' },
  OrderRejected: { from: ['INTENT', 'SENT', 'UNKNOWN'], to: 'REJECTED' },
  OrderExpired: { from: ['SENT', 'ACKNOWLEDGED', 'PARTIAL', 'UNKNOWN'], to: 'EXPIRED' },
  OrderFilled: { from: ['SENT', 'ACKNOWLEDGED', 'PARTIAL', 'UNKNOWN'], to: 'FILLED' },
};

export function placeOrder(telling: Retelling, book: RetoldBook): void {
  const facts = partOf(telling.facts, 'order');
  const order = readOrder(facts, telling.row.seq, book.epoch);
  require(textOf(facts, 'bookId') === book.id, 'payload.order.bookId', facts['bookId'], book.id);
  require(!telling.seenOrders.has(
    order.id,
  ), 'payload.order.id', order.id, 'an id that no order had before');
  require(order.state === 'INTENT' &&
    order.filled === 0n &&
    listOf(facts, 'executionIds').length ===
      0, 'payload.order.state', order.state, 'INTENT, nothing filled');
  require(order.lots > 0n, 'payload.order.lots', order.lots, 'at least one lot');
  const isMarket = textOf(facts, 'type') === 'MARKET';
  require(isMarket ===
    (wholeOrNull(facts, 'priceTicks') === null), 'payload.order.priceTicks', facts[
    'priceTicks'
  ], isMarket ? 'none' : 'a price');
  requireListed(telling, book, order);
  requireSide(book, order);
  mayEnter(telling, book, facts);
  requireNotClosing(book, order);
  requireNoEntry(telling, book, facts);
  requireWithinMargin(telling, book, order);
  if (facts['rollOf'] !== undefined) requireRoll(book, order, textOf(facts, 'rollOf'));
  telling.seenOrders.add(order.id);
  telling.post(
    bookEntry(book, telling.row.seq, telling.facts, 'entry', holding(order.reserved), 0),
  );
  book.orders.set(order.id, order);
}

const readOrder = (facts: Facts, seq: number, epoch: bigint): RetoldOrder => ({
  facts,
  id: textOf(facts, 'id'),
  side: textOf(facts, 'side'),
  purpose: textOf(facts, 'purpose'),
  instrumentId: textOf(facts, 'instrumentId'),
  positionId: textOf(facts, 'positionId'),
  lots: wholeOf(facts, 'lots'),
  placedSeq: seq,
  epoch,
  filled: wholeOf(facts, 'filledLots'),
  reserved: wholeOf(facts, 'reservedMills'),
  state: textOf(facts, 'state'),
  changedSeq: seq,
});

function worthOf(telling: Retelling, book: RetoldBook, instrumentId: string) {
  const worth = telling.desk.listings.get(book.market)?.get(instrumentId);
  require(worth !==
    undefined, 'payload.order.instrumentId', instrumentId, `a contract listed in ${book.market}`);
  return worth;
}

function requireListed(telling: Retelling, book: RetoldBook, order: RetoldOrder): void {
  const { commodity } = worthOf(telling, book, order.instrumentId);
  require(order.facts['commodity'] === commodity, 'payload.order.commodity', order.facts[
    'commodity'
  ], commodity);
}

/** An entry goes the way of its position; everything else goes against an open one and holds nothing back. */
function requireSide(book: RetoldBook, order: RetoldOrder): void {
  const held = book.positions.get(order.positionId);
  const direction = order.side === 'BUY' ? 'LONG' : 'SHORT';
  if (order.purpose === 'ENTRY') {
    require(!held ||
      held.direction ===
        direction, 'payload.order.side', order.side, `the side of a ${held?.direction ?? ''} position`);
    return require(order.reserved >=
      0n, 'payload.order.reservedMills', order.reserved, 'zero or more');
  }
  require(held !== undefined &&
    held.direction !== direction &&
    held.instrumentId ===
      order.instrumentId, 'payload.order.positionId', order.positionId, 'an open position on the other side');
  require(order.reserved === 0n, 'payload.order.reservedMills', order.reserved, 'zero');
}

/** A roll moves all lots of one position into another contract of its commodity, on its side: once out, and at most once in. */
function requireRoll(book: RetoldBook, order: RetoldOrder, rolledId: string): void {
  const rolled = book.positions.get(rolledId);
  require(rolled !== undefined, 'payload.order.rollOf', rolledId, 'an open position');
  require(order.lots ===
    rolled.lots, 'payload.order.lots', order.lots, `the ${rolled.lots} lots that are rolled`);
  if (order.purpose !== 'ENTRY')
    return require(order.positionId ===
      rolledId, 'payload.order.positionId', order.positionId, rolledId);
  require(!rolled.isRolled, 'payload.order.rollOf', rolledId, 'a position that was not rolled before');
  rolled.isRolled = true;
  const isSame =
    (order.side === 'BUY') === (rolled.direction === 'LONG') &&
    order.facts['commodity'] === rolled.commodity &&
    order.instrumentId !== rolled.instrumentId;
  require(isSame, 'payload.order.side', `${order.side} of ${order.instrumentId}`, `the ${rolled.direction} side of another month than ${rolled.instrumentId}`);
}

/** A step without a fill. */
export function stepOrder(telling: Retelling, book: RetoldBook): void {
  const order = workingOrder(telling, book);
  order.state = STEPS[telling.row.type]?.to ?? order.state;
  if (WORKING.includes(order.state)) return;
  telling.post(
    bookEntry(book, telling.row.seq, telling.facts, 'entry', holding(-order.reserved), 0),
  );
  order.reserved = 0n;
  finishOrder(telling, book, order);
}

function workingOrder(telling: Retelling, book: RetoldBook): RetoldOrder {
  const id = textOf(telling.facts, 'orderId');
  const order = book.orders.get(id);
  require(order !== undefined, 'payload.orderId', id, 'a working order of the book');
  const from: readonly string[] = STEPS[telling.row.type]?.from ?? [];
  require(from.includes(
    order.state,
  ), 'type', `${telling.row.type} of an order in ${order.state}`, from.join(' or '));
  order.changedSeq = telling.row.seq;
  return order;
}

function finishOrder(telling: Retelling, book: RetoldBook, order: RetoldOrder): void {
  book.orders.delete(order.id);
  telling.expect('trade_order', orderRow(book, order));
  if (order.purpose === 'ENTRY') endTrade(telling, book, textOrNull(order.facts, 'groupId') ?? '');
}

export function fillOrder(telling: Retelling, book: RetoldBook): void {
  const { facts, row } = telling;
  const order = workingOrder(telling, book);
  const execution = textOf(facts, 'executionId');
  require(!book.executions.has(
    execution,
  ), 'payload.executionId', execution, 'an execution that was not booked before');
  book.executions.add(execution);
  require(textOf(facts, 'positionId') === order.positionId, 'payload.positionId', facts[
    'positionId'
  ], order.positionId);
  const [lots, rest] = [wholeOf(facts, 'lots'), order.lots - order.filled];
  require(lots > 0n && lots <= rest, 'payload.lots', lots, `1 to ${rest} lots`);
  require(wholeOf(facts, 'feeMills') >= 0n, 'payload.feeMills', facts['feeMills'], 'zero or more');
  const hold = shareOf(order.reserved, lots, rest);
  order.filled += lots;
  order.reserved -= hold;
  order.state = lots === rest ? 'FILLED' : 'PARTIAL';
  if (order.purpose === 'ENTRY') enter(telling, book, order, hold);
  else leave(telling, book, order);
  telling.expect('fill', {
    event_seq: row.seq,
    user_id: book.userId,
    book_id: book.id,
    epoch: Number(book.epoch),
    order_id: order.id,
    execution_id: execution,
    position_id: order.positionId,
    lots: Number(lots),
    price_ticks: Number(wholeOf(facts, 'priceTicks')),
    mid_ticks: Number(wholeOf(facts, 'midTicks')),
    fee_mills: Number(wholeOf(facts, 'feeMills')),
    reserve_mills: Number(wholeOf(facts, 'reserveMills')),
    at_ms: row.at_ms,
  });
  if (order.state === 'FILLED') finishOrder(telling, book, order);
}

function fillNumbers(telling: Retelling, book: RetoldBook, order: RetoldOrder) {
  const lots = wholeOf(telling.facts, 'lots');
  const value = valueOf(
    worthOf(telling, book, order.instrumentId),
    wholeOf(telling.facts, 'priceTicks'),
    lots,
  );
  return {
    lots,
    signed: order.side === 'BUY' ? lots : -lots,
    value,
    fee: wholeOf(telling.facts, 'feeMills'),
    reserve: wholeOf(telling.facts, 'reserveMills'),
  };
}

function enter(telling: Retelling, book: RetoldBook, order: RetoldOrder, hold: bigint): void {
  const { lots, signed, value, fee, reserve } = fillNumbers(telling, book, order);
  const held = book.positions.get(order.positionId) ?? openPosition(telling, book, order);
  require(reserve >= 0n, 'payload.reserveMills', reserve, 'zero or more');
  telling.post(
    bookEntry(
      book,
      telling.row.seq,
      telling.facts,
      'entry',
      filling({
        instrumentId: order.instrumentId,
        lots: signed,
        released: hold - reserve,
        profit: 0n,
        fee,
      }),
      0,
    ),
  );
  held.lots += lots;
  held.entered += lots;
  held.cost += value;
  held.entryValue += value;
  held.fees += fee;
  held.reserved += reserve;
  const playbookId = textOrNull(order.facts, 'playbookId');
  if (playbookId !== null) telling.switchOf(book, held.commodity).lastEntryMs = telling.row.at_ms;
}

function openPosition(telling: Retelling, book: RetoldBook, order: RetoldOrder): RetoldPosition {
  require(!telling.seenPositions.has(
    order.positionId,
  ), 'payload.positionId', order.positionId, 'an id that no position had before');
  telling.seenPositions.add(order.positionId);
  const opened: RetoldPosition = {
    id: order.positionId,
    epoch: book.epoch,
    commodity: textOf(order.facts, 'commodity'),
    instrumentId: order.instrumentId,
    groupId: textOrNull(order.facts, 'groupId'),
    playbookId: textOrNull(order.facts, 'playbookId'),
    direction: order.side === 'BUY' ? 'LONG' : 'SHORT',
    openedMs: telling.row.at_ms,
    openedSeq: telling.row.seq,
    lots: 0n,
    entered: 0n,
    cost: 0n,
    entryValue: 0n,
    exitValue: 0n,
    realised: 0n,
    fees: 0n,
    reserved: 0n,
    closedMs: null,
    closedSeq: null,
    isRolled: false,
  };
  book.positions.set(opened.id, opened);
  book.opened += 1;
  return opened;
}

function leave(telling: Retelling, book: RetoldBook, order: RetoldOrder): void {
  const { lots, signed, value, fee, reserve } = fillNumbers(telling, book, order);
  const held = book.positions.get(order.positionId);
  require(held !== undefined &&
    lots <= held.lots, 'payload.lots', lots, `at most the ${held?.lots ?? 0n} lots held`);
  require(reserve === 0n, 'payload.reserveMills', reserve, 'zero');
  reduce(held, lots, value, fee, (released, profit) =>
    telling.post(
      bookEntry(
        book,
        telling.row.seq,
        telling.facts,
        'entry',
        filling({ instrumentId: order.instrumentId, lots: signed, released, profit, fee }),
        0,
      ),
    ),
  );
  if (held.lots > 0n) return;
  held.closedMs = telling.row.at_ms;
  held.closedSeq = telling.row.seq;
  book.positions.delete(held.id);
  book.closing.delete(held.id);
  telling.closedSeqs.set(held.id, telling.row.seq);
  book.closed += 1;
  if (held.realised - held.fees > 0n) book.won += 1;
  closeTrade(telling, book, held);
  telling.expect('position', positionRow(book, held));
}

function reduce(
  held: RetoldPosition,
  lots: bigint,
  value: bigint,
  fee: bigint,
  book: (released: bigint, profit: bigint) => void,
): void {
  const cost = shareOf(held.cost, lots, held.lots);
  const released = shareOf(held.reserved, lots, held.lots);
  const profit = profitOf(held.direction, cost, value);
  book(released, profit);
  held.lots -= lots;
  held.cost -= cost;
  held.reserved -= released;
  held.exitValue += value;
  held.realised += profit;
  held.fees += fee;
}
