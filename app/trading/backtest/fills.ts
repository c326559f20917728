/** What an open or a finished bar does to the orders of one month. */
import type { Side } from '../domain/order';
import { type Lots, toTicks } from '../domain/units';
import {
  type Execution,
  type PricedOrder,
  type Reach,
  type Touch,
  atOpen,
  atQuote,
  insideBar,
  isReachedBy,
  isReachedInside,
} from '../execution/fills';
import { slippageTicks } from '../execution/friction';
import { type Account, reachTo } from './account';
import { type Holding, type Month, getExitSide, getSide } from './month';

const buildTouch = ({ lastTicks, friction: { halfSpreadTicks } }: Month): Touch => ({
  bidTicks: lastTicks - halfSpreadTicks,
  askTicks: lastTicks + halfSpreadTicks,
  lastTicks,
});
const computeSlips = ({ friction, instrument, lastTicks }: Month, lots: Lots): number =>
  slippageTicks(friction, instrument, toTicks(lastTicks), lots);
const MARKET: Readonly<Record<Side, PricedOrder>> = {
  BUY: { side: 'BUY', type: 'MARKET', priceTicks: null },
  SELL: { side: 'SELL', type: 'MARKET', priceTicks: null },
};

/** A market order at the last price of a month, whether or not it is locked. */
export const getTradableQuote = (month: Month, side: Side, lots: Lots): Execution | null =>
  atQuote(MARKET[side], buildTouch(month), computeSlips(month, lots));

/** At the open that the month shows: first what leaves, then what enters. */
export function fillAtOpen(account: Account, month: Month): void {
  leaveAtOpen(account, month);
  enterAtOpen(account, month);
}

/**
 * What rests, and what has been told to leave, at the open that the month shows; nothing against a
 * lock.
 */
export function leaveAtOpen(account: Account, { held }: Month): void {
  if (held !== null && !held.month.isLocked(getExitSide(held.sign))) meetOpen(account, held);
}

/** The entry that waits, at the open that the month shows. */
export function enterAtOpen(account: Account, month: Month): void {
  const { entry } = month;
  if (entry === null) return;
  const side = getSide(entry.sign);
  if (month.isLocked(side)) return account.refuse('LOCKED');
  const execution = getTradableQuote(month, side, entry.lots);
  if (execution) account.open(entry, execution, month.quotedMs);
}

function meetOpen(account: Account, held: Holding): void {
  const { month, stop, target, exit, lots, sign } = held;
  // Most opens reach nothing: only the others are worth a reckoning of slippage.
  const met = month.lastTicks - sign * month.friction.halfSpreadTicks;
  if (
    exit === null &&
    !(stop !== null && isReachedBy(stop, met)) &&
    !(target !== null && isReachedBy(target, met))
  )
    return;
  const touch = buildTouch(month);
  const worse = computeSlips(month, lots);
  const stopped = stop && atOpen(stop, touch, worse);
  if (stopped) return account.close(held, stopped, 'stop', month.quotedMs);
  const left = exit !== null && atOpen(MARKET[getExitSide(sign)], touch, worse);
  if (left && exit !== null) return account.close(held, left, exit, month.quotedMs);
  const reached = target && atOpen(target, touch, worse);
  if (reached) account.close(held, reached, 'target', month.quotedMs);
}

/**
 * Inside the bar that ends: the stop is taken to come before the target. The month shows the close
 * already, which slippage is measured by.
 */
export function fillInside(account: Account, month: Month): void {
  const { held, bars, index } = month;
  if (held === null) return;
  const high = bars.high[index] ?? 0;
  const low = bars.low[index] ?? 0;
  if (held.stop !== null || held.target !== null)
    leaveInside(account, held, { highTicks: high, lowTicks: low });
  if (month.held !== held) return;
  reachTo(held, low);
  reachTo(held, high);
}

function leaveInside(account: Account, held: Holding, reach: Reach): void {
  const { month, stop, target, sign, lots } = held;
  const half = month.friction.halfSpreadTicks;
  const isStop = stop !== null && isReachedInside(stop, reach, half);
  const order = isStop ? stop : target;
  if (
    order === null ||
    !(isStop || isReachedInside(order, reach, half)) ||
    month.isLocked(getExitSide(sign))
  )
    return;
  // Before a target the bar may have gone against it all the way; after a stop nothing counts.
  if (!isStop) reachTo(held, sign === 1 ? reach.lowTicks : reach.highTicks);
  const execution = insideBar(order, reach, half, computeSlips(month, lots));
  if (execution) account.close(held, execution, isStop ? 'stop' : 'target', month.quotedMs);
}
