/** Trade figures of a run; all legs and rolls of a position count as one trade. */
import type { Mills } from '../domain/units';
import {
  type AverageWinLoss,
  computeAverageWinLoss,
} from '../portfolio/statistics/average-win-loss';
import { type Excursions, computeExcursions } from '../portfolio/statistics/excursion';
import { computeExpectancyMills } from '../portfolio/statistics/expectancy';
import { computeLongestLosingStreak } from '../portfolio/statistics/losing-streak';
import { computePayoffRatio } from '../portfolio/statistics/payoff-ratio';
import { computeProfitFactor } from '../portfolio/statistics/profit-factor';
import { type RMultiples, computeRMultiples } from '../portfolio/statistics/r-multiples';
import { computeWinRatePercent } from '../portfolio/statistics/win-rate';
import { type Figure, toFigure } from './figure';
import type { GroupedTrade } from './grouped-trades';

/** See each function for units and null cases. */
export interface TradeMetrics {
  readonly trades: number;
  readonly winRatePercent: Figure;
  readonly profitFactor: Figure;
  readonly expectancyMills: Figure<Mills>;
  readonly average: AverageWinLoss;
  readonly payoffRatio: Figure;
  readonly longestLosingStreak: number;
  readonly rMultiples: Figure<RMultiples>;
  readonly excursions: Figure<Excursions>;
}

const NO_TRADE = 'nothing was traded';

export function computeTradeMetrics(holdings: readonly GroupedTrade[]): TradeMetrics {
  const getReason = (reason: string): string => (holdings.length === 0 ? NO_TRADE : reason);
  return {
    trades: holdings.length,
    winRatePercent: toFigure(computeWinRatePercent(holdings), NO_TRADE),
    profitFactor: toFigure(computeProfitFactor(holdings), getReason('no trade lost money')),
    expectancyMills: toFigure(computeExpectancyMills(holdings), NO_TRADE),
    average: computeAverageWinLoss(holdings),
    payoffRatio: toFigure(
      computePayoffRatio(holdings),
      getReason('all trades were of one kind: it takes a win and a loss'),
    ),
    longestLosingStreak: computeLongestLosingStreak(holdings),
    rMultiples: toFigure(computeRMultiples(holdings), getReason('no trade had a stop')),
    excursions: toFigure(
      computeExcursions(holdings),
      getReason('every trade has several simultaneous legs, so excursions are unknown'),
    ),
  };
}
