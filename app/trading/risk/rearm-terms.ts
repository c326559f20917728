/** Terms of re-arming a tripped drawdown breaker. */
import type { Book } from '../domain/book';
import type { Settings } from '../domain/settings';
import { type EpochMs, type Mills, subtractMills } from '../domain/units';
import { computeDrawdownAllowanceMills, computeRearmedAllowanceMills } from './exposure';

export interface RearmTerms {
  readonly trippedMs: EpochMs;
  /** Peak, equity and loss at the trip. */
  readonly peakMills: Mills;
  readonly equityMills: Mills;
  readonly lostMills: Mills;
  /** Last valued equity; the peak after re-arming. */
  readonly newPeakMills: Mills;
  /** Drawdown limit after re-arming. */
  readonly allowedMills: Mills;
  /** True on the trading day of the trip: the limit stays reduced until the next trading day. */
  readonly isReduced: boolean;
  /**
   * True if the book was already re-armed with a reduced limit today; it cannot be re-armed again
   * before tomorrow.
   */
  readonly isUsedUp: boolean;
}

/** Current re-arm terms; null while the breaker has not tripped. */
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
      ? computeRearmedAllowanceMills(newPeakMills, settings)
      : computeDrawdownAllowanceMills(newPeakMills, settings),
    isReduced,
    isUsedUp: isReduced && book.reducedAllowance?.day === book.day,
  };
}
