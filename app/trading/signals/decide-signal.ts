/**
 * Turns a forecast into BUY, SELL or HOLD. A new call needs a probability that differs enough from
 * 0.5, and an expected gain while it is held above 1.5 times the round-trip cost. An active call
 * stays until the probability crosses 0.5.
 */
import type { SideSign } from '../domain/position';
import type { RiskLevel } from '../domain/settings';
import { HOUR_MS } from '../domain/time';
import { HOLDING_FACTOR, type PriceForecast, computeDailyGain } from './price-forecast';

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
export type SignalBlock = 'NO_SKILL' | 'UNPROVEN' | 'STALE';
/** What rules out a new call. */
type EntryObstacle = 'EVEN' | 'COSTS';
/** What a decision depends on besides forecast, price and risk level. */
export interface CallContext {
  readonly block?: SignalBlock | null;
  /** Side of the call that was active before this forecast. */
  readonly heldSide?: SideSign;
}

/** Why the action is HOLD; null for BUY and SELL. */
export type HoldCause = SignalBlock | EntryObstacle;

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
  /** True if an earlier call stays although a new one would not be made. */
  readonly isHeld: boolean;
  /**
   * Expected gain of the likelier side while it is held, before costs, and the cost hurdle, in
   * quoted units.
   */
  readonly gain: number;
  readonly hurdle: number;
}

export const toCallSide = (action: SignalAction): SideSign =>
  action === 'BUY' ? 1 : action === 'SELL' ? -1 : 0;

interface CallFigures {
  /** Probability of a rise, 0 to 1. */
  readonly chanceUp: number;
  /** Expected gain of the likelier side while it is held, and round-trip cost, in quoted units. */
  readonly gain: number;
  readonly roundTrip: number;
}

interface CallThresholds {
  /** Minimum distance of the probability from 0.5. */
  readonly margin: number;
  /** Required gain as a multiple of the round-trip cost. */
  readonly costMultiple: number;
}

/** Finds what rules out a new call on the likelier side; null if nothing does. */
export function findEntryObstacle(
  { chanceUp, gain, roundTrip }: CallFigures,
  { margin, costMultiple }: CallThresholds,
): EntryObstacle | null {
  // Compared as 0.5 + margin, not as a difference, so that a stored 0.525 passes a margin of 0.025.
  if (Math.max(chanceUp, 1 - chanceUp) < 0.5 + margin) return 'EVEN';
  return gain <= costMultiple * roundTrip ? 'COSTS' : null;
}

/**
 * Side after a forecast: that of a new call, or of the active call while the probability is on its
 * side. With proportional costs a position is kept within a band around zero edge (G. M.
 * Constantinides 1986, Capital market equilibrium with transaction costs, Journal of Political
 * Economy 94).
 */
export function decideCallSide(chanceUp: number, isEntry: boolean, heldSide: SideSign): SideSign {
  const likelier = chanceUp > 0.5 ? 1 : chanceUp < 0.5 ? -1 : 0;
  return isEntry || likelier === heldSide ? likelier : 0;
}

/**
 * Decides the action at a price. A blocked signal is HOLD with confidence 0.5: the model has no
 * proven skill in this market, was not tested on real data, or its inputs are stale.
 */
export function decideSignal(
  forecast: PriceForecast,
  { price, roundTrip }: PriceAndCost,
  riskLevel: RiskLevel,
  { block = null, heldSide = 0 }: CallContext = {},
): Decision {
  const { chanceUp, low, middle, high } = forecast;
  const gain = HOLDING_FACTOR * computeDailyGain(forecast);
  const hurdle = COST_MULTIPLE * roundTrip;
  const band = { low: price + low, high: price + high, gain, hurdle };
  const hold = { word: 'HOLD', targetPrice: price, isHeld: false, ...band } as const;
  if (block !== null) return { ...hold, confidence: 0.5, cause: block };
  const confidence = Math.max(chanceUp, 1 - chanceUp);
  const obstacle = findEntryObstacle(
    { chanceUp, gain, roundTrip },
    { margin: PROBABILITY_MARGIN[riskLevel], costMultiple: COST_MULTIPLE },
  );
  const side = decideCallSide(chanceUp, obstacle === null, heldSide);
  const isHeld = obstacle !== null && side !== 0;
  if (obstacle !== null && !isHeld) return { ...hold, confidence, cause: obstacle };
  const isUp = side === 1;
  const isOnSide = isUp ? middle > 0 : middle < 0;
  return {
    word: isUp ? 'BUY' : 'SELL',
    confidence,
    targetPrice: isOnSide ? price + middle : price,
    cause: null,
    isHeld,
    ...band,
  };
}
