// Orders and fills retold: every step of an order must be allowed, every fill must fit, every entry
// must be the right one.
import { computeProfit, computeShare, computeValue } from './arithmetic';
import { bookEntry, listFillingAmounts, listHoldingAmounts } from './entry';
import { closeTrade, endTrade } from './fold-breakers';
import { requireNotClosing } from './fold-closing';
import { requireNoEntry } from './fold-disabled';
import { mayEnter } from './fold-halts';
import { requireWithinMargin } from './fold-margin';
import {
  type Facts,
  readList,
  readPart,
  assertFact,
  readText,
  textOrNull,
  readWhole,
  wholeOrNull,
} from './facts';
import type { ReplayState } from './replay-state';
import {
  type ReplayedBook,
  type ReplayedOrder,
  type ReplayedPosition,
  orderRow,
  positionRow,
} from './replayed';

const WORKING = ['INTENT', 'SENT', 'ACKNOWLEDGED', 'PARTIAL', 'UNKNOWN'];

/** From which states a record may lead to which. */
const STEPS = {
  OrderSent: { from: ['INTENT'], to: 'SENT' },
  OrderAcknowledged: { from: ['SENT', 'UNKNOWN'], to: 'ACKNOWLEDGED' },
  OrderLost: { from: ['SENT', 'ACKNOWLEDGED', 'PARTIAL'], to: 'UNKNOWN' },
  OrderCancelled: { from: WORKING, to: 'CANCELLED' },
  OrderRejected: { from: ['INTENT', 'SENT', 'UNKNOWN'], to: 'REJECTED' },
  OrderExpired: { from: ['SENT', 'ACKNOWLEDGED', 'PARTIAL', 'UNKNOWN'], to: 'EXPIRED' },
  OrderFilled: { from: ['SENT', 'ACKNOWLEDGED', 'PARTIAL', 'UNKNOWN'], to: 'FILLED' },
} as const satisfies Readonly<
  Record<string, { readonly from: readonly string[]; readonly to: string }>
>;
type StepType = keyof typeof STEPS;

export function placeOrder(telling: ReplayState, book: ReplayedBook): void {
  const facts = readPart(telling.facts, 'order');
  const order = readOrder(facts, telling.row.seq, book.epoch);
  assertFact(
    readText(facts, 'bookId') === book.id,
    'payload.order.bookId',
    facts['bookId'],
    book.id,
  );
  assertFact(
    !telling.seenOrders.has(order.id),
    'payload.order.id',
    order.id,
    'an id that no order had before',
  );
  assertFact(
    order.state === 'INTENT' && order.filled === 0n && readList(facts, 'executionIds').length === 0,
    'payload.order.state',
    order.state,
    'INTENT, nothing filled',
  );
  assertFact(order.lots > 0n, 'payload.order.lots', order.lots, 'at least one lot');
  const isMarket = readText(facts, 'type') === 'MARKET';
  assertFact(
    isMarket === (wholeOrNull(facts, 'priceTicks') === null),
    'payload.order.priceTicks',
    facts['priceTicks'],
    isMarket ? 'none' : 'a price',
  );
  requireListed(telling, book, order);
  requireSide(book, order);
  mayEnter(telling, book, facts);
  requireNotClosing(book, order);
  requireNoEntry(telling, book, facts);
  requireWithinMargin(telling, book, order);
  if (facts['rollOf'] !== undefined) requireRoll(book, order, readText(facts, 'rollOf'));
  telling.seenOrders.add(order.id);
  telling.post(
    bookEntry(book, telling.row.seq, telling.facts, 'entry', listHoldingAmounts(order.reserved), 0),
  );
  book.orders.set(order.id, order);
}

const readOrder = (facts: Facts, seq: number, epoch: bigint): ReplayedOrder => ({
  facts,
  id: readText(facts, 'id'),
  side: readText(facts, 'side'),
  purpose: readText(facts, 'purpose'),
  instrumentId: readText(facts, 'instrumentId'),
  positionId: readText(facts, 'positionId'),
  lots: readWhole(facts, 'lots'),
  placedSeq: seq,
  epoch,
  filled: readWhole(facts, 'filledLots'),
  reserved: readWhole(facts, 'reservedMills'),
  state: readText(facts, 'state'),
  changedSeq: seq,
});

function computeWorth(telling: ReplayState, book: ReplayedBook, instrumentId: string) {
  const worth = telling.desk.listings.get(book.market)?.get(instrumentId);
  assertFact(
    worth !== undefined,
    'payload.order.instrumentId',
    instrumentId,
    `a contract listed in ${book.market}`,
  );
  return worth;
}

function requireListed(telling: ReplayState, book: ReplayedBook, order: ReplayedOrder): void {
  const { commodity } = computeWorth(telling, book, order.instrumentId);
  assertFact(
    order.facts['commodity'] === commodity,
    'payload.order.commodity',
    order.facts['commodity'],
    commodity,
  );
}

/**
 * An entry goes the way of its position; everything else goes against an open one and holds nothing
 * back.
 */
function requireSide(book: ReplayedBook, order: ReplayedOrder): void {
  const held = book.positions.get(order.positionId);
  const direction = order.side === 'BUY' ? 'LONG' : 'SHORT';
  if (order.purpose === 'ENTRY') {
    assertFact(
      !held || held.direction === direction,
      'payload.order.side',
      order.side,
      `the side of a ${held?.direction ?? ''} position`,
    );
    return assertFact(
      order.reserved >= 0n,
      'payload.order.reservedMills',
      order.reserved,
      'zero or more',
    );
  }
  assertFact(
    held !== undefined && held.direction !== direction && held.instrumentId === order.instrumentId,
    'payload.order.positionId',
    order.positionId,
    'an open position on the other side',
  );
  assertFact(order.reserved === 0n, 'payload.order.reservedMills', order.reserved, 'zero');
}

/**
 * A roll moves all lots of one position into another contract of its commodity, on its side: once
 * out, and at most once in.
 */
function requireRoll(book: ReplayedBook, order: ReplayedOrder, rolledId: string): void {
  const rolled = book.positions.get(rolledId);
  assertFact(rolled !== undefined, 'payload.order.rollOf', rolledId, 'an open position');
  assertFact(
    order.lots === rolled.lots,
    'payload.order.lots',
    order.lots,
    `the ${rolled.lots} lots that are rolled`,
  );
  if (order.purpose !== 'ENTRY')
    return assertFact(
      order.positionId === rolledId,
      'payload.order.positionId',
      order.positionId,
      rolledId,
    );
  assertFact(
    !rolled.isRolled,
    'payload.order.rollOf',
    rolledId,
    'a position that was not rolled before',
  );
  rolled.isRolled = true;
  const isSame =
    (order.side === 'BUY') === (rolled.direction === 'LONG') &&
    order.facts['commodity'] === rolled.commodity &&
    order.instrumentId !== rolled.instrumentId;
  assertFact(
    isSame,
    'payload.order.side',
    `${order.side} of ${order.instrumentId}`,
    `the ${rolled.direction} side of another month than ${rolled.instrumentId}`,
  );
}

/** A step without a fill. */
export function stepOrder(
  telling: ReplayState,
  book: ReplayedBook,
  type: Exclude<StepType, 'OrderFilled'>,
): void {
  const order = workingOrder(telling, book, type);
  order.state = STEPS[type].to;
  if (WORKING.includes(order.state)) return;
  telling.post(
    bookEntry(
      book,
      telling.row.seq,
      telling.facts,
      'entry',
      listHoldingAmounts(-order.reserved),
      0,
    ),
  );
  order.reserved = 0n;
  finishOrder(telling, book, order);
}

function workingOrder(telling: ReplayState, book: ReplayedBook, type: StepType): ReplayedOrder {
  const id = readText(telling.facts, 'orderId');
  const order = book.orders.get(id);
  assertFact(order !== undefined, 'payload.orderId', id, 'a working order of the book');
  const from: readonly string[] = STEPS[type].from;
  assertFact(
    from.includes(order.state),
    'type',
    `${type} of an order in ${order.state}`,
    from.join(' or '),
  );
  order.changedSeq = telling.row.seq;
  return order;
}

function finishOrder(telling: ReplayState, book: ReplayedBook, order: ReplayedOrder): void {
  book.orders.delete(order.id);
  telling.expect('trade_order', orderRow(book, order));
  if (order.purpose === 'ENTRY') endTrade(telling, book, textOrNull(order.facts, 'groupId') ?? '');
}

export function fillOrder(telling: ReplayState, book: ReplayedBook): void {
  const { facts, row } = telling;
  const order = workingOrder(telling, book, 'OrderFilled');
  const execution = readText(facts, 'executionId');
  assertFact(
    !book.executions.has(execution),
    'payload.executionId',
    execution,
    'an execution that was not booked before',
  );
  book.executions.add(execution);
  assertFact(
    readText(facts, 'positionId') === order.positionId,
    'payload.positionId',
    facts['positionId'],
    order.positionId,
  );
  const [lots, rest] = [readWhole(facts, 'lots'), order.lots - order.filled];
  assertFact(lots > 0n && lots <= rest, 'payload.lots', lots, `1 to ${rest} lots`);
  assertFact(
    readWhole(facts, 'feeMills') >= 0n,
    'payload.feeMills',
    facts['feeMills'],
    'zero or more',
  );
  const hold = computeShare(order.reserved, lots, rest);
  order.filled += lots;
  order.reserved -= hold;
  order.state = lots === rest ? 'FILLED' : 'PARTIAL';
  if (order.purpose === 'ENTRY') enterPosition(telling, book, order, hold);
  else leavePosition(telling, book, order);
  telling.expect('fill', {
    event_seq: row.seq,
    user_id: book.userId,
    book_id: book.id,
    epoch: Number(book.epoch),
    order_id: order.id,
    execution_id: execution,
    position_id: order.positionId,
    lots: Number(lots),
    price_ticks: Number(readWhole(facts, 'priceTicks')),
    mid_ticks: Number(readWhole(facts, 'midTicks')),
    fee_mills: Number(readWhole(facts, 'feeMills')),
    reserve_mills: Number(readWhole(facts, 'reserveMills')),
    at_ms: row.at_ms,
  });
  if (order.state === 'FILLED') finishOrder(telling, book, order);
}

function fillNumbers(telling: ReplayState, book: ReplayedBook, order: ReplayedOrder) {
  const lots = readWhole(telling.facts, 'lots');
  const value = computeValue(
    computeWorth(telling, book, order.instrumentId),
    readWhole(telling.facts, 'priceTicks'),
    lots,
  );
  return {
    lots,
    signed: order.side === 'BUY' ? lots : -lots,
    value,
    fee: readWhole(telling.facts, 'feeMills'),
    reserve: readWhole(telling.facts, 'reserveMills'),
  };
}

function enterPosition(
  telling: ReplayState,
  book: ReplayedBook,
  order: ReplayedOrder,
  hold: bigint,
): void {
  const { lots, signed, value, fee, reserve } = fillNumbers(telling, book, order);
  const held = book.positions.get(order.positionId) ?? openPosition(telling, book, order);
  assertFact(reserve >= 0n, 'payload.reserveMills', reserve, 'zero or more');
  telling.post(
    bookEntry(
      book,
      telling.row.seq,
      telling.facts,
      'entry',
      listFillingAmounts({
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

function openPosition(
  telling: ReplayState,
  book: ReplayedBook,
  order: ReplayedOrder,
): ReplayedPosition {
  assertFact(
    !telling.seenPositions.has(order.positionId),
    'payload.positionId',
    order.positionId,
    'an id that no position had before',
  );
  telling.seenPositions.add(order.positionId);
  const opened: ReplayedPosition = {
    id: order.positionId,
    epoch: book.epoch,
    commodity: readText(order.facts, 'commodity'),
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

function leavePosition(telling: ReplayState, book: ReplayedBook, order: ReplayedOrder): void {
  const { lots, signed, value, fee, reserve } = fillNumbers(telling, book, order);
  const held = book.positions.get(order.positionId);
  assertFact(
    held !== undefined && lots <= held.lots,
    'payload.lots',
    lots,
    `at most the ${held?.lots ?? 0n} lots held`,
  );
  assertFact(reserve === 0n, 'payload.reserveMills', reserve, 'zero');
  reducePosition(held, lots, value, fee, (released, profit) =>
    telling.post(
      bookEntry(
        book,
        telling.row.seq,
        telling.facts,
        'entry',
        listFillingAmounts({
          instrumentId: order.instrumentId,
          lots: signed,
          released,
          profit,
          fee,
        }),
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

function reducePosition(
  held: ReplayedPosition,
  lots: bigint,
  value: bigint,
  fee: bigint,
  book: (released: bigint, profit: bigint) => void,
): void {
  const cost = computeShare(held.cost, lots, held.lots);
  const released = computeShare(held.reserved, lots, held.lots);
  const profit = computeProfit(held.direction, cost, value);
  book(released, profit);
  held.lots -= lots;
  held.cost -= cost;
  held.reserved -= released;
  held.exitValue += value;
  held.realised += profit;
  held.fees += fee;
}
