/** Trading costs: fee, half spread, slippage and market impact. */
import { type Instrument, toSizeUnits, computeValueMills } from '../domain/instrument';
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
  /** Half of the typical spread in ticks, a multiple of 0.5; for histories with one price. */
  readonly halfSpreadTicks: number;
  /** Lots displayed at bid or ask. Absent: none. */
  readonly depthLots?: Lots;
  /** Slippage in ticks of a market or stop order larger than that, before market impact. */
  readonly slippageTicks: number;
  /** Typical daily volume in size units and daily sigma as a ratio. Absent: no market impact. */
  readonly liquidity?: { readonly dayUnits: number; readonly daySigma: number };
}

/** Impact, in daily sigma, of an order of one day's volume. */
const IMPACT_RATIO = 0.1;

/**
 * Slippage in ticks: none up to the displayed depth; beyond it base + 0.1 x daily sigma x price x
 * sqrt(size / daily volume), the square-root law of market impact
 * (Toth et al. 2011).
 */
export function computeSlippageTicks(
  friction: Friction,
  instrument: Instrument,
  priceTicks: Ticks,
  lots: Lots,
): number {
  if (lots <= (friction.depthLots ?? 0)) return 0;
  if (!friction.liquidity) return friction.slippageTicks;
  const { dayUnits, daySigma } = friction.liquidity;
  return (
    friction.slippageTicks +
    Math.round(
      IMPACT_RATIO *
        daySigma *
        Math.abs(priceTicks) *
        Math.sqrt(toSizeUnits(instrument, lots) / dayUnits),
    )
  );
}

/** In mills, never negative; zero at a price of zero. */
export const computeFeeMills = (
  friction: Friction,
  instrument: Instrument,
  priceTicks: Ticks,
  lots: Lots,
): Mills =>
  computeBasisPoints(
    absMills(computeValueMills(instrument, priceTicks, lots)),
    friction.feeBasisPoints,
  );

/** Moves a price against the side. */
export const worsenPrice = (side: Side, priceTicks: number, ticks: number): Ticks =>
  toTicks(side === 'BUY' ? priceTicks + ticks : priceTicks - ticks);

export const getWorstPrice = (side: Side, a: number, b: number): Ticks =>
  toTicks(side === 'BUY' ? Math.max(a, b) : Math.min(a, b));
