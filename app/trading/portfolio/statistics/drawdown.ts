/** Decline of an equity curve from its peak. */
import { type EpochMs, type Mills, subtractMills, toMills } from '../../domain/units';
import type { EquityPoint } from './input';

type ValuedPoint = Pick<EquityPoint, 'atMs' | 'equityMills'>;

/** Decline at one point from the highest equity at or before it. */
export interface DrawdownPoint {
  readonly atMs: EpochMs;
  /** Last time at the peak. */
  readonly peakMs: EpochMs;
  /** Zero or negative. */
  readonly mills: Mills;
  /** Percent of the peak, zero or negative; null while the peak is not above zero. */
  readonly percent: number | null;
}

export interface Drawdown {
  /**
   * Maximum drawdown in percent of its peak; null if a decline started at a peak at or below zero.
   */
  readonly percent: number | null;
  /** Maximum drawdown in mills; it may belong to a different peak than the percentage. */
  readonly mills: Mills;
  /**
   * Longest time from a peak until that level was reached again, or until the end; milliseconds.
   */
  readonly durationMs: number;
}

/** One entry per point of a curve in time order. */
export function computeDrawdowns(curve: readonly ValuedPoint[]): DrawdownPoint[] {
  let peak = curve[0];
  return curve.map((point) => {
    if (!peak || point.equityMills >= peak.equityMills) peak = point;
    const mills = subtractMills(point.equityMills, peak.equityMills);
    return {
      atMs: point.atMs,
      peakMs: peak.atMs,
      mills,
      percent: peak.equityMills > 0 ? (100 * mills) / peak.equityMills : null,
    };
  });
}

/** The point with the largest percentage, the first of equal ones; null without a decline. */
export function findDeepestDrawdown<Point extends Pick<DrawdownPoint, 'percent'>>(
  points: readonly Point[],
): Point | null {
  let deepest: Point | null = null;
  for (const point of points) if ((point.percent ?? 0) < (deepest?.percent ?? 0)) deepest = point;
  return deepest;
}

/** Null without points. */
export function computeMaxDrawdown(curve: readonly ValuedPoint[]): Drawdown | null {
  const points = computeDrawdowns(curve);
  if (points.length === 0) return null;
  let before = points[0];
  let [mills, durationMs, hasPercent] = [0, 0, true];
  for (const point of points) {
    // The point that reaches the level again ends the decline.
    if (before && before.mills < 0) durationMs = Math.max(durationMs, point.atMs - before.peakMs);
    if (point.mills < 0) durationMs = Math.max(durationMs, point.atMs - point.peakMs);
    if (point.mills < 0 && point.percent === null) hasPercent = false;
    mills = Math.max(mills, -point.mills);
    before = point;
  }
  return {
    percent: hasPercent ? Math.abs(findDeepestDrawdown(points)?.percent ?? 0) : null,
    mills: toMills(mills),
    durationMs,
  };
}
