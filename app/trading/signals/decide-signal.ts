/**
 * Turns a forecast into BUY, SELL or HOLD: the probability must differ enough from 0.5, and the
 * expected gain must exceed 1.5 times the round-trip cost.
 */
import type { RiskLevel } from '../domain/settings';
import { HOUR_MS } from '../domain/time';
import { type PriceForecast, computeExpectedMove } from './price-forecast';

export type SignalAction = 'BUY' | 'SELL' | 'HOLD';

/** Minimum distance of the probability from 0.5. */
export const PROBABILITY_MARGIN: Readonly<Record<RiskLevel, number>> = {
  conservative: 0.03,
  moderate: 0.025,
  aggressive: 0.02,
};
/** Cost hurdle: required expected gain as a multiple of the round-trip cost. */
export const COST_MULTIPLE = 1.5;

interface PriceAndCost {
  /** In quoted units. */
  readonly price: number;
  /** Half-spreads, slippage and fees of an entry and its exit, in quoted units. */
  readonly roundTrip: number;
}

/** What rules out BUY and SELL before the probability is looked at. */
export type SignalBlock = 'NO_SKILL' | 'STALE';
/** Why the action is HOLD; null for BUY and SELL. */
export type HoldCause = SignalBlock | 'EVEN' | 'COSTS';

/** Inputs older than this are stale: more than one model run was missed. */
export const STALE_INPUTS_MS = 13 * HOUR_MS;

export interface Decision {
  readonly word: SignalAction;
  /** Probability that the side is right, 0.5 to 1; for HOLD, that of the likelier side. */
  readonly confidence: number;
  /** In quoted units: price plus the median move if that has the signal's sign, else the price. */
  readonly targetPrice: number;
  readonly low: number;
  readonly high: number;
  readonly cause: HoldCause | null;
  /** Expected gain of the likelier side before costs, and the cost hurdle, in quoted units. */
  readonly gain: number;
  readonly hurdle: number;
}

/**
 * Decides the action at a price. A blocked signal is HOLD with confidence 0.5: the model has no
 * proven skill in this market, or its inputs are stale.
 */
export function decideSignal(
  forecast: PriceForecast,
  { price, roundTrip }: PriceAndCost,
  riskLevel: RiskLevel,
  block: SignalBlock | null = null,
): Decision {
  const { chanceUp, low, middle, high } = forecast;
  const gain = Math.abs(2 * chanceUp - 1) * computeExpectedMove(forecast);
  const hurdle = COST_MULTIPLE * roundTrip;
  const band = { low: price + low, high: price + high, gain, hurdle };
  if (block !== null)
    return { word: 'HOLD', confidence: 0.5, targetPrice: price, cause: block, ...band };
  const confidence = Math.max(chanceUp, 1 - chanceUp);
  // Compared as 0.5 + margin, not as a difference, so that a stored 0.525 passes a margin of 0.025.
  const cause =
    confidence < 0.5 + PROBABILITY_MARGIN[riskLevel] ? 'EVEN' : gain <= hurdle ? 'COSTS' : null;
  if (cause !== null) return { word: 'HOLD', confidence, targetPrice: price, cause, ...band };
  const isUp = chanceUp > 0.5;
  const isOnSide = isUp ? middle > 0 : middle < 0;
  return {
    word: isUp ? 'BUY' : 'SELL',
    confidence,
    targetPrice: isOnSide ? price + middle : price,
    cause,
    ...band,
  };
}
