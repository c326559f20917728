/**
 * Pre-trade checks. Each returns its breach with value and limit, or null. Checks never modify an
 * order.
 */
import type { Book } from '../domain/book';
import { COMMODITIES } from '../domain/commodity';
import { formatAge, formatMoney, formatSize } from '../domain/format';
import { getCode, toPriceText, formatTermsChange } from '../domain/instrument';
import { computeAccountBalance } from '../domain/ledger';
import type { Order } from '../domain/order';
import { type Refusal, type RefusalCode, createRefusal } from '../domain/outcome';
import { isLockedFor, formatLock } from '../domain/quote';
import { listValues } from '../domain/record-values';
import { type Mills, computeBasisPoints, toMills } from '../domain/units';
import { checkEquity } from './check-equity';
import { computeDailyLossLimitMills, computeReservedMills, isSameGroup } from './exposure';
import {
  COLLAR_RATIO_MIN,
  COLLAR_SIGMAS,
  ENTRIES_PER_MINUTE_MAX,
  GROUP_NAMES,
  LOSSES_IN_A_ROW_MAX,
  LOTS_MAX,
  RISK_LIMITS,
} from './limits';
import type { PreTradeInput } from './pre-trade-input';
import { listUnprotected } from './unprotected-positions';

/** Also returned by RUN. */
export const USER_DISABLED =
  'An operator has disabled this user; nothing is opened before the user is enabled again. Exits go on.';

type Check = (view: PreTradeInput) => Refusal | null;

const formatMills = (mills: number): string => formatMoney(toMills(mills));
const getLimits = (view: PreTradeInput) => RISK_LIMITS[view.settings.riskLevel];

/**
 * Rejects when `value` exceeds `limit`. The message is built lazily because backtests run millions
 * of checks.
 */
function rejectAbove(
  code: RefusalCode,
  value: number,
  limit: number,
  message: () => string,
): Refusal | null {
  return value > limit ? createRefusal(code, message(), value, limit) : null;
}

const checkHalted: Check = (view) =>
  view.isHalted
    ? createRefusal(
        'HALTED',
        `Trading is halted: ${view.haltReason}. Entries are blocked until it resumes.`,
      )
    : null;

const checkDisabled: Check = (view) =>
  view.isUserDisabled ? createRefusal('DISABLED', USER_DISABLED) : null;
/** Applies to entries only: a roll and an exit take no new risk. */
const checkClock: Check = ({ clockFault }) =>
  clockFault === null ? null : createRefusal('CLOCK', clockFault);

const checkMode: Check = (view) => {
  if (view.modeBlocked) return createRefusal('MODE', view.modeBlocked);
  return view.isSelected
    ? null
    : createRefusal(
        'MODE',
        `The ${view.book.mode} book is not selected; select its mode to open positions there.`,
      );
};

const checkArmed: Check = ({ unarmed }) =>
  unarmed === undefined ? null : createRefusal('NOT_ARMED', unarmed);

const checkExitMode: Check = (view) =>
  view.modeBlocked ? createRefusal('MODE', view.modeBlocked) : null;

const checkSession: Check = (view) =>
  view.sessionClosed ? createRefusal('SESSION', view.sessionClosed) : null;

/** After its roll date a contract accepts no entries. */
const checkExpiry: Check = ({ instrument, nowMs }) => {
  const { contract } = instrument;
  if (!contract || nowMs < contract.rollMs) return null;
  return createRefusal(
    'EXPIRY',
    `${contract.code} rolled on ${new Date(contract.rollMs).toISOString().slice(0, 10)} and accepts no entries; trade a later month.`,
    nowMs,
    contract.rollMs,
  );
};

/** A contract whose terms changed while it was held can only be closed, under the old terms. */
const checkTerms: Check = ({ instrument, newTerms }) => {
  if (!newTerms) return null;
  const code = getCode(instrument);
  return createRefusal(
    'TERMS',
    `The terms of ${code} have changed (${formatTermsChange(instrument, newTerms)}). Open positions keep the old terms; entries are blocked until all positions and signals under them have ended.`,
  );
};

/** A market order cannot fill at the daily limit; a resting order with a price is allowed. */
const checkLocked: Check = ({ order, quote, instrument }) =>
  quote && order.priceTicks === null && isLockedFor(order.side, quote)
    ? createRefusal(
        'LOCKED',
        `${formatLock(getCode(instrument), order.side, quote)}; entries are blocked until it trades again.`,
      )
    : null;

const checkQuoteAge: Check = ({ quote, nowMs, staleAfterMs, order }) => {
  if (!quote) return createRefusal('STALE_QUOTE', `${order.instrumentId} has no quote yet.`);
  const ageMs = nowMs - quote.atMs;
  return rejectAbove(
    'STALE_QUOTE',
    ageMs,
    staleAfterMs,
    () =>
      `The quote of ${order.instrumentId} is ${Math.round(ageMs / 1000)} s old; the limit is ${Math.round(staleAfterMs / 1000)} s.`,
  );
};

/** Limits are fractions of equity, which is undefined while an open position has no live price. */
const checkValued: Check = ({ unvalued }) =>
  unvalued.length === 0
    ? null
    : createRefusal(
        'STALE_QUOTE',
        `The account cannot be valued: no live quote for ${unvalued.join(', ')}. Entries are blocked.`,
      );

const checkSize: Check = ({ order, instrument, contractLots }) => {
  if (order.lots < 1)
    return createRefusal('SIZE', 'The order is smaller than one lot.', order.lots, 1);
  if (contractLots !== undefined && order.lots % contractLots !== 0)
    return createRefusal(
      'SIZE',
      `${getCode(instrument)} trades in whole contracts of ${formatSize(instrument, contractLots)}.`,
      order.lots,
      contractLots,
    );
  return rejectAbove(
    'SIZE',
    order.lots,
    LOTS_MAX,
    () => `${order.lots} lots exceed the limit of ${LOTS_MAX} per order.`,
  );
};

const checkExitSize: Check = (view) => {
  const openLots = view.book.positions[view.order.positionId]?.lots ?? 0;
  if (view.order.lots < 1)
    return createRefusal('SIZE', 'The order is smaller than one lot.', view.order.lots, 1);
  return rejectAbove(
    'SIZE',
    view.order.lots,
    openLots,
    () => `The position has ${openLots} lots; ${view.order.lots} cannot be closed.`,
  );
};

/** Price collar against typing errors: 5 sigmas of one bar, at least 5% of the price. */
const checkPriceCollar: Check = ({ order, quote, instrument, barSigma, scaleTicks }) => {
  if (!quote) return null;
  const scale = Math.max(
    Math.abs(quote.lastTicks),
    instrument.priceMayBeNegative ? scaleTicks : 0,
    1,
  );
  const limit = Math.max(
    2,
    Math.round(scale * Math.max(COLLAR_RATIO_MIN, COLLAR_SIGMAS * barSigma)),
  );
  if (order.priceTicks === null)
    return rejectAbove(
      'PRICE_COLLAR',
      quote.askTicks - quote.bidTicks,
      2 * limit,
      () =>
        `The spread of ${order.instrumentId} is ${quote.askTicks - quote.bidTicks} ticks; the price collar allows ${2 * limit}.`,
    );
  const { priceTicks } = order;
  const distance = Math.abs(priceTicks - quote.lastTicks);
  return rejectAbove(
    'PRICE_COLLAR',
    distance,
    limit,
    () =>
      `${toPriceText(instrument, priceTicks)} is ${distance} ticks from the last price ${toPriceText(instrument, quote.lastTicks)}; the price collar allows ${limit}.`,
  );
};

const checkUnknownOrder: Check = ({ order, book }) => {
  const unknownOrder = listValues(book.orders).find(
    (other) => other.state === 'UNKNOWN' && other.instrumentId === order.instrumentId,
  );
  return unknownOrder
    ? createRefusal(
        'DUPLICATE',
        `Awaiting broker status of an earlier order in ${order.instrumentId}.`,
      )
    : null;
};

const checkDuplicate: Check = ({ order, book }) => {
  const workingOrder = listValues(book.orders).find(
    (other) =>
      other.purpose === 'ENTRY' &&
      other.instrumentId === order.instrumentId &&
      other.side === order.side,
  );
  return workingOrder
    ? createRefusal(
        'DUPLICATE',
        `An order to ${order.side.toLowerCase()} ${order.instrumentId} is already working.`,
      )
    : null;
};

/** A position whose close waits (for a broker, a venue or an unlocked price) is not increased. */
const checkClosing: Check = ({ order, book }) =>
  book.closing[order.positionId]
    ? createRefusal(
        'DUPLICATE',
        `The position in ${order.instrumentId} is being closed; orders that add to it are blocked until it is closed.`,
      )
    : null;

const checkExitDuplicate: Check = ({ order, book }) => {
  if (order.purpose !== 'EXIT') return null;
  const workingOrder = listValues(book.orders).find(
    (other) => other.purpose === 'EXIT' && other.positionId === order.positionId,
  );
  return workingOrder
    ? createRefusal('DUPLICATE', 'An order to close this position is already working.')
    : null;
};

const checkOrderRate: Check = ({ book, nowMs }) => {
  const recent = book.entryTimes.filter((time) => time > nowMs - 60_000).length;
  return rejectAbove(
    'ORDER_RATE',
    recent + 1,
    ENTRIES_PER_MINUTE_MAX,
    () =>
      `${recent} entries in the last minute; the limit is ${ENTRIES_PER_MINUTE_MAX}. Exits are not limited.`,
  );
};

/** True for a position or entry of the same commodity that is not of the group of an order. */
const isBesideOrder = (
  { commodity, groupId }: Pick<Order, 'commodity' | 'groupId'>,
  order: Order,
): boolean => commodity === order.commodity && (groupId === null || groupId !== order.groupId);

/** Counts open positions and working entries of the commodity; legs of one group count once. */
function countPositionsBeside({ positions, orders }: Book, order: Order): number {
  const names: string[] = [];
  for (const position of listValues(positions))
    if (isBesideOrder(position, order)) names.push(position.groupId ?? position.id);
  for (const other of listValues(orders))
    if (other.purpose === 'ENTRY' && isBesideOrder(other, order))
      names.push(other.groupId ?? other.positionId);
  return names.length === 0 ? 0 : new Set(names.filter((name) => name !== order.positionId)).size;
}

const checkPosition: Check = (view) => {
  const { book, order } = view;
  const count = countPositionsBeside(book, order);
  const limit = getLimits(view).positionsPerCommodityMax;
  return rejectAbove(
    'POSITION',
    count + 1,
    limit,
    () =>
      `${count} positions are open in ${COMMODITIES[order.commodity].displayName}; risk level ${view.settings.riskLevel} allows ${limit}.`,
  );
};

/** Notional limits are fractions of equity, so equity at or below zero is reported first. */
const checkNotional: Check = (view) =>
  checkEquity(view.book, view.equityMills) ?? checkNotionalLimits(view);

const checkNotionalLimits: Check = (view) => {
  const { book, order } = view;
  const limits = getLimits(view);
  const { group, displayName } = COMMODITIES[order.commodity];
  return (
    checkNotionalLimit(
      view,
      displayName,
      limits.commodityRatioMax,
      computeReservedMills(book, (key) => key === order.commodity),
    ) ??
    checkNotionalLimit(
      view,
      GROUP_NAMES[group],
      limits.groupRatioMax,
      computeReservedMills(book, isSameGroup(order.commodity)),
    ) ??
    checkNotionalLimit(
      view,
      'all positions',
      limits.grossRatioMax,
      computeReservedMills(book, () => true),
    )
  );
};

/** Limits positions and working orders of a name, with this order, to a fraction of equity. */
function checkNotionalLimit(
  { order, equityMills }: PreTradeInput,
  name: string,
  ratio: number,
  heldMills: Mills,
): Refusal | null {
  const limit = Math.max(0, computeBasisPoints(equityMills, ratio * 10_000));
  const value = heldMills + order.reservedMills;
  return rejectAbove(
    'NOTIONAL',
    value,
    limit,
    () =>
      `The notional of ${name} would be ${formatMills(value)}; ${formatMills(limit)} (${ratio * 100}% of equity) is allowed.`,
  );
}

const checkCash: Check = (view) => {
  const { balances } = view.book;
  const reserve = Math.max(
    0,
    computeBasisPoints(computeAccountBalance(balances), getLimits(view).cashRatioMin * 10_000),
  );
  const limit = balances.available - reserve;
  const value = view.order.reservedMills + view.feeMills;
  return rejectAbove(
    'CASH',
    value,
    limit,
    () =>
      `The order needs ${formatMills(value)}; ${formatMills(Math.max(0, limit))} is available after the reserve of ${formatMills(reserve)}.`,
  );
};

/**
 * Initial margin of positions, working orders and this order must not exceed equity; during a
 * margin call all entries are rejected.
 */
const checkMargin: Check = ({ book, margin: marginUse, equityMills }) => {
  if (!marginUse) return null;
  if (book.marginCall) {
    const { equityMills: calledAt, maintenanceMills } = book.marginCall;
    return createRefusal(
      'MARGIN',
      `Margin call: equity ${formatMills(calledAt)} is below the maintenance margin of ${formatMills(maintenanceMills)}. Entries are blocked until it recovers.`,
      maintenanceMills,
      calledAt,
    );
  }
  const value = marginUse.usedMills + marginUse.addedMills;
  return rejectAbove(
    'MARGIN',
    value,
    equityMills,
    () =>
      `The initial margin of all positions and orders would be ${formatMills(value)}; equity is ${formatMills(equityMills)}.`,
  );
};

const checkDailyLoss: Check = (view) => {
  const { book, equityMills } = view;
  const lost = book.dayStartMills - Math.min(equityMills, book.dayLowMills);
  const limit = computeDailyLossLimitMills(book, view.settings);
  return rejectAbove(
    'DAILY_LOSS',
    lost,
    limit,
    () =>
      `The daily loss is ${formatMills(lost)}; the limit is ${formatMills(limit)}. Entries are blocked until the next day.`,
  );
};

/** After a drawdown trip all entries are rejected until a user re-arms. */
const checkDrawdown: Check = ({ book }) => {
  if (!book.drawdown) return null;
  const { peakMills, equityMills } = book.drawdown;
  return createRefusal(
    'DRAWDOWN',
    `Drawdown limit reached: equity fell from ${formatMills(peakMills)} to ${formatMills(equityMills)}. RUN ALL re-arms it after a confirmation.`,
    peakMills - equityMills,
    0,
  );
};

const checkProtection: Check = ({ book }) => {
  const [unprotected] = listUnprotected(book);
  return unprotected
    ? createRefusal(
        'UNPROTECTED',
        `A position in ${COMMODITIES[unprotected.commodity].displayName} has no stop; entries are blocked until it has one or is closed.`,
      )
    : null;
};

const checkCoolOff: Check = ({ book, order, nowMs }) => {
  const untilMs = book.commodities[order.commodity]?.coolUntilMs ?? null;
  if (untilMs === null || nowMs >= untilMs) return null;
  return createRefusal(
    'COOL_OFF',
    `${COMMODITIES[order.commodity].displayName} lost ${LOSSES_IN_A_ROW_MAX} trades in a row; the cool-off ends in ${formatAge(untilMs - nowMs)}.`,
    nowMs,
    untilMs,
  );
};

export const ENTRY_CHECKS: readonly Check[] = [
  // First, because most other checks read the time.
  checkClock,
  checkTerms,
  checkDisabled,
  checkHalted,
  checkMode,
  checkArmed,
  checkSession,
  checkExpiry,
  checkQuoteAge,
  checkLocked,
  checkSize,
  checkPriceCollar,
  checkUnknownOrder,
  checkDuplicate,
  checkClosing,
  checkOrderRate,
  checkPosition,
  checkNotional,
  checkCash,
  checkDailyLoss,
  checkDrawdown,
  checkMargin,
  checkCoolOff,
  checkProtection,
  checkValued,
];

/**
 * The entry of a roll takes no new risk: daily loss, order rate and selected mode do not block it. A live
 * account must be armed, because it opens another month.
 */
export const ROLL_CHECKS: readonly Check[] = [
  checkTerms,
  checkDisabled,
  checkHalted,
  checkExitMode,
  checkArmed,
  checkSession,
  checkExpiry,
  checkQuoteAge,
  checkLocked,
  checkSize,
  checkPriceCollar,
  checkUnknownOrder,
  checkPosition,
  checkNotional,
  checkCash,
  checkMargin,
];

/** Voluntary risk limits and circuit breakers, as opposed to cash, market and venue rules. */
export const GUARD_CHECKS: ReadonlySet<Check> = new Set([
  checkOrderRate,
  checkPosition,
  checkNotional,
  checkDailyLoss,
  checkDrawdown,
  checkCoolOff,
  checkProtection,
]);

/**
 * An exit is rejected only for an invalid size, a duplicate, or a mode or venue that cannot accept
 * it.
 */
export const EXIT_CHECKS: readonly Check[] = [
  checkExitMode,
  checkExitSize,
  checkExitDuplicate,
  checkSession,
];
