/** Applies broker reports: settles fills, places stops and targets, cancels what is obsolete. */
import type { Book } from '../domain/book';
import {
  type Posting,
  buildClosingPostings,
  buildCorrectionPostings,
  buildEntryFillPostings,
  buildExitFillPostings,
  buildOpeningPostings,
  buildReleasePostings,
  toSignedLots,
} from '../domain/ledger';
import { type Order, isReduceOnly, isWorking, getNextOrderState } from '../domain/order';
import { assert, assertNever } from '../domain/outcome';
import type { CorrectionFacts } from '../domain/record';
import { type Position, getGroupId } from '../domain/position';
import { NO_MILLS, subtractLots } from '../domain/units';
import type { CorrectedReport, ExecutionReport, FeeReport, FilledReport } from '../ports';
import { computeCollateralMills } from '../risk/exposure';
import { haltForDisagreement } from './account-halts';
import { checkLosingStreaks } from './breakers';
import type { EngineConfig } from './config';
import { recordAttachedStop, replaceStopOfEndedEntry } from './attached-stops';
import {
  coverLots,
  isProtective,
  isToBeReplaced,
  listPositionOrders,
  protectPosition,
  resizeProtection,
} from './protection-orders';
import type { StateTransaction } from './state-transaction';
import { closePositions, retryClosesOfBook } from './close-positions';
import { cancelEntries, cancelOrder, getOwner, requestCancel } from './orders';
import {
  type CorrectedPart,
  computeCorrection,
  computeRestFee,
  correctParts,
  countLots,
  findReplaced,
  listFillParts,
  shareFee,
} from './corrections';
import { findReportedOrder, getStateAfterFill } from './ended-orders';
import { type FillPart, PART_SEPARATOR, splitFill } from './fill-parts';
import {
  type Settlement,
  getListedInstrument,
  opensPosition,
  settleFill,
} from './order-settlement';
import { findInstrumentMarket } from './state';

/**
 * Repeated reports and those of unknown orders change nothing. An order that has ended takes no other
 * report than an execution.
 */
export function applyReport(
  tx: StateTransaction,
  config: EngineConfig,
  bookId: string,
  report: ExecutionReport,
): void {
  const book = tx.state.books[bookId];
  const order = book && findReportedOrder(book, report.orderId);
  if (!order || (!isWorking(order.state) && !isExecution(report))) return;
  switch (report.type) {
    case 'Filled':
      return applyFill(tx, config, book, order, report);
    case 'Corrected':
      return applyCorrection(tx, config, book, order, report);
    case 'Fee':
      return applyFee(tx, book, order, report);
    case 'Acknowledged':
      return acknowledgeOrder(tx, config, book, order);
    case 'Lost':
      if (getNextOrderState(order.state, 'lose'))
        tx.record('OrderLost', getOwner(book), { orderId: order.id, reason: report.reason });
      return;
    case 'Cancelled':
      tx.record('OrderCancelled', getOwner(book), {
        orderId: order.id,
        reason: order.cancelRequest?.reason ?? report.reason,
        entry: buildReleasePostings(order.reservedMills),
      });
      return followEndedOrder(tx, config, order);
    case 'Rejected':
      if (getNextOrderState(order.state, 'reject'))
        tx.record('OrderRejected', getOwner(book), {
          orderId: order.id,
          reason: report.reason,
          entry: buildReleasePostings(order.reservedMills),
        });
      // Another rejected exit is placed again at the next price.
      if (!isReduceOnly(order) || order.remote?.sentWith !== undefined)
        followEndedOrder(tx, config, order);
      return;
    case 'Expired':
      if (getNextOrderState(order.state, 'expire'))
        tx.record('OrderExpired', getOwner(book), {
          orderId: order.id,
          entry: buildReleasePostings(order.reservedMills),
        });
      return followEndedOrder(tx, config, order);
    default:
      return assertNever(report);
  }
}

/**
 * An order of a remote broker that ended before it was filled. The stop of an entry is replaced; a close
 * that waited for an exit is placed now, and a new stop or target covers the lots that are left.
 */
function followEndedOrder(tx: StateTransaction, config: EngineConfig, order: Order): void {
  if (!order.remote) return;
  if (!isReduceOnly(order)) return replaceStopOfEndedEntry(tx, config, order);
  const book = tx.state.books[order.bookId];
  const position = book?.positions[order.positionId];
  if (!position) return;
  if (book.closing[position.id])
    return retryClosesOfBook(tx, config, order.bookId, order.instrumentId);
  if (isProtective(order) && isToBeReplaced(book, order))
    coverLots(tx, config, position, order.purpose, order.priceTicks);
}

/** An order that was unknown may have missed its cancellation, which is then sent again. */
function acknowledgeOrder(
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  order: Order,
): void {
  if (!getNextOrderState(order.state, 'acknowledge')) return;
  tx.record('OrderAcknowledged', getOwner(book), { orderId: order.id });
  if (order.state === 'UNKNOWN' && order.cancelRequest)
    requestCancel(tx, config, order, order.cancelRequest.reason);
}

function applyFill(
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  order: Order,
  report: FilledReport,
): void {
  if (order.executionIds.includes(report.executionId)) return;
  const fault = explainInconsistentFill(book, order, report);
  if (fault !== null) return flagInconsistentFill(tx, config, book, order, fault);
  const step = tx.state.logSeq + 1;
  const parts = splitFill(book, order, report, (index) =>
    config.random.id(`position:${book.id}`, step + index),
  );
  const positions = parts.map((part) => recordFill(tx, order, part));
  // Before anything that follows from the fill: a close must cancel it.
  if (!isReduceOnly(order))
    for (const position of positions) recordAttachedStop(tx, config, position, order);
  for (const position of positions) updateAfterFill(tx, config, order, position, report);
}

const isExecution = ({ type }: ExecutionReport): boolean =>
  type === 'Filled' || type === 'Corrected' || type === 'Fee';

/** The parts of an execution share its fee by lots. A fee that is booked already changes nothing. */
function applyFee(tx: StateTransaction, book: Book, order: Order, report: FeeReport): void {
  for (const part of shareFee(listFillParts(order, report.executionId), report.feeMills)) {
    if (part.feeMills === part.replaced.feeMills) continue;
    const { replacesId: _same, ...facts } = buildCorrectionFacts(tx, order, part);
    tx.record('FeeReported', getOwner(book), facts);
  }
}

/**
 * A correction of an execution that was not reported is that execution. Fewer lots than booked would
 * undo a trade, which the broker must explain: the account is halted.
 */
function applyCorrection(
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  order: Order,
  report: CorrectedReport,
): void {
  if (order.executionIds.includes(report.executionId)) return;
  const replacesId = findReplaced(order, report);
  const parts = replacesId === null ? [] : listFillParts(order, replacesId);
  if (replacesId === null) return applyFill(tx, config, book, order, { ...report, type: 'Filled' });
  const bookedLots = countLots(parts);
  if (report.lots < bookedLots)
    return flagInconsistentFill(
      tx,
      config,
      book,
      order,
      `an execution of ${bookedLots} lots was corrected to ${report.lots}`,
    );
  const corrected = correctParts(parts, { ...report, replacesId });
  for (const part of corrected)
    tx.record('FillCorrected', getOwner(book), buildCorrectionFacts(tx, order, part));
  if (report.lots > bookedLots)
    applyAdditionalLots(tx, config, order, {
      ...report,
      type: 'Filled',
      executionId: `${report.executionId}${PART_SEPARATOR}more`,
      lots: subtractLots(report.lots, bookedLots),
      feeMills: computeRestFee(report, corrected),
    });
}

function buildCorrectionFacts(
  tx: StateTransaction,
  order: Order,
  { replaced, executionId, priceTicks, feeMills }: CorrectedPart,
): CorrectionFacts {
  const book = getOrderBook(tx, order);
  const instrument = getListedInstrument(tx.state, book, order.instrumentId);
  const money = computeCorrection(instrument, order.side, replaced, { priceTicks, feeMills });
  return {
    orderId: order.id,
    executionId,
    replacesId: replaced.executionId,
    positionId: replaced.positionId,
    lots: replaced.lots,
    priceTicks,
    feeMills,
    entry: buildCorrectionPostings(money.profitMills, money.feeMills),
  };
}

/** As of the state after the correction. */
function applyAdditionalLots(
  tx: StateTransaction,
  config: EngineConfig,
  { id, bookId }: Order,
  report: FilledReport,
): void {
  const book = tx.state.books[bookId];
  const order = book && findReportedOrder(book, id);
  if (order) applyFill(tx, config, book, order, report);
}

function getOrderBook(tx: StateTransaction, { bookId }: Order): Book {
  const book = tx.state.books[bookId];
  assert(book, `book ${bookId} is open`);
  return book;
}

/** Returns the position after the fill. */
function recordFill(tx: StateTransaction, order: Order, part: FillPart): Position {
  const book = getOrderBook(tx, order);
  const isOpening = opensPosition(order, part);
  const instrument = getListedInstrument(tx.state, book, order.instrumentId);
  const scaleTicks =
    findInstrumentMarket(tx.state, book.market, order.instrumentId)?.scaleTicks ?? 0;
  const reserveMills = isOpening
    ? computeCollateralMills(instrument, part.priceTicks, part.lots, scaleTicks)
    : NO_MILLS;
  const settlement = settleFill(tx.state, book, { ...part, reserveMills }, tx.nowMs);
  tx.record('OrderFilled', getOwner(book), {
    orderId: order.id,
    executionId: part.executionId,
    positionId: part.positionId,
    lots: part.lots,
    priceTicks: part.priceTicks,
    feeMills: part.feeMills,
    midTicks: part.midTicks,
    reserveMills,
    entry: buildFillEntry(order, part, settlement, reserveMills),
  });
  tx.clearHoldings(book.id);
  return settlement.position;
}

/** Reason why a fill contradicts the account, or null. */
function explainInconsistentFill(book: Book, order: Order, report: FilledReport): string | null {
  const openLots = order.lots - order.filledLots;
  if (report.lots < 1 || report.lots > openLots)
    return `${report.lots} lots were reported filled where ${openLots} were left`;
  if (getStateAfterFill(order, report.lots) === null)
    return `a fill was reported in state ${order.state}`;
  // A remote broker fills what it has, whatever the account expects.
  if (order.remote) return null;
  const heldLots = book.positions[order.positionId]?.lots ?? 0;
  if (isReduceOnly(order) && report.lots > heldLots)
    return `${report.lots} lots were reported to leave a position that holds ${heldLots}`;
  return !isReduceOnly(order) && heldLots === 0 && order.filledLots > 0
    ? 'an entry went on filling after its position was closed'
    : null;
}

/**
 * Broker and account disagree: the order becomes unknown until the broker confirms it. The account of a
 * remote broker is halted; at a local broker the engine itself is wrong, so all trading is.
 */
function flagInconsistentFill(
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  order: Order,
  fault: string,
): void {
  const reason = `order ${order.id} in ${order.instrumentId}: ${fault}`;
  if (getNextOrderState(order.state, 'lose'))
    tx.record('OrderLost', getOwner(book), { orderId: order.id, reason });
  if (order.remote) return haltForDisagreement(tx, config, book.id, reason);
  if (tx.state.trading.state !== 'HALTED')
    tx.record('TradingHalted', { userId: null, bookId: null }, { reason });
}

function buildFillEntry(
  order: Order,
  part: FillPart,
  settlement: Settlement,
  reserveMills: Settlement['releasedMills'],
): Posting[] {
  const lots = {
    instrumentId: order.instrumentId,
    signedLots: toSignedLots(order.side, part.lots),
    feeMills: part.feeMills,
  };
  return opensPosition(order, part)
    ? buildEntryFillPostings({ ...lots, holdMills: settlement.releasedMills, reserveMills })
    : buildExitFillPostings({
        ...lots,
        releasedMills: settlement.releasedMills,
        profitMills: settlement.profitMills,
      });
}

function updateAfterFill(
  tx: StateTransaction,
  config: EngineConfig,
  order: Order,
  position: Position,
  report: FilledReport,
): void {
  if (position.status === 'ACTIVE') {
    const wasClosed = mustStayFlat(order, position) && closeAtOnce(tx, config, position);
    if (wasClosed) return;
    if (isReduceOnly(order)) resizeProtection(tx, config, position);
    else protectPosition(tx, config, position, order, report.priceTicks);
    return;
  }
  for (const other of listPositionOrders(tx, position))
    cancelOrder(tx, config, other, 'position closed');
  if (order.rollOf === undefined) {
    // Closed during its roll (by its stop, or next to a leg that is rolled): the pending entry in
    // the next month must not fill.
    cancelEntries(tx, config, position.bookId, getGroupId(position), 'position closed');
    closeLegs(tx, config, position);
  }
  checkLosingStreaks(tx, config, position.bookId);
  completeReset(tx, config, position.bookId);
}

/** Reasons of a cancellation after which the account was to hold nothing of the order. */
const FLAT_REASONS: readonly string[] = ['closed', 'position closed', 'reset', 'drawdown'];

/** True for the lots of an exit beyond those held, and for an entry that CLOSE came too late for. */
const mustStayFlat = (order: Order, position: Position): boolean =>
  opensPosition(order, { positionId: position.id }) &&
  (isReduceOnly(order) || FLAT_REASONS.includes(order.cancelRequest?.reason ?? ''));

/** True if the exit order is placed; otherwise it is placed at a later price. */
function closeAtOnce(tx: StateTransaction, config: EngineConfig, position: Position): boolean {
  const outcome = closePositions(tx, config, position.bookId, [position], 'late fill');
  return outcome.ok && outcome.value.placedOrders.length > 0;
}

function closeLegs(tx: StateTransaction, config: EngineConfig, closed: Position): void {
  const book = tx.state.books[closed.bookId];
  const legs = Object.values(book?.positions ?? {}).filter(
    (leg) => getGroupId(leg) === getGroupId(closed),
  );
  if (legs.length > 0) closePositions(tx, config, closed.bookId, legs, 'leg');
}

/** Starts the new account period once nothing is open. */
export function completeReset(tx: StateTransaction, config: EngineConfig, bookId: string): void {
  const book = tx.state.books[bookId];
  if (
    !book?.isResetPending ||
    Object.keys(book.positions).length > 0 ||
    Object.keys(book.orders).length > 0
  )
    return;
  tx.record('BookReset', getOwner(book), {
    epoch: book.epoch + 1,
    capitalMills: config.capitalMills,
    closing: buildClosingPostings(book.balances),
    entry: buildOpeningPostings(config.capitalMills),
  });
}
