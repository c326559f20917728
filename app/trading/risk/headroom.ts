/** How far a book is from its breakers, in mills and in lost trades. */
import type { Book } from '../domain/book';
import { COMMODITY_KEYS, type CommodityKey } from '../domain/commodity';
import type { Settings } from '../domain/settings';
import { type EpochMs, type Mills, subtractMills, toMills } from '../domain/units';
import { dayLossAllowedMills, drawdownLimitMills } from './exposure';
import { type MarginPriceOf, computeInitialMargin, computeMaintenanceMargin } from './margin';

export interface LossBreaker {
  readonly name: 'DAY_LOSS' | 'DRAWDOWN';
  /**
   * What has been lost of what may be: from the equity of the day's beginning to its low, from the
   * peak to now. Never below zero.
   */
  readonly lostMills: Mills;
  readonly allowedMills: Mills;
  readonly isTripped: boolean;
  /** True while less than the normal fall is allowed, until the next trading day. */
  readonly isReduced: boolean;
}

export interface LosingStreak {
  readonly commodity: CommodityKey;
  /** Trades lost one after the other since the last gain or pause. */
  readonly losses: number;
  /** Until when it pauses; null while it does not. */
  readonly coolUntilMs: EpochMs | null;
}

/** An account against what the exchange requires of it, in mills. */
export interface MarginState {
  readonly equityMills: Mills;
  readonly maintenanceMills: Mills;
  readonly initialMills: Mills;
  /** Equity above the maintenance margin; negative below it. */
  readonly excessMills: Mills;
  /** Since when a margin call is not met; null without one. */
  readonly calledMs: EpochMs | null;
}

/** The margin of a book at an equity. */
export function marginState(book: Book, priceOf: MarginPriceOf, equityMills: Mills): MarginState {
  const maintenanceMills = computeMaintenanceMargin(book, priceOf);
  return {
    equityMills,
    maintenanceMills,
    initialMills: computeInitialMargin(book, priceOf),
    excessMills: subtractMills(equityMills, maintenanceMills),
    calledMs: book.marginCall?.atMs ?? null,
  };
}

const computeLoss = (fromMills: Mills, toEquityMills: Mills): Mills =>
  toMills(Math.max(0, subtractMills(fromMills, toEquityMills)));

/** The two breakers of money at an equity, in mills. */
export function lossBreakers(
  book: Book,
  settings: Pick<Settings, 'riskLevel'>,
  equityMills: Mills,
): readonly LossBreaker[] {
  const day = {
    lostMills: computeLoss(book.dayStartMills, toMills(Math.min(equityMills, book.dayLowMills))),
    allowedMills: dayLossAllowedMills(book, settings),
  };
  const { drawdown, peakMills } = book;
  const fall = {
    lostMills: drawdown
      ? computeLoss(drawdown.peakMills, drawdown.equityMills)
      : computeLoss(peakMills, equityMills),
    allowedMills: drawdown?.allowedMills ?? drawdownLimitMills(book, settings),
  };
  const isReduced = book.reducedAllowance?.day === book.day;
  return [
    { name: 'DAY_LOSS', ...day, isTripped: day.lostMills > day.allowedMills, isReduced: false },
    { name: 'DRAWDOWN', ...fall, isTripped: drawdown !== null, isReduced },
  ];
}

/** Commodities that have lost lately or pause, in the order of the list. */
export function losingStreaks(book: Book, nowMs: EpochMs): readonly LosingStreak[] {
  return COMMODITY_KEYS.flatMap((commodity) => {
    const { losses = 0, coolUntilMs = null } = book.commodities[commodity] ?? {};
    const isCooling = coolUntilMs !== null && coolUntilMs > nowMs;
    return losses > 0 || isCooling
      ? [{ commodity, losses, coolUntilMs: isCooling ? coolUntilMs : null }]
      : [];
  });
}
