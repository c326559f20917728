/** Inputs of performance figures: equity curve and closed trades. */
import type { EpochMs, Mills } from '../../domain/units';
import { DAY_MS } from '../../domain/time';

/** Equity at one time; valid until the next point. */
export interface EquityPoint {
  readonly atMs: EpochMs;
  readonly equityMills: Mills;
  /** Sum of absolute notionals of all positions. */
  readonly notionalMills: Mills;
}

/** A position from its first fill to its last. */
export interface ClosedTrade {
  readonly openedMs: EpochMs;
  readonly closedMs: EpochMs;
  /** At the prices of its fills, before fees. */
  readonly realisedMills: Mills;
  readonly feesMills: Mills;
}

export const MS_PER_YEAR = 365.25 * DAY_MS;

/** Profit of a trade after fees, in mills. A trade is a win if it is positive. */
export const computeNetMills = (trade: ClosedTrade): number =>
  trade.realisedMills - trade.feesMills;

/** Years between the first and the last point; 0 for fewer than two. */
export function countYears(curve: readonly EquityPoint[]): number {
  const first = curve[0];
  const last = curve[curve.length - 1];
  return first && last ? (last.atMs - first.atMs) / MS_PER_YEAR : 0;
}
