// Replays orders and fills: each step must be allowed, each fill must fit, each ledger entry must
// be right.
import { computeProfit, computeProRata, computeValue } from './arithmetic';
import {
  listCorrectionAmounts,
  listFillAmounts,
  listReserveAmounts,
  postEntry,
} from './ledger-entry';
import { closeTrade, endTrade } from './replay-breakers';
import { assertPermitted } from './replay-arming';
import { isAttachedStop, readReservedNumber } from './replay-attached-stops';
import { assertNotClosing } from './replay-closing';
import { assertNoEntryOfDisabledUser } from './replay-disabled-users';
import { assertPlaybookArmed } from './replay-halts';
import { assertWithinMargin } from './replay-margin';
import {
  type Facts,
  readList,
  readPart,
  assertFact,
  readText,
  readTextOrNull,
  readWhole,
  readWholeOrNull,
} from './record-facts';
import type { ReplayState } from './replay-state';
import {
  type ReplayedBook,
  type ReplayedOrder,
  type ReplayedPosition,
  buildOrderRow,
  buildPositionRow,
  isRemoteOrder,
} from './replayed-desk';

const WORKING = ['INTENT', 'SENT', 'ACKNOWLEDGED', 'PARTIAL', 'UNKNOWN'];

/** Allowed states before each record type, and the state after it. */
const STEPS = {
  OrderSent: { from: ['INTENT'], to: 'SENT' },
  OrderAcknowledged: { from: ['SENT', 'UNKNOWN'], to: 'ACKNOWLEDGED' },
  OrderLost: { from: ['SENT', 'ACKNOWLEDGED', 'PARTIAL'], to: 'UNKNOWN' },
  OrderCancelled: { from: WORKING, to: 'CANCELLED' },
  OrderRejected: { from: WORKING, to: 'REJECTED' },
  OrderExpired: { from: ['SENT', 'ACKNOWLEDGED', 'PARTIAL', 'UNKNOWN'], to: 'EXPIRED' },
  OrderFilled: { from: ['SENT', 'ACKNOWLEDGED', 'PARTIAL', 'UNKNOWN'], to: 'FILLED' },
} as const satisfies Readonly<
  Record<string, { readonly from: readonly string[]; readonly to: string }>
>;
type StepType = keyof typeof STEPS;

export function placeOrder(replay: ReplayState, book: ReplayedBook): void {
  const facts = readPart(replay.facts, 'order');
  const order = readOrder(facts, replay.row.seq, book.epoch);
  assertFact(
    readText(facts, 'bookId') === book.id,
    'payload.order.bookId',
    facts['bookId'],
    book.id,
  );
  assertFact(
    !replay.seenOrders.has(order.id),
    'payload.order.id',
    order.id,
    'an id that no order had before',
  );
  const firstState = facts['isExternal'] === true ? 'ACKNOWLEDGED' : 'INTENT';
  assertFact(
    order.state === firstState &&
      order.filled === 0n &&
      readList(facts, 'executionIds').length === 0,
    'payload.order.state',
    order.state,
    `${firstState}, nothing filled`,
  );
  assertFact(order.lots > 0n, 'payload.order.lots', order.lots, 'at least one lot');
  const isMarket = readText(facts, 'type') === 'MARKET';
  assertFact(
    isMarket === (readWholeOrNull(facts, 'priceTicks') === null),
    'payload.order.priceTicks',
    facts['priceTicks'],
    isMarket ? 'none' : 'a price',
  );
  assertListed(replay, book, order);
  assertSide(book, order);
  assertExternal(book, order);
  assertPlaybookArmed(replay, book, facts);
  assertNotClosing(book, order);
  assertFact(
    order.purpose !== 'ENTRY' || book.haltLevel === 0n,
    'payload.order.purpose',
    order.purpose,
    'no entry of a halted account',
  );
  assertNoEntryOfDisabledUser(replay, book, facts);
  assertPermitted(replay, book, facts);
  assertWithinMargin(replay, book, order);
  if (facts['rollOf'] !== undefined) assertRoll(book, order, readText(facts, 'rollOf'));
  replay.seenOrders.add(order.id);
  replay.post(
    postEntry(book, replay.row.seq, replay.facts, 'entry', listReserveAmounts(order.reserved), 0),
  );
  book.orders.set(order.id, order);
  if (isRemoteOrder(order) && !isAttachedStop(book, order)) takeOrderNumber(replay, book, order);
}

/** Numbers ascend over all orders of an account, so that none is used twice. */
function takeOrderNumber(replay: ReplayState, book: ReplayedBook, order: ReplayedOrder): void {
  const number = readWhole(readPart(order.facts, 'remote'), 'number');
  assertFact(
    number >= book.nextOrderNumber,
    'payload.order.remote.number',
    number,
    `${book.nextOrderNumber} or more`,
  );
  book.nextOrderNumber = (readReservedNumber(replay, order) ?? number) + 1n;
  book.hasRemoteOrders = true;
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
  fills: new Map(),
  filled: readWhole(facts, 'filledLots'),
  reserved: readWhole(facts, 'reservedMills'),
  state: readText(facts, 'state'),
  changedSeq: seq,
});

function getContract(replay: ReplayState, book: ReplayedBook, instrumentId: string) {
  const contract = replay.desk.listings.get(book.market)?.get(instrumentId);
  assertFact(
    contract !== undefined,
    'payload.order.instrumentId',
    instrumentId,
    `a contract listed in ${book.market}`,
  );
  return contract;
}

function assertListed(replay: ReplayState, book: ReplayedBook, order: ReplayedOrder): void {
  const { commodity } = getContract(replay, book, order.instrumentId);
  assertFact(
    order.facts['commodity'] === commodity,
    'payload.order.commodity',
    order.facts['commodity'],
    commodity,
  );
}

/**
 * An entry has the side of its position. Other orders oppose an open position and reserve nothing.
 */
function assertSide(book: ReplayedBook, order: ReplayedOrder): void {
  const position = book.positions.get(order.positionId);
  const direction = order.side === 'BUY' ? 'LONG' : 'SHORT';
  if (order.purpose === 'ENTRY') {
    assertFact(
      !position || position.direction === direction,
      'payload.order.side',
      order.side,
      `the side of a ${position?.direction ?? ''} position`,
    );
    return assertFact(
      order.reserved >= 0n,
      'payload.order.reservedMills',
      order.reserved,
      'zero or more',
    );
  }
  assertFact(
    position !== undefined &&
      position.direction !== direction &&
      position.instrumentId === order.instrumentId,
    'payload.order.positionId',
    order.positionId,
    'an open position on the other side',
  );
  assertFact(order.reserved === 0n, 'payload.order.reservedMills', order.reserved, 'zero');
}

/** A trade that was not ordered here only reduces a position at a remote broker, and was never sent. */
function assertExternal(
  { hasRemoteOrders }: ReplayedBook,
  { facts, purpose }: ReplayedOrder,
): void {
  if (facts['isExternal'] === undefined) return;
  assertFact(
    hasRemoteOrders && purpose === 'EXIT' && facts['remote'] === undefined,
    'payload.order.isExternal',
    purpose,
    'an exit at a remote broker that was not sent',
  );
}

/**
 * A roll moves all lots of a position into another contract of its commodity, same side, with at
 * most one entry.
 */
function assertRoll(book: ReplayedBook, order: ReplayedOrder, rolledId: string): void {
  const rolledPosition = book.positions.get(rolledId);
  assertFact(rolledPosition !== undefined, 'payload.order.rollOf', rolledId, 'an open position');
  assertFact(
    order.lots === rolledPosition.lots,
    'payload.order.lots',
    order.lots,
    `the ${rolledPosition.lots} lots that are rolled`,
  );
  if (order.purpose !== 'ENTRY')
    return assertFact(
      order.positionId === rolledId,
      'payload.order.positionId',
      order.positionId,
      rolledId,
    );
  assertFact(
    !rolledPosition.isRolled,
    'payload.order.rollOf',
    rolledId,
    'a position that was not rolled before',
  );
  rolledPosition.isRolled = true;
  const isSame =
    (order.side === 'BUY') === (rolledPosition.direction === 'LONG') &&
    order.facts['commodity'] === rolledPosition.commodity &&
    order.instrumentId !== rolledPosition.instrumentId;
  assertFact(
    isSame,
    'payload.order.side',
    `${order.side} of ${order.instrumentId}`,
    `the ${rolledPosition.direction} side of another month than ${rolledPosition.instrumentId}`,
  );
}

/** A cancellation under way changes no state, but only a working order can have one. */
export function requestCancel(replay: ReplayState, book: ReplayedBook): void {
  const id = readText(replay.facts, 'orderId');
  const order = book.orders.get(id);
  assertFact(order !== undefined, 'payload.orderId', id, 'a working order of the book');
  order.changedSeq = replay.row.seq;
}

/** State change without a fill. */
export function stepOrder(
  replay: ReplayState,
  book: ReplayedBook,
  type: Exclude<StepType, 'OrderFilled'>,
): void {
  const order = getWorkingOrder(replay, book, type);
  order.state = STEPS[type].to;
  if (WORKING.includes(order.state)) return;
  replay.post(
    postEntry(book, replay.row.seq, replay.facts, 'entry', listReserveAmounts(-order.reserved), 0),
  );
  order.reserved = 0n;
  finishOrder(replay, book, order);
}

function getWorkingOrder(replay: ReplayState, book: ReplayedBook, type: StepType): ReplayedOrder {
  const id = readText(replay.facts, 'orderId');
  const order = book.orders.get(id);
  assertFact(order !== undefined, 'payload.orderId', id, 'a working order of the book');
  const from: readonly string[] = STEPS[type].from;
  assertFact(
    from.includes(order.state),
    'type',
    `${type} of an order in ${order.state}`,
    from.join(' or '),
  );
  order.changedSeq = replay.row.seq;
  return order;
}

/**
 * An ended order of a remote broker stays known for this long, and until another one ends: executions
 * may still be reported.
 */
const LATE_REPORT_MS = 30 * 24 * 60 * 60_000;

/** The row of an order is final, except at a remote broker. */
function finishOrder(replay: ReplayState, book: ReplayedBook, order: ReplayedOrder): void {
  book.orders.delete(order.id);
  if (order.purpose === 'ENTRY')
    endTrade(replay, book, readTextOrNull(order.facts, 'groupId') ?? '');
  if (!isRemoteOrder(order)) return replay.expect('trade_order', buildOrderRow(book, order));
  for (const [id, { order: earlier, endedMs }] of book.ended) {
    if (replay.row.at_ms - endedMs <= LATE_REPORT_MS) continue;
    book.ended.delete(id);
    replay.expect('trade_order', buildOrderRow(book, earlier));
  }
  book.ended.set(order.id, { order, endedMs: replay.row.at_ms });
}

/** An order that was cancelled, rejected or expired may still fill at a remote broker. */
function getFilledOrder(replay: ReplayState, book: ReplayedBook): ReplayedOrder {
  const ended = book.ended.get(readText(replay.facts, 'orderId'));
  if (!ended) return getWorkingOrder(replay, book, 'OrderFilled');
  ended.order.changedSeq = replay.row.seq;
  return ended.order;
}

export function fillOrder(replay: ReplayState, book: ReplayedBook): void {
  const { facts, row } = replay;
  const order = getFilledOrder(replay, book);
  const wasWorking = WORKING.includes(order.state);
  const executionId = readText(facts, 'executionId');
  assertFact(
    !book.executions.has(executionId),
    'payload.executionId',
    executionId,
    'an execution that was not booked before',
  );
  book.executions.add(executionId);
  const positionId = readText(facts, 'positionId');
  assertFilledPosition(replay, book, order, positionId);
  const [lots, openLots] = [readWhole(facts, 'lots'), order.lots - order.filled];
  assertFact(lots > 0n && lots <= openLots, 'payload.lots', lots, `1 to ${openLots} lots`);
  assertFact(
    readWhole(facts, 'feeMills') >= 0n,
    'payload.feeMills',
    facts['feeMills'],
    'zero or more',
  );
  const releasedMills = computeProRata(order.reserved, lots, openLots);
  order.filled += lots;
  order.reserved -= releasedMills;
  if (lots === openLots) order.state = 'FILLED';
  else if (wasWorking) order.state = 'PARTIAL';
  if (order.purpose === 'ENTRY' || positionId !== order.positionId)
    enterPosition(replay, book, order, positionId, releasedMills);
  else exitPosition(replay, book, order);
  if (isRemoteOrder(order))
    order.fills.set(executionId, {
      positionId,
      lots,
      ticks: readWhole(facts, 'priceTicks'),
      fee: readWhole(facts, 'feeMills'),
    });
  replay.expect('fill', {
    event_seq: row.seq,
    user_id: book.userId,
    book_id: book.id,
    epoch: Number(book.epoch),
    order_id: order.id,
    execution_id: executionId,
    position_id: positionId,
    lots: Number(lots),
    price_ticks: Number(readWhole(facts, 'priceTicks')),
    mid_ticks: Number(readWhole(facts, 'midTicks')),
    fee_mills: Number(readWhole(facts, 'feeMills')),
    reserve_mills: Number(readWhole(facts, 'reserveMills')),
    at_ms: row.at_ms,
  });
  if (wasWorking && order.state === 'FILLED') finishOrder(replay, book, order);
}

/** The venue replaced an execution: the differences of value and fee are booked, nothing else. */
export function correctFill(replay: ReplayState, book: ReplayedBook): void {
  const executionId = readText(replay.facts, 'executionId');
  assertFact(
    !book.executions.has(executionId),
    'payload.executionId',
    executionId,
    'an execution that was not booked before',
  );
  book.executions.add(executionId);
  replaceFill(replay, book, readText(replay.facts, 'replacesId'));
}

/** The fee of a booked execution: its price stays, and the difference of the fee is booked. */
export function correctFee(replay: ReplayState, book: ReplayedBook): void {
  const { facts } = replay;
  const executionId = readText(facts, 'executionId');
  const booked = findReportedOrder(book, facts)?.fills.get(executionId);
  const [ticks, fee] = [readWhole(facts, 'priceTicks'), readWhole(facts, 'feeMills')];
  assertFact(ticks === booked?.ticks, 'payload.priceTicks', ticks, booked?.ticks);
  assertFact(fee !== booked?.fee, 'payload.feeMills', fee, 'another fee than the booked one');
  replaceFill(replay, book, executionId);
}

function findReportedOrder(book: ReplayedBook, facts: Facts): ReplayedOrder | undefined {
  const id = readText(facts, 'orderId');
  return book.orders.get(id) ?? book.ended.get(id)?.order;
}

function replaceFill(replay: ReplayState, book: ReplayedBook, replacesId: string): void {
  const { facts, row } = replay;
  const order = findReportedOrder(book, facts);
  const executionId = readText(facts, 'executionId');
  const replaced = order?.fills.get(replacesId);
  assertFact(replaced !== undefined, 'payload.replacesId', replacesId, 'a booked execution');
  assertFact(order !== undefined, 'payload.orderId', facts['orderId'], 'an order of the account');
  const [lots, positionId] = [readWhole(facts, 'lots'), readText(facts, 'positionId')];
  assertFact(lots === replaced.lots, 'payload.lots', lots, replaced.lots);
  assertFact(
    positionId === replaced.positionId,
    'payload.positionId',
    positionId,
    replaced.positionId,
  );
  const [ticks, fee] = [readWhole(facts, 'priceTicks'), readWhole(facts, 'feeMills')];
  assertFact(fee >= 0n, 'payload.feeMills', fee, 'zero or more');
  const contract = getContract(replay, book, order.instrumentId);
  const gain = computeValue(contract, ticks, lots) - computeValue(contract, replaced.ticks, lots);
  const profit = order.side === 'BUY' ? -gain : gain;
  replay.post(
    postEntry(book, row.seq, facts, 'entry', listCorrectionAmounts(profit, fee - replaced.fee), 0),
  );
  const position = book.positions.get(positionId);
  if (position) {
    position.realised += profit;
    position.fees += fee - replaced.fee;
  }
  order.fills.delete(replacesId);
  order.fills.set(executionId, { positionId, lots, ticks, fee });
}

/**
 * A fill concerns the position of its order. At a remote broker it opens another one where that
 * position is no longer open.
 */
function assertFilledPosition(
  replay: ReplayState,
  book: ReplayedBook,
  order: ReplayedOrder,
  positionId: string,
): void {
  if (positionId === order.positionId) return;
  assertFact(
    isRemoteOrder(order) &&
      !book.positions.has(order.positionId) &&
      !replay.seenPositions.has(positionId),
    'payload.positionId',
    positionId,
    order.positionId,
  );
}

function readFill(replay: ReplayState, book: ReplayedBook, order: ReplayedOrder) {
  const lots = readWhole(replay.facts, 'lots');
  const value = computeValue(
    getContract(replay, book, order.instrumentId),
    readWhole(replay.facts, 'priceTicks'),
    lots,
  );
  return {
    lots,
    signed: order.side === 'BUY' ? lots : -lots,
    value,
    fee: readWhole(replay.facts, 'feeMills'),
    reserve: readWhole(replay.facts, 'reserveMills'),
  };
}

function enterPosition(
  replay: ReplayState,
  book: ReplayedBook,
  order: ReplayedOrder,
  positionId: string,
  releasedMills: bigint,
): void {
  const { lots, signed, value, fee, reserve } = readFill(replay, book, order);
  const position = book.positions.get(positionId) ?? openPosition(replay, book, order, positionId);
  assertFact(reserve >= 0n, 'payload.reserveMills', reserve, 'zero or more');
  replay.post(
    postEntry(
      book,
      replay.row.seq,
      replay.facts,
      'entry',
      listFillAmounts({
        instrumentId: order.instrumentId,
        lots: signed,
        released: releasedMills - reserve,
        profit: 0n,
        fee,
      }),
      0,
    ),
  );
  position.lots += lots;
  position.entered += lots;
  position.cost += value;
  position.entryValue += value;
  position.fees += fee;
  position.reserved += reserve;
  if (order.purpose === 'ENTRY' && readTextOrNull(order.facts, 'playbookId') !== null)
    replay.getSwitch(book, position.commodity).lastEntryMs = replay.row.at_ms;
}

/** What an exit opened on the other side belongs to no strategy and no group. */
function openPosition(
  replay: ReplayState,
  book: ReplayedBook,
  order: ReplayedOrder,
  positionId: string,
): ReplayedPosition {
  assertFact(
    !replay.seenPositions.has(positionId),
    'payload.positionId',
    positionId,
    'an id that no position had before',
  );
  replay.seenPositions.add(positionId);
  const isEntry = order.purpose === 'ENTRY';
  const newPosition: ReplayedPosition = {
    id: positionId,
    epoch: book.epoch,
    commodity: readText(order.facts, 'commodity'),
    instrumentId: order.instrumentId,
    groupId: isEntry ? readTextOrNull(order.facts, 'groupId') : null,
    playbookId: isEntry ? readTextOrNull(order.facts, 'playbookId') : null,
    direction: order.side === 'BUY' ? 'LONG' : 'SHORT',
    openedMs: replay.row.at_ms,
    openedSeq: replay.row.seq,
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
  book.positions.set(newPosition.id, newPosition);
  book.opened += 1;
  return newPosition;
}

function exitPosition(replay: ReplayState, book: ReplayedBook, order: ReplayedOrder): void {
  const { lots, signed, value, fee, reserve } = readFill(replay, book, order);
  const position = book.positions.get(order.positionId);
  assertFact(
    position !== undefined && lots <= position.lots,
    'payload.lots',
    lots,
    `at most the ${position?.lots ?? 0n} lots held`,
  );
  assertFact(reserve === 0n, 'payload.reserveMills', reserve, 'zero');
  reducePosition(position, lots, value, fee, (releasedReserve, profit) =>
    replay.post(
      postEntry(
        book,
        replay.row.seq,
        replay.facts,
        'entry',
        listFillAmounts({
          instrumentId: order.instrumentId,
          lots: signed,
          released: releasedReserve,
          profit,
          fee,
        }),
        0,
      ),
    ),
  );
  if (position.lots > 0n) return;
  position.closedMs = replay.row.at_ms;
  position.closedSeq = replay.row.seq;
  book.positions.delete(position.id);
  book.closing.delete(position.id);
  replay.closedSeqs.set(position.id, replay.row.seq);
  book.closed += 1;
  if (position.realised - position.fees > 0n) book.won += 1;
  closeTrade(replay, book, position);
  replay.expect('position', buildPositionRow(book, position));
}

function reducePosition(
  position: ReplayedPosition,
  lots: bigint,
  value: bigint,
  fee: bigint,
  post: (releasedReserve: bigint, profit: bigint) => void,
): void {
  const cost = computeProRata(position.cost, lots, position.lots);
  const releasedReserve = computeProRata(position.reserved, lots, position.lots);
  const profit = computeProfit(position.direction, cost, value);
  post(releasedReserve, profit);
  position.lots -= lots;
  position.cost -= cost;
  position.reserved -= releasedReserve;
  position.exitValue += value;
  position.realised += profit;
  position.fees += fee;
}
