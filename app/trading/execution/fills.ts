/** Fill rules: against a quote, at a bar's open, inside a closed bar. */
import type { Instrument } from '../domain/instrument';
import type { OrderType, Side } from '../domain/order';
import { computeTouchTicks } from '../domain/quote';
import { type Ticks, toTicks } from '../domain/units';
import { worsenPrice, getWorstPrice } from './friction';

/** Order fields that determine the fill price. Market orders have no price. */
export interface PricedOrder {
  readonly side: Side;
  readonly type: OrderType;
  readonly priceTicks: Ticks | null;
}

/** May be one object that is refilled for every bar. */
export interface TwoSidedPrice {
  readonly bidTicks: number;
  readonly askTicks: number;
  readonly lastTicks: number;
}

export interface BarRange {
  readonly highTicks: number;
  readonly lowTicks: number;
}

export interface Execution {
  readonly priceTicks: Ticks;
  /** Price before spread and slippage. */
  readonly midTicks: Ticks;
}

/** Keeps slippage from producing a price at which the contract cannot trade. */
export const clampToTradable = (
  { priceMayBeNegative }: Pick<Instrument, 'priceMayBeNegative'>,
  priceTicks: Ticks,
): Ticks => (priceMayBeNegative ? priceTicks : toTicks(Math.max(1, priceTicks)));

/**
 * Market orders fill at bid or ask, limits at their price once bid or ask reaches it, stops at the
 * worse of quote and trigger. Null for no fill.
 */
export function fillAtQuote(
  order: PricedOrder,
  quote: TwoSidedPrice,
  slippageTicks: number,
): Execution | null {
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

/** As `fillAtQuote`, but a limit that the open has passed fills at the open, as in an auction. */
export function fillAtBarOpen(
  order: PricedOrder,
  quote: TwoSidedPrice,
  slippageTicks: number,
): Execution | null {
  const execution = fillAtQuote(order, quote, slippageTicks);
  if (!execution || order.type !== 'LIMIT') return execution;
  return {
    priceTicks: toTicks(order.side === 'BUY' ? quote.askTicks : quote.bidTicks),
    midTicks: toTicks(quote.lastTicks),
  };
}

/** True if bid or ask reaches a resting order. */
export const isReachedBy = ({ side, type, priceTicks }: PricedOrder, touchTicks: number): boolean =>
  priceTicks !== null &&
  (type === 'STOP'
    ? isTriggered(side, priceTicks, touchTicks)
    : isBetterOrEqual(side, priceTicks, touchTicks));

/** A stop is reached at bid or ask; a limit only if the range passes it by half a spread. */
export function isReachedInside(
  order: PricedOrder,
  bar: BarRange,
  halfSpreadTicks: number,
): boolean {
  const { side, type } = order;
  if (type === 'MARKET') return false;
  const extremeTicks = (side === 'BUY') === (type === 'STOP') ? bar.highTicks : bar.lowTicks;
  return isReachedBy(order, computeTouchTicks(side, extremeTicks, halfSpreadTicks));
}

/**
 * Inside a closed bar, whose open was offered as a quote before. A stop fills at its trigger plus
 * half spread and slippage, a limit at its price. Market orders wait for the next open.
 */
export function fillInsideBar(
  order: PricedOrder,
  bar: BarRange,
  halfSpreadTicks: number,
  slippageTicks: number,
): Execution | null {
  const { side, type, priceTicks } = order;
  if (priceTicks === null || !isReachedInside(order, bar, halfSpreadTicks)) return null;
  return {
    priceTicks:
      type === 'STOP'
        ? worsenPrice(side, computeTouchTicks(side, priceTicks, halfSpreadTicks), slippageTicks)
        : priceTicks,
    midTicks: priceTicks,
  };
}

const isBetterOrEqual = (side: Side, priceTicks: number, touch: number): boolean =>
  side === 'BUY' ? touch <= priceTicks : touch >= priceTicks;
const isTriggered = (side: Side, priceTicks: number, touch: number): boolean =>
  side === 'BUY' ? touch >= priceTicks : touch <= priceTicks;
