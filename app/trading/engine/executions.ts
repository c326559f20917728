/**
 * What a broker's report does: fills are settled, positions protected, what is over is cleaned
 * away.
 */
import type { Book } from '../domain/book';
import {
  type Posting,
  closingEntry,
  entryFillEntry,
  exitFillEntry,
  openingEntry,
  releaseEntry,
  signedLots,
} from '../domain/ledger';
import { type Order, isReduceOnly, nextOrderState } from '../domain/order';
import { assertNever } from '../domain/outcome';
import { type Position, exitSide, groupName } from '../domain/position';
import { NO_MILLS, type Ticks, toTicks } from '../domain/units';
import type { ExecutionReport, FilledReport } from '../ports';
import { collateralMills } from '../risk/exposure';
import { watchLosses } from './breakers';
import type { EngineConfig } from './config';
import type { Draft } from './state-transaction';
import { closePositions } from './closing';
import {
  type OrderRequest,
  cancelEntries,
  cancelOrder,
  buildExitRequest,
  getOwner,
  placeOrders,
} from './orders';
import { type Settlement, getListedInstrument, settleFill } from './order-settlement';
import { findInstrumentMarket } from './state';

/** Books one report. Reports that come twice, late or for a stranger change nothing. */
export function applyReport(
  draft: Draft,
  config: EngineConfig,
  bookId: string,
  report: ExecutionReport,
): void {
  const book = draft.state.books[bookId];
  const order = book?.orders[report.orderId];
  if (!book || !order) return;
  switch (report.type) {
    case 'Filled':
      return applyFill(draft, config, book, order, report);
    case 'Acknowledged':
      if (nextOrderState(order.state, 'acknowledge'))
        draft.record('OrderAcknowledged', getOwner(book), { orderId: order.id });
      return;
    case 'Lost':
      if (nextOrderState(order.state, 'lose'))
        draft.record('OrderLost', getOwner(book), { orderId: order.id, reason: report.reason });
      return;
    case 'Cancelled':
      draft.record('OrderCancelled', getOwner(book), {
        orderId: order.id,
        reason: report.reason,
        entry: releaseEntry(order.reservedMills),
      });
      return;
    case 'Rejected':
      if (nextOrderState(order.state, 'reject'))
        draft.record('OrderRejected', getOwner(book), {
          orderId: order.id,
          reason: report.reason,
          entry: releaseEntry(order.reservedMills),
        });
      return;
    case 'Expired':
      if (nextOrderState(order.state, 'expire'))
        draft.record('OrderExpired', getOwner(book), {
          orderId: order.id,
          entry: releaseEntry(order.reservedMills),
        });
      return;
    default:
      return assertNever(report);
  }
}

function applyFill(
  draft: Draft,
  config: EngineConfig,
  book: Book,
  order: Order,
  report: FilledReport,
): void {
  if (order.executionIds.includes(report.executionId)) return;
  const fault = explainImpossible(book, order, report);
  if (fault !== null) return flagInconsistentFill(draft, book, order, fault);
  const instrument = getListedInstrument(draft.state, book, order.instrumentId);
  const scaleTicks =
    findInstrumentMarket(draft.state, book.market, order.instrumentId)?.scaleTicks ?? 0;
  const reserveMills = isReduceOnly(order)
    ? NO_MILLS
    : collateralMills(instrument, report.priceTicks, report.lots, scaleTicks);
  const settlement = settleFill(draft.state, book, { ...report, reserveMills }, draft.nowMs);
  draft.record('OrderFilled', getOwner(book), {
    orderId: order.id,
    executionId: report.executionId,
    positionId: order.positionId,
    lots: report.lots,
    priceTicks: report.priceTicks,
    feeMills: report.feeMills,
    midTicks: report.midTicks,
    reserveMills,
    entry: fillEntry(order, report, settlement, reserveMills),
  });
  afterFill(draft, config, order, settlement.position, report);
}

/**
 * Why a report cannot be true of this book, or null: the broker and the book then disagree about
 * what is held.
 */
function explainImpossible(book: Book, order: Order, report: FilledReport): string | null {
  const rest = order.lots - order.filledLots;
  if (report.lots < 1 || report.lots > rest)
    return `${report.lots} lots were reported filled where ${rest} were left`;
  if (nextOrderState(order.state, report.lots < rest ? 'fillPart' : 'fillRest') === null)
    return `a fill was reported in state ${order.state}`;
  const held = book.positions[order.positionId]?.lots ?? 0;
  if (isReduceOnly(order) && report.lots > held)
    return `${report.lots} lots were reported to leave a position that holds ${held}`;
  return !isReduceOnly(order) && held === 0 && order.filledLots > 0
    ? 'an entry went on filling after its position was closed'
    : null;
}

/**
 * A book that disagrees with its broker must not trade on: the order waits for the broker's word,
 * the desk for a person.
 */
function flagInconsistentFill(draft: Draft, book: Book, order: Order, fault: string): void {
  const reason = `order ${order.id} in ${order.instrumentId}: ${fault}`;
  if (nextOrderState(order.state, 'lose'))
    draft.record('OrderLost', getOwner(book), { orderId: order.id, reason });
  if (draft.state.trading.state !== 'HALTED')
    draft.record('TradingHalted', { userId: null, bookId: null }, { reason });
}

function fillEntry(
  order: Order,
  report: FilledReport,
  settlement: Settlement,
  reserveMills: Settlement['releasedMills'],
): Posting[] {
  const lots = {
    instrumentId: order.instrumentId,
    signedLots: signedLots(order.side, report.lots),
    feeMills: report.feeMills,
  };
  return isReduceOnly(order)
    ? exitFillEntry({
        ...lots,
        releasedMills: settlement.releasedMills,
        profitMills: settlement.profitMills,
      })
    : entryFillEntry({ ...lots, holdMills: settlement.releasedMills, reserveMills });
}

function afterFill(
  draft: Draft,
  config: EngineConfig,
  order: Order,
  position: Position,
  report: FilledReport,
): void {
  if (position.status === 'ACTIVE') {
    if (isReduceOnly(order)) replaceProtection(draft, config, position);
    else protectPosition(draft, config, position, order, report.priceTicks);
    return;
  }
  for (const other of listOrders(draft, position))
    cancelOrder(draft, config, other, 'position closed');
  if (order.rollOf === undefined) {
    // Closed in the midst of its roll, by its stop for one, or beside a leg that is being rolled:
    // what would follow into the next month must not.
    cancelEntries(draft, config, position.bookId, groupName(position), 'position closed');
    closeLegs(draft, config, position);
  }
  watchLosses(draft, config, position.bookId);
  completeReset(draft, config, position.bookId);
}

const listOrders = (draft: Draft, position: Position): Order[] =>
  Object.values(draft.state.books[position.bookId]?.orders ?? {}).filter(
    (order) => order.positionId === position.id,
  );

/**
 * Stop and target for all lots now held: at the distances that the entry named, else where they
 * stood before it.
 */
function protectPosition(
  draft: Draft,
  config: EngineConfig,
  position: Position,
  entry: Order,
  fillTicks: Ticks,
): void {
  const sign = position.direction === 'LONG' ? 1 : -1;
  const before = listOrders(draft, position).filter(
    ({ purpose }) => purpose === 'STOP' || purpose === 'TARGET',
  );
  for (const order of before) cancelOrder(draft, config, order, 'replaced');
  const stood = (purpose: Order['purpose']): Ticks | null =>
    before.find((order) => order.purpose === purpose)?.priceTicks ?? null;
  const stopTicks =
    entry.stopDistanceTicks === null
      ? stood('STOP')
      : toTicks(fillTicks - sign * entry.stopDistanceTicks);
  const targetTicks =
    entry.targetDistanceTicks === null
      ? stood('TARGET')
      : toTicks(fillTicks + sign * entry.targetDistanceTicks);
  if (stopTicks !== null)
    placeOrders(draft, config, position.bookId, [
      { ...buildProtection(position), type: 'STOP', purpose: 'STOP', priceTicks: stopTicks },
    ]);
  if (targetTicks !== null)
    placeOrders(draft, config, position.bookId, [
      { ...buildProtection(position), type: 'LIMIT', purpose: 'TARGET', priceTicks: targetTicks },
    ]);
}

const buildProtection = (position: Position): OrderRequest => ({
  ...buildExitRequest(position),
  side: exitSide(position.direction),
});

/** After a part has left, the same protection for the lots that remain. */
function replaceProtection(draft: Draft, config: EngineConfig, position: Position): void {
  const protective = listOrders(draft, position).filter(
    (order) =>
      (order.purpose === 'STOP' || order.purpose === 'TARGET') &&
      order.lots - order.filledLots > position.lots,
  );
  for (const order of protective) {
    cancelOrder(draft, config, order, 'replaced');
    placeOrders(draft, config, position.bookId, [
      {
        ...buildProtection(position),
        type: order.type,
        purpose: order.purpose,
        priceTicks: order.priceTicks,
      },
    ]);
  }
}

/** Closing one leg closes its group. */
function closeLegs(draft: Draft, config: EngineConfig, closed: Position): void {
  const book = draft.state.books[closed.bookId];
  const legs = Object.values(book?.positions ?? {}).filter(
    (leg) => groupName(leg) === groupName(closed),
  );
  if (legs.length > 0) closePositions(draft, config, closed.bookId, legs, 'leg');
}

/** Opens the new epoch once the old one holds nothing. */
export function completeReset(draft: Draft, config: EngineConfig, bookId: string): void {
  const book = draft.state.books[bookId];
  if (
    !book?.isResetPending ||
    Object.keys(book.positions).length > 0 ||
    Object.keys(book.orders).length > 0
  )
    return;
  draft.record('BookReset', getOwner(book), {
    epoch: book.epoch + 1,
    capitalMills: config.capitalMills,
    closing: closingEntry(book.balances),
    entry: openingEntry(config.capitalMills),
  });
}
