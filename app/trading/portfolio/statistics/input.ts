/** What every figure is made from: the curve of equity, and the trades that are closed. */
import type { EpochMs, Mills } from '../../domain/units';
import { DAY_MS } from '../../domain/time';

/** The book at one moment; its figures hold until the next. */
export interface EquityPoint {
  readonly atMs: EpochMs;
  readonly equityMills: Mills;
  /** Sum of the absolute values of everything held, long or short. */
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

/** What a trade left after fees, in mills. A trade has won when this is above zero. */
export const netMills = (trade: ClosedTrade): number => trade.realisedMills - trade.feesMills;

/** Years between the first and the last point; 0 for fewer than two. */
export function countYears(curve: readonly EquityPoint[]): number {
  const first = curve[0];
  const last = curve[curve.length - 1];
  return first && last ? (last.atMs - first.atMs) / MS_PER_YEAR : 0;
}
