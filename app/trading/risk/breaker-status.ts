/** Status of a book's circuit breakers, losing streaks and margin. */
import type { Book } from '../domain/book';
import { COMMODITY_KEYS, type CommodityKey } from '../domain/commodity';
import type { Settings } from '../domain/settings';
import { type EpochMs, type Mills, subtractMills, toMills } from '../domain/units';
import { computeDailyLossLimitMills, computeDrawdownLimitMills } from './exposure';
import { type GetMarginPrice, computeInitialMargin, computeMaintenanceMargin } from './margin';

export interface LossBreaker {
  readonly name: 'DAY_LOSS' | 'DRAWDOWN';
  /**
   * Loss against the limit: from the start of the day to its low, or from the peak to now. At least
   * zero.
   */
  readonly lostMills: Mills;
  readonly allowedMills: Mills;
  readonly isTripped: boolean;
  /** True while the drawdown limit is reduced after re-arming, until the next trading day. */
  readonly isReduced: boolean;
}

export interface LosingStreak {
  readonly commodity: CommodityKey;
  /** Consecutive losing trades since the last win or cool-off. */
  readonly losses: number;
  /** End of the cool-off; null outside one. */
  readonly coolUntilMs: EpochMs | null;
}

/** Equity against exchange margin, in mills. */
export interface MarginState {
  readonly equityMills: Mills;
  readonly maintenanceMills: Mills;
  readonly initialMills: Mills;
  /** Equity above the maintenance margin; negative below it. */
  readonly excessMills: Mills;
  /** Start of an unmet margin call; null without one. */
  readonly calledMs: EpochMs | null;
}

export function getMarginState(
  book: Book,
  getPrice: GetMarginPrice,
  equityMills: Mills,
): MarginState {
  const maintenanceMills = computeMaintenanceMargin(book, getPrice);
  return {
    equityMills,
    maintenanceMills,
    initialMills: computeInitialMargin(book, getPrice),
    excessMills: subtractMills(equityMills, maintenanceMills),
    calledMs: book.marginCall?.atMs ?? null,
  };
}

const computeLoss = (fromMills: Mills, toEquityMills: Mills): Mills =>
  toMills(Math.max(0, subtractMills(fromMills, toEquityMills)));

/** The daily loss and drawdown breakers at an equity, in mills. */
export function listLossBreakers(
  book: Book,
  settings: Pick<Settings, 'riskLevel'>,
  equityMills: Mills,
): readonly LossBreaker[] {
  const dayLoss = {
    lostMills: computeLoss(book.dayStartMills, toMills(Math.min(equityMills, book.dayLowMills))),
    allowedMills: computeDailyLossLimitMills(book, settings),
  };
  const { drawdown, peakMills } = book;
  const drawdownLoss = {
    lostMills: drawdown
      ? computeLoss(drawdown.peakMills, drawdown.equityMills)
      : computeLoss(peakMills, equityMills),
    allowedMills: drawdown?.allowedMills ?? computeDrawdownLimitMills(book, settings),
  };
  const isReduced = book.reducedAllowance?.day === book.day;
  return [
    {
      name: 'DAY_LOSS',
      ...dayLoss,
      isTripped: dayLoss.lostMills > dayLoss.allowedMills,
      isReduced: false,
    },
    { name: 'DRAWDOWN', ...drawdownLoss, isTripped: drawdown !== null, isReduced },
  ];
}

/** Commodities with a losing streak or in cool-off, in list order. */
export function listLosingStreaks(book: Book, nowMs: EpochMs): readonly LosingStreak[] {
  return COMMODITY_KEYS.flatMap((commodity) => {
    const { losses = 0, coolUntilMs = null } = book.commodities[commodity] ?? {};
    const isCooling = coolUntilMs !== null && coolUntilMs > nowMs;
    return losses > 0 || isCooling
      ? [{ commodity, losses, coolUntilMs: isCooling ? coolUntilMs : null }]
      : [];
  });
}
