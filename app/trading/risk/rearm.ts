/**
 * What re-arming a tripped drawdown breaker means: the figures of the trip, and the allowance that
 * counts afterwards.
 */
import type { Book } from '../domain/book';
import type { Settings } from '../domain/settings';
import { type EpochMs, type Mills, subtractMills } from '../domain/units';
import { drawdownAllowedMills, rearmedAllowanceMills } from './exposure';

export interface RearmTerms {
  readonly trippedMs: EpochMs;
  /** Peak and equity at the trip, and what was lost between them. */
  readonly peakMills: Mills;
  readonly equityMills: Mills;
  readonly lostMills: Mills;
  /** Equity of the last valuation: the peak after re-arming. */
  readonly newPeakMills: Mills;
  /** What the book may fall from there. */
  readonly allowedMills: Mills;
  /**
   * True on the trading day of the trip: the allowance is a part of the normal one until the next
   * trading day.
   */
  readonly isReduced: boolean;
  /**
   * True where the book was re-armed with a reduced allowance on this trading day already: it waits
   * for the next one.
   */
  readonly isUsedUp: boolean;
}

/** The terms on which a book can be re-armed now; null while its breaker has not tripped. */
export function computeRearmTerms(
  book: Book,
  settings: Pick<Settings, 'riskLevel'>,
): RearmTerms | null {
  const { drawdown, equityMills: newPeakMills } = book;
  if (!drawdown) return null;
  const isReduced = drawdown.day === book.day;
  return {
    trippedMs: drawdown.atMs,
    peakMills: drawdown.peakMills,
    equityMills: drawdown.equityMills,
    lostMills: subtractMills(drawdown.peakMills, drawdown.equityMills),
    newPeakMills,
    allowedMills: isReduced
      ? rearmedAllowanceMills(newPeakMills, settings)
      : drawdownAllowedMills(newPeakMills, settings),
    isReduced,
    isUsedUp: isReduced && book.reducedAllowance?.day === book.day,
  };
}
