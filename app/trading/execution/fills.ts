/** How an order meets a price: against a quote, at the open of a bar, inside a finished bar. */
import type { Instrument } from '../domain/instrument';
import type { OrderType, Side } from '../domain/order';
import { type Ticks, toTicks } from '../domain/units';
import { worsenPrice, getWorstPrice } from './friction';

/** What of an order decides at which price it fills: a market order has no price. */
export interface PricedOrder {
  readonly side: Side;
  readonly type: OrderType;
  readonly priceTicks: Ticks | null;
}

/** A two-sided price; the same object may be filled again for every bar. */
export interface Touch {
  readonly bidTicks: number;
  readonly askTicks: number;
  readonly lastTicks: number;
}

/** How far a bar went. */
export interface Reach {
  readonly highTicks: number;
  readonly lowTicks: number;
}

export interface Execution {
  readonly priceTicks: Ticks;
  /** The price without spread and slippage, against which both are measured. */
  readonly midTicks: Ticks;
}

/** Slippage never takes a price to where the contract cannot trade. */
export const toTradable = (
  { priceMayBeNegative }: Pick<Instrument, 'priceMayBeNegative'>,
  priceTicks: Ticks,
): Ticks => (priceMayBeNegative ? priceTicks : toTicks(Math.max(1, priceTicks)));

/**
 * Against a two-sided quote: market at the touch, limit at its price when the touch reaches it,
 * stop at the worse of touch and trigger. Null when it does not fill.
 */
export function atQuote(order: PricedOrder, quote: Touch, slippageTicks: number): Execution | null {
  const touch = order.side === 'BUY' ? quote.askTicks : quote.bidTicks;
  const midTicks = toTicks(quote.lastTicks);
  if (order.type === 'MARKET' || order.priceTicks === null)
    return { priceTicks: worsenPrice(order.side, touch, slippageTicks), midTicks };
  if (order.type === 'LIMIT')
    return isBetterOrEqual(order.side, order.priceTicks, touch)
      ? { priceTicks: order.priceTicks, midTicks: order.priceTicks }
      : null;
  return isTriggered(order.side, order.priceTicks, touch)
    ? {
        priceTicks: worsenPrice(
          order.side,
          getWorstPrice(order.side, touch, order.priceTicks),
          slippageTicks,
        ),
        midTicks,
      }
    : null;
}

/**
 * At a bar's open: as against a quote, but a limit that the market has jumped over fills at the
 * open, where an auction would fill it.
 */
export function atOpen(order: PricedOrder, quote: Touch, slippageTicks: number): Execution | null {
  const execution = atQuote(order, quote, slippageTicks);
  if (!execution || order.type !== 'LIMIT') return execution;
  return {
    priceTicks: toTicks(order.side === 'BUY' ? quote.askTicks : quote.bidTicks),
    midTicks: toTicks(quote.lastTicks),
  };
}

/** Whether a touch reaches an order that rests at a price of its own. */
export const isReachedBy = ({ side, type, priceTicks }: PricedOrder, touchTicks: number): boolean =>
  priceTicks !== null &&
  (type === 'STOP'
    ? isTriggered(side, priceTicks, touchTicks)
    : isBetterOrEqual(side, priceTicks, touchTicks));

/**
 * Whether the range of a finished bar reached an order: a stop as soon as the touch was there, a
 * limit only when the range went through it by the half-spread.
 */
export function isReachedInside(order: PricedOrder, bar: Reach, halfSpreadTicks: number): boolean {
  const { side, type } = order;
  if (type === 'MARKET') return false;
  const isBuy = side === 'BUY';
  const reached = isBuy === (type === 'STOP') ? bar.highTicks : bar.lowTicks;
  return isReachedBy(order, isBuy ? reached + halfSpreadTicks : reached - halfSpreadTicks);
}

/**
 * Inside a finished bar, whose open has already been offered as a quote: a stop that the range
 * touched fills at its trigger,
 * worsened by half-spread and slippage; a limit at its price. Market orders wait for the next open.
 */
export function insideBar(
  order: PricedOrder,
  bar: Reach,
  halfSpreadTicks: number,
  slippageTicks: number,
): Execution | null {
  const { side, type, priceTicks } = order;
  if (priceTicks === null || !isReachedInside(order, bar, halfSpreadTicks)) return null;
  return {
    priceTicks:
      type === 'STOP' ? worsenPrice(side, priceTicks, halfSpreadTicks + slippageTicks) : priceTicks,
    midTicks: priceTicks,
  };
}

const isBetterOrEqual = (side: Side, priceTicks: number, touch: number): boolean =>
  side === 'BUY' ? touch <= priceTicks : touch >= priceTicks;
const isTriggered = (side: Side, priceTicks: number, touch: number): boolean =>
  side === 'BUY' ? touch >= priceTicks : touch <= priceTicks;
