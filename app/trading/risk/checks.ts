/**
 * The checks of the gate, one cause each, each answering with the figure asked for and the figure
 * allowed.
 * They know one order in its book; they refuse by name and never repair an order.
 */
import { COMMODITIES } from '../domain/commodity';
import { formatAge } from '../domain/format';
import { getCode, priceText, termsChange } from '../domain/instrument';
import { accountBalanceMills } from '../domain/ledger';
import { type Refusal, type RefusalCode, createRefusal } from '../domain/outcome';
import { isLockedFor, lockText } from '../domain/quote';
import { computeBasisPoints, toDollars, toMills } from '../domain/units';
import { checkEquity } from './equity';
import { dayLossAllowedMills, heldBackMills, sameGroup } from './exposure';
import {
  COLLAR_RATIO_MIN,
  COLLAR_SIGMAS,
  ENTRIES_PER_MINUTE_MAX,
  GROUP_NAMES,
  LOSSES_IN_A_ROW_MAX,
  LOTS_MAX,
  RISK_LIMITS,
} from './limits';
import type { GateView } from './gate-view';
import { listUnprotected } from './unprotected';

/** Also the answer to RUN. */
export const USER_DISABLED =
  'An operator has disabled this user; nothing is opened before the user is enabled again. Exits go on.';

type Check = (view: GateView) => Refusal | null;

const formatPlainDollars = (mills: number): string => `$${toDollars(toMills(mills)).toFixed(2)}`;
const getLimits = (view: GateView) => RISK_LIMITS[view.settings.riskLevel];

/**
 * The cause when `asked` is more than `allowed`. The sentence is made only then: a backtest asks a
 * million times.
 */
function tooMuch(
  code: RefusalCode,
  asked: number,
  allowed: number,
  message: () => string,
): Refusal | null {
  return asked > allowed ? createRefusal(code, message(), asked, allowed) : null;
}

const checkHalted: Check = (view) =>
  view.isHalted
    ? createRefusal(
        'HALTED',
        `Trading is halted: ${view.haltReason}. Entries wait until it is resumed.`,
      )
    : null;

const checkDisabled: Check = (view) =>
  view.isUserDisabled ? createRefusal('DISABLED', USER_DISABLED) : null;
/** A roll and an exit go on at desk time: neither takes new risk. */
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

const checkExitMode: Check = (view) =>
  view.modeBlocked ? createRefusal('MODE', view.modeBlocked) : null;

const checkSession: Check = (view) =>
  view.sessionClosed ? createRefusal('SESSION', view.sessionClosed) : null;

/** A month that is being rolled takes no entry, one that has settled no order at all. */
const checkExpiry: Check = ({ instrument, nowMs }) => {
  const { contract } = instrument;
  if (!contract || nowMs < contract.rollMs) return null;
  return createRefusal(
    'EXPIRY',
    `${contract.code} is rolled since ${new Date(contract.rollMs).toISOString().slice(0, 10)} and takes no new position; trade a later month.`,
    nowMs,
    contract.rollMs,
  );
};

/**
 * A contract whose terms have changed while it was held is traded on under the held terms, and only
 * out of it.
 */
const checkTerms: Check = ({ instrument, newTerms }) => {
  if (!newTerms) return null;
  const code = getCode(instrument);
  return createRefusal(
    'TERMS',
    `The terms of ${code} have changed (${termsChange(instrument, newTerms)}). What is open in it goes on under its old terms; new positions wait until all of that, signals included, has ended and the new terms apply.`,
  );
};

/** At the daily limit a market order could only wait; what rests at a price of its own may. */
const checkLocked: Check = ({ order, quote, instrument }) =>
  quote && order.priceTicks === null && isLockedFor(order.side, quote)
    ? createRefusal(
        'LOCKED',
        `${lockText(getCode(instrument), order.side, quote)}; no position is opened before it trades again.`,
      )
    : null;

const checkQuoteAge: Check = ({ quote, nowMs, staleAfterMs, order }) => {
  if (!quote) return createRefusal('STALE_QUOTE', `${order.instrumentId} has no quote yet.`);
  const ageMs = nowMs - quote.atMs;
  return tooMuch(
    'STALE_QUOTE',
    ageMs,
    staleAfterMs,
    () =>
      `The last quote of ${order.instrumentId} is ${Math.round(ageMs / 1000)} s old; entries need one younger than ${Math.round(staleAfterMs / 1000)} s.`,
  );
};

/**
 * Limits are shares of equity: without a live price of everything held there is no equity to
 * measure against.
 */
const checkValued: Check = ({ unvalued }) =>
  unvalued.length === 0
    ? null
    : createRefusal(
        'STALE_QUOTE',
        `The account holds ${unvalued.join(', ')} without a live quote and cannot be valued; entries wait for it.`,
      );

const checkSize: Check = ({ order }) => {
  if (order.lots < 1)
    return createRefusal('SIZE', 'The order is smaller than one lot.', order.lots, 1);
  return tooMuch(
    'SIZE',
    order.lots,
    LOTS_MAX,
    () => `${order.lots} lots are more than the ${LOTS_MAX} that any order may have.`,
  );
};

const checkExitSize: Check = (view) => {
  const held = view.book.positions[view.order.positionId]?.lots ?? 0;
  if (view.order.lots < 1)
    return createRefusal('SIZE', 'The order is smaller than one lot.', view.order.lots, 1);
  return tooMuch(
    'SIZE',
    view.order.lots,
    held,
    () => `The position holds ${held} lots; ${view.order.lots} cannot leave it.`,
  );
};

/**
 * Limits, stops and spreads far from the last price are slips: 5 sigmas of a bar, at least 5 % of
 * the price.
 */
const checkPriceCollar: Check = ({ order, quote, instrument, barSigma, scaleTicks }) => {
  if (!quote) return null;
  const scale = Math.max(
    Math.abs(quote.lastTicks),
    instrument.priceMayBeNegative ? scaleTicks : 0,
    1,
  );
  const allowed = Math.max(
    2,
    Math.round(scale * Math.max(COLLAR_RATIO_MIN, COLLAR_SIGMAS * barSigma)),
  );
  if (order.priceTicks === null)
    return tooMuch(
      'PRICE_COLLAR',
      quote.askTicks - quote.bidTicks,
      2 * allowed,
      () =>
        `The spread of ${order.instrumentId} is ${quote.askTicks - quote.bidTicks} ticks, beyond the collar of ${2 * allowed}.`,
    );
  const { priceTicks } = order;
  const away = Math.abs(priceTicks - quote.lastTicks);
  return tooMuch(
    'PRICE_COLLAR',
    away,
    allowed,
    () =>
      `${priceText(instrument, priceTicks)} lies ${away} ticks from the last price ${priceText(instrument, quote.lastTicks)}; the collar allows ${allowed}.`,
  );
};

const checkUnanswered: Check = ({ order, book }) => {
  const lost = Object.values(book.orders).find(
    (other) => other.state === 'UNKNOWN' && other.instrumentId === order.instrumentId,
  );
  return lost
    ? createRefusal(
        'DUPLICATE',
        `An earlier order in ${order.instrumentId} is unanswered; nothing is added before the broker says what became of it.`,
      )
    : null;
};

const checkDuplicate: Check = ({ order, book }) => {
  const twin = Object.values(book.orders).find(
    (other) =>
      other.purpose === 'ENTRY' &&
      other.instrumentId === order.instrumentId &&
      other.side === order.side,
  );
  return twin
    ? createRefusal(
        'DUPLICATE',
        `An order to ${order.side.toLowerCase()} ${order.instrumentId} is already working.`,
      )
    : null;
};

const checkExitDuplicate: Check = ({ order, book }) => {
  if (order.purpose !== 'EXIT') return null;
  const twin = Object.values(book.orders).find(
    (other) => other.purpose === 'EXIT' && other.positionId === order.positionId,
  );
  return twin
    ? createRefusal('DUPLICATE', 'An order to close this position is already working.')
    : null;
};

const checkOrderRate: Check = ({ book, nowMs }) => {
  const recent = book.entryTimes.filter((time) => time > nowMs - 60_000).length;
  return tooMuch(
    'ORDER_RATE',
    recent + 1,
    ENTRIES_PER_MINUTE_MAX,
    () =>
      `${recent} entries were placed within the last minute; at most ${ENTRIES_PER_MINUTE_MAX} are allowed. Exits are never held up.`,
  );
};

/** Open and opening positions of the commodity; the legs of a group count once. */
const checkPosition: Check = (view) => {
  const { book, order } = view;
  const rows = [
    ...Object.values(book.positions),
    ...Object.values(book.orders).filter((other) => other.purpose === 'ENTRY'),
  ];
  const others = rows.filter(
    (row) =>
      row.commodity === order.commodity && (row.groupId === null || row.groupId !== order.groupId),
  );
  const names = new Set(
    others.map((row) => row.groupId ?? ('positionId' in row ? row.positionId : row.id)),
  );
  names.delete(order.positionId);
  const allowed = getLimits(view).positionsPerCommodityMax;
  return tooMuch(
    'POSITION',
    names.size + 1,
    allowed,
    () =>
      `${names.size} positions are open in ${COMMODITIES[order.commodity].displayName}; risk level ${view.settings.riskLevel} allows ${allowed}.`,
  );
};

/** Limits are shares of the equity, so that equity of zero or less is the cause before them. */
const checkNotional: Check = (view) =>
  checkEquity(view.book, view.equityMills) ?? beyondNotional(view);

const beyondNotional: Check = (view) => {
  const { book, order, equityMills } = view;
  const limits = getLimits(view);
  const { group, displayName } = COMMODITIES[order.commodity];
  const rows = [
    {
      name: displayName,
      ratio: limits.commodityRatioMax,
      held: heldBackMills(book, (key) => key === order.commodity),
    },
    {
      name: GROUP_NAMES[group],
      ratio: limits.groupRatioMax,
      held: heldBackMills(book, sameGroup(order.commodity)),
    },
    { name: 'all positions', ratio: limits.grossRatioMax, held: heldBackMills(book, () => true) },
  ];
  for (const { name, ratio, held } of rows) {
    const allowed = Math.max(0, computeBasisPoints(equityMills, ratio * 10_000));
    const asked = held + order.reservedMills;
    const cause = tooMuch(
      'NOTIONAL',
      asked,
      allowed,
      () =>
        `The notional of ${name} would be ${formatPlainDollars(asked)}; ${formatPlainDollars(allowed)} (${ratio * 100} % of equity) is allowed.`,
    );
    if (cause) return cause;
  }
  return null;
};

const checkCash: Check = (view) => {
  const { balances } = view.book;
  const kept = Math.max(
    0,
    computeBasisPoints(accountBalanceMills(balances), getLimits(view).cashRatioMin * 10_000),
  );
  const allowed = balances.available - kept;
  const asked = view.order.reservedMills + view.feeMills;
  return tooMuch(
    'CASH',
    asked,
    allowed,
    () =>
      `The order needs ${formatPlainDollars(asked)}; ${formatPlainDollars(Math.max(0, allowed))} may be spent while ${formatPlainDollars(kept)} stays free.`,
  );
};

/**
 * Initial margin of everything held, working and asked for within equity; during a margin call
 * nothing is added.
 */
const checkMargin: Check = ({ book, margin: use, equityMills }) => {
  if (!use) return null;
  if (book.marginCall) {
    const { equityMills: calledAt, maintenanceMills } = book.marginCall;
    return createRefusal(
      'MARGIN',
      `Margin call: equity ${formatPlainDollars(calledAt)} fell below the maintenance margin of ${formatPlainDollars(maintenanceMills)}; nothing is opened before it is back above.`,
      maintenanceMills,
      calledAt,
    );
  }
  const asked = use.usedMills + use.addedMills;
  return tooMuch(
    'MARGIN',
    asked,
    equityMills,
    () =>
      `The initial margin of all positions and orders would be ${formatPlainDollars(asked)}; equity is ${formatPlainDollars(equityMills)}.`,
  );
};

const checkDailyLoss: Check = (view) => {
  const { book, equityMills } = view;
  const lost = book.dayStartMills - Math.min(equityMills, book.dayLowMills);
  const allowed = dayLossAllowedMills(book, view.settings);
  return tooMuch(
    'DAILY_LOSS',
    lost,
    allowed,
    () =>
      `The book has lost ${formatPlainDollars(lost)} today; entries end at ${formatPlainDollars(allowed)} until the next day.`,
  );
};

/** A book that fell too far from its peak opens nothing before a person begins again. */
const checkDrawdown: Check = ({ book }) => {
  if (!book.drawdown) return null;
  const { peakMills, equityMills } = book.drawdown;
  return createRefusal(
    'DRAWDOWN',
    `The book fell from ${formatPlainDollars(peakMills)} to ${formatPlainDollars(equityMills)}, and its breaker stopped it; RUN ALL re-arms it after a confirmation.`,
    peakMills - equityMills,
    0,
  );
};

const checkProtection: Check = ({ book }) => {
  const [bare] = listUnprotected(book);
  return bare
    ? createRefusal(
        'UNPROTECTED',
        `A position in ${COMMODITIES[bare.commodity].displayName} has no stop; nothing is opened before it has one again or is closed.`,
      )
    : null;
};

const checkCoolOff: Check = ({ book, order, nowMs }) => {
  const untilMs = book.commodities[order.commodity]?.coolUntilMs ?? null;
  if (untilMs === null || nowMs >= untilMs) return null;
  return createRefusal(
    'COOL_OFF',
    `${COMMODITIES[order.commodity].displayName} lost ${LOSSES_IN_A_ROW_MAX} trades one after the other; it opens nothing for another ${formatAge(untilMs - nowMs)}.`,
    nowMs,
    untilMs,
  );
};

export const ENTRY_CHECKS: readonly Check[] = [
  // Most other checks read the time.
  checkClock,
  checkTerms,
  checkDisabled,
  checkHalted,
  checkMode,
  checkSession,
  checkExpiry,
  checkQuoteAge,
  checkLocked,
  checkSize,
  checkPriceCollar,
  checkUnanswered,
  checkDuplicate,
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
 * The entry of a roll is no new risk: neither the loss of the day, nor the rate of entries, nor
 * another selected mode prevents it.
 */
export const ROLL_CHECKS: readonly Check[] = [
  checkTerms,
  checkDisabled,
  checkHalted,
  checkExitMode,
  checkSession,
  checkExpiry,
  checkQuoteAge,
  checkLocked,
  checkSize,
  checkPriceCollar,
  checkUnanswered,
  checkPosition,
  checkNotional,
  checkCash,
  checkMargin,
];

/**
 * Limits and breakers: what a careful desk sets itself, where money, market and venue would let an
 * entry pass.
 */
export const GUARDS: ReadonlySet<Check> = new Set([
  checkOrderRate,
  checkPosition,
  checkNotional,
  checkDailyLoss,
  checkDrawdown,
  checkCoolOff,
  checkProtection,
]);

/**
 * What may still stop an exit: an impossible size, a second one, a mode or a venue that cannot take
 * it.
 */
export const EXIT_CHECKS: readonly Check[] = [
  checkExitMode,
  checkExitSize,
  checkExitDuplicate,
  checkSession,
];
