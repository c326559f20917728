/** Fills of one month's orders at a bar's open and inside the bar. */
import type { Side } from '../domain/order';
import { computeAskTicks, computeBidTicks, computeTouchTicks } from '../domain/quote';
import { type Lots, toTicks } from '../domain/units';
import {
  type Execution,
  type PricedOrder,
  type BarRange,
  type TwoSidedPrice,
  fillAtBarOpen,
  fillAtQuote,
  fillInsideBar,
  isReachedBy,
  isReachedInside,
} from '../execution/fills';
import { computeSlippageTicks } from '../execution/friction';
import type { Account } from './account';
import { type Holding, type Month, getExitSide, getSide, updatePriceRange } from './month';

const getTouch = ({ lastTicks, friction: { halfSpreadTicks } }: Month): TwoSidedPrice => ({
  bidTicks: computeBidTicks(lastTicks, halfSpreadTicks),
  askTicks: computeAskTicks(lastTicks, halfSpreadTicks),
  lastTicks,
});
const computeSlippage = ({ friction, instrument, lastTicks }: Month, lots: Lots): number =>
  computeSlippageTicks(friction, instrument, toTicks(lastTicks), lots);
const MARKET_ORDERS: Readonly<Record<Side, PricedOrder>> = {
  BUY: { side: 'BUY', type: 'MARKET', priceTicks: null },
  SELL: { side: 'SELL', type: 'MARKET', priceTicks: null },
};

/** Execution of a market order at the last price, ignoring locks. */
export const getTradableQuote = (month: Month, side: Side, lots: Lots): Execution | null =>
  fillAtQuote(MARKET_ORDERS[side], getTouch(month), computeSlippage(month, lots));

/** Fills exits, then entries, at the current open. */
export function fillAtOpen(account: Account, month: Month): void {
  fillExitAtOpen(account, month);
  fillEntryAtOpen(account, month);
}

/** Fills stop, exit order or target at the current open; nothing while the market is locked. */
export function fillExitAtOpen(account: Account, { held: exitHolding }: Month): void {
  if (exitHolding !== null && !exitHolding.month.isLocked(getExitSide(exitHolding.sign)))
    meetOpen(account, exitHolding);
}

/** Fills the pending entry at the current open. */
export function fillEntryAtOpen(account: Account, month: Month): void {
  const { entry } = month;
  if (entry === null) return;
  const side = getSide(entry.sign);
  if (month.isLocked(side)) return account.countRefusal('LOCKED');
  const execution = getTradableQuote(month, side, entry.lots);
  if (execution) account.open(entry, execution, month.quotedMs);
}

function meetOpen(account: Account, holding: Holding): void {
  const { month, stop, target, exit, lots, sign } = holding;
  // Skips slippage for most opens, which reach no order.
  const met = computeTouchTicks(getExitSide(sign), month.lastTicks, month.friction.halfSpreadTicks);
  if (
    exit === null &&
    !(stop !== null && isReachedBy(stop, met)) &&
    !(target !== null && isReachedBy(target, met))
  )
    return;
  const touch = getTouch(month);
  const worse = computeSlippage(month, lots);
  const stopped = stop && fillAtBarOpen(stop, touch, worse);
  if (stopped) return account.close(holding, stopped, 'stop', month.quotedMs);
  const exitFill = exit !== null && fillAtBarOpen(MARKET_ORDERS[getExitSide(sign)], touch, worse);
  if (exitFill && exit !== null) return account.close(holding, exitFill, exit, month.quotedMs);
  const reached = target && fillAtBarOpen(target, touch, worse);
  if (reached) account.close(holding, reached, 'target', month.quotedMs);
}

/**
 * Fills inside the ended bar, or its part before the day session; the stop is assumed to come
 * before the target. Slippage uses the close of that span, which is already the last price.
 */
export function fillInside(account: Account, month: Month): void {
  const { held: exitHolding, spanHigh: high, spanLow: low } = month;
  if (exitHolding === null) return;
  if (exitHolding.stop !== null || exitHolding.target !== null)
    leaveInside(account, exitHolding, { highTicks: high, lowTicks: low });
  if (month.held !== exitHolding) return;
  updatePriceRange(exitHolding, low, high);
}

function leaveInside(account: Account, holding: Holding, reach: BarRange): void {
  const { month, stop, target, sign, lots } = holding;
  const half = month.friction.halfSpreadTicks;
  const isStop = stop !== null && isReachedInside(stop, reach, half);
  const order = isStop ? stop : target;
  if (
    order === null ||
    !(isStop || isReachedInside(order, reach, half)) ||
    month.isLocked(getExitSide(sign))
  )
    return;
  // Before a target the bar may have moved fully against the position; after a stop nothing counts.
  if (!isStop) updatePriceRange(holding, sign === 1 ? reach.lowTicks : reach.highTicks);
  const execution = fillInsideBar(order, reach, half, computeSlippage(month, lots));
  if (execution) account.close(holding, execution, isStop ? 'stop' : 'target', month.quotedMs);
}
