/** What trading costs: fee, half-spread, slippage and impact. */
import { type Instrument, sizeUnits, valueMills } from '../domain/instrument';
import type { Side } from '../domain/order';
import {
  type Lots,
  type Mills,
  type Ticks,
  absMills,
  computeBasisPoints,
  toTicks,
} from '../domain/units';

export interface Friction {
  /** Fee in basis points (1/100 of a percent) of the absolute notional. */
  readonly feeBasisPoints: number;
  /** Half of the usual spread, in ticks, at least 1: for histories that show one price. */
  readonly halfSpreadTicks: number;
  /** Ticks that a market or stop order of the smallest size loses beyond the touch. */
  readonly slippageTicks: number;
  /**
   * Size units that trade in a usual day, and its usual move as a ratio of the price; absent where
   * an order has no impact.
   */
  readonly liquidity?: { readonly dayUnits: number; readonly daySigma: number };
}

/** Share of a day's sigma that an order of a whole day's volume moves the price by. */
const IMPACT_SHARE = 0.1;

/**
 * Ticks that a market or stop order loses beyond the touch: slippage plus 0.1 x sigma of a day x
 * sqrt(size / volume of a day), the square-root law.
 */
export function slippageTicks(
  friction: Friction,
  instrument: Instrument,
  priceTicks: Ticks,
  lots: Lots,
): number {
  if (!friction.liquidity) return friction.slippageTicks;
  const { dayUnits, daySigma } = friction.liquidity;
  return (
    friction.slippageTicks +
    Math.round(
      IMPACT_SHARE *
        daySigma *
        Math.abs(priceTicks) *
        Math.sqrt(sizeUnits(instrument, lots) / dayUnits),
    )
  );
}

/** The fee of a fill in mills, never below zero; a fill at a price of zero has none. */
export const feeMills = (
  friction: Friction,
  instrument: Instrument,
  priceTicks: Ticks,
  lots: Lots,
): Mills =>
  computeBasisPoints(absMills(valueMills(instrument, priceTicks, lots)), friction.feeBasisPoints);

/** A price made worse for the side by so many ticks. */
export const worsenPrice = (side: Side, priceTicks: number, ticks: number): Ticks =>
  toTicks(side === 'BUY' ? priceTicks + ticks : priceTicks - ticks);

/** The worse of two prices for the side. */
export const getWorstPrice = (side: Side, a: number, b: number): Ticks =>
  toTicks(side === 'BUY' ? Math.max(a, b) : Math.min(a, b));
