/**
 * From an opinion to BUY, SELL or HOLD: a chance far enough from even, and a gain that pays for the
 * trade one and a half times.
 */
import type { RiskLevel } from '../domain/settings';
import { type Opinion, computeExpectedSize } from './opinion';

export type SignalAction = 'BUY' | 'SELL' | 'HOLD';

/** How far beyond one half the chance has to lie. */
export const CHANCE_MARGIN: Readonly<Record<RiskLevel, number>> = {
  conservative: 0.03,
  moderate: 0.025,
  aggressive: 0.02,
};
/** The expected gain in multiples of the costs of going in and out. */
export const COST_TIMES = 1.5;

interface PriceNow {
  /** In quoted units. */
  readonly price: number;
  /** Half-spreads, slippage and fees of an entry and its exit, in quoted units. */
  readonly roundTrip: number;
}

/** What keeps a signal from being more than HOLD; null where nothing does. */
export type HoldCause = 'EVEN' | 'COSTS' | 'NO_SKILL';

export interface Decision {
  readonly word: SignalAction;
  /** Chance that the side is right, .5 to 1; of a HOLD, of the likelier side. */
  readonly confidence: number;
  /**
   * In quoted units: the middle of the distribution where it lies on the signal's side, else the
   * price itself.
   */
  readonly targetPrice: number;
  readonly low: number;
  readonly high: number;
  readonly cause: HoldCause | null;
  /** Expected gain of the likelier side before costs, and the least that pays, in quoted units. */
  readonly gain: number;
  readonly hurdle: number;
}

/**
 * The decision at a price. `hasSkill` is the verdict of the network's evaluation in this market:
 * without it there is no signal and no confidence.
 */
export function decideSignal(
  opinion: Opinion,
  { price, roundTrip }: PriceNow,
  riskLevel: RiskLevel,
  hasSkill = true,
): Decision {
  const { chanceUp, low, middle, high } = opinion;
  const gain = Math.abs(2 * chanceUp - 1) * computeExpectedSize(opinion);
  const hurdle = COST_TIMES * roundTrip;
  const band = { low: price + low, high: price + high, gain, hurdle };
  if (!hasSkill)
    return { word: 'HOLD', confidence: 0.5, targetPrice: price, cause: 'NO_SKILL', ...band };
  const confidence = Math.max(chanceUp, 1 - chanceUp);
  // the margin is added to one half, not taken from the chance: so a chance written as .525 passes
  // a margin of .025
  const cause =
    confidence < 0.5 + CHANCE_MARGIN[riskLevel] ? 'EVEN' : gain <= hurdle ? 'COSTS' : null;
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
