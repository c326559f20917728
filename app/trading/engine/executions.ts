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
import { NO_MILLS, type Ticks, subtractLots, toLots } from '../domain/units';
import type { CorrectedReport, ExecutionReport, FeeReport, FilledReport } from '../ports';
import { computeCollateralMills } from '../risk/exposure';
import { haltForDisagreement } from './account-halts';
import { checkLosingStreaks } from './breakers';
import type { EngineConfig } from './config';
import { computeProtectionPrices } from './position-plan';
import type { StateTransaction } from './state-transaction';
import { closePositions, retryClosesOfBook } from './close-positions';
import {
  cancelEntries,
  cancelOrder,
  buildExitRequest,
  getOwner,
  placeOrders,
  requestCancel,
} from './orders';
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
      return followEndedExit(tx, config, order);
    case 'Rejected':
      if (getNextOrderState(order.state, 'reject'))
        tx.record('OrderRejected', getOwner(book), {
          orderId: order.id,
          reason: report.reason,
          entry: buildReleasePostings(order.reservedMills),
        });
      return;
    case 'Expired':
      if (getNextOrderState(order.state, 'expire'))
        tx.record('OrderExpired', getOwner(book), {
          orderId: order.id,
          entry: buildReleasePostings(order.reservedMills),
        });
      return followEndedExit(tx, config, order);
    default:
      return assertNever(report);
  }
}

/**
 * An exit order of a remote broker that ended unfilled: a close that waited for it is placed now, and a
 * stop or target that was replaced covers the lots that are left.
 */
function followEndedExit(tx: StateTransaction, config: EngineConfig, order: Order): void {
  const position = tx.state.books[order.bookId]?.positions[order.positionId];
  if (!order.remote || !isReduceOnly(order) || !position) return;
  if (tx.state.books[order.bookId]?.closing[position.id])
    return retryClosesOfBook(tx, config, order.bookId, order.instrumentId);
  if (isProtective(order) && order.cancelRequest?.reason === REPLACED)
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

const listPositionOrders = (tx: StateTransaction, position: Position): Order[] =>
  Object.values(tx.state.books[position.bookId]?.orders ?? {}).filter(
    (order) => order.positionId === position.id,
  );

type Protection = 'STOP' | 'TARGET';
const PROTECTIONS: readonly Protection[] = ['STOP', 'TARGET'];

const isProtective = (order: Order): order is Order & { readonly purpose: Protection } =>
  order.purpose === 'STOP' || order.purpose === 'TARGET';

/** Reason of the cancellation of a stop or target that another one follows. */
const REPLACED = 'replaced';

const countOpenLots = (orders: readonly Order[]): number =>
  orders.reduce((sum, { lots, filledLots }) => sum + lots - filledLots, 0);

/**
 * Stop and target for all lots held: at the distances of the entry, else at their former prices. At a
 * remote broker, which cancels later, former ones stay and the added lots get their own.
 */
function protectPosition(
  tx: StateTransaction,
  config: EngineConfig,
  position: Position,
  entry: Order,
  fillTicks: Ticks,
): void {
  const formerOrders = listPositionOrders(tx, position).filter(isProtective);
  if (!entry.remote) for (const order of formerOrders) cancelOrder(tx, config, order, REPLACED);
  const prices = computeProtectionPrices(position.direction, fillTicks, entry);
  for (const purpose of PROTECTIONS) {
    const formerTicks = formerOrders.find((order) => order.purpose === purpose)?.priceTicks;
    const priceTicks = purpose === 'STOP' ? prices.stopTicks : prices.targetTicks;
    coverLots(tx, config, position, purpose, priceTicks ?? formerTicks ?? null);
  }
}

/** Places a stop or target for the lots that none covers; null price for none. */
function coverLots(
  tx: StateTransaction,
  config: EngineConfig,
  position: Position,
  purpose: Protection,
  priceTicks: Ticks | null,
): void {
  const covering = listPositionOrders(tx, position).filter((order) => order.purpose === purpose);
  const lots = position.lots - countOpenLots(covering);
  if (priceTicks === null || lots <= 0) return;
  const type = purpose === 'STOP' ? 'STOP' : 'LIMIT';
  const request = { ...buildExitRequest(position), type, purpose, priceTicks } as const;
  placeOrders(tx, config, position.bookId, [{ ...request, lots: toLots(lots) }]);
}

/** After a partial exit: the same stop and target for the remaining lots. */
function resizeProtection(tx: StateTransaction, config: EngineConfig, position: Position): void {
  for (const purpose of PROTECTIONS) {
    const orders = listPositionOrders(tx, position).filter(
      (order) => order.purpose === purpose && !order.cancelRequest,
    );
    let excessLots = countOpenLots(orders) - position.lots;
    for (const order of orders.reverse()) {
      if (excessLots <= 0) break;
      excessLots -= order.lots - order.filledLots;
      cancelOrder(tx, config, order, REPLACED);
      // At a remote broker the cancellation is confirmed later, and the new order follows it.
      if (!order.remote) coverLots(tx, config, position, purpose, order.priceTicks);
    }
  }
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
