/**
 * The figures of the trades of a run, each holding counted once, however many legs and rolls it
 * had.
 */
import type { Mills } from '../domain/units';
import { type AverageWinLoss, averageWinLoss } from '../portfolio/statistics/average-win-loss';
import { type Excursions, computeExcursions } from '../portfolio/statistics/excursion';
import { expectancyMills } from '../portfolio/statistics/expectancy';
import { longestLosingStreak } from '../portfolio/statistics/losing-streak';
import { payoffRatio } from '../portfolio/statistics/payoff-ratio';
import { profitFactor } from '../portfolio/statistics/profit-factor';
import { type RMultiples, rMultiples } from '../portfolio/statistics/r-multiples';
import { winRatePercent } from '../portfolio/statistics/win-rate';
import { type Figure, figure } from './figure';
import type { Holding } from './holdings';

/** Units and cases without a figure are those of each figure's own file. */
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

/** All figures of closed holdings. */
export function tradeMetrics(holdings: readonly Holding[]): TradeMetrics {
  const orNothing = (reason: string): string => (holdings.length === 0 ? NO_TRADE : reason);
  return {
    trades: holdings.length,
    winRatePercent: figure(winRatePercent(holdings), NO_TRADE),
    profitFactor: figure(profitFactor(holdings), orNothing('no trade lost money')),
    expectancyMills: figure(expectancyMills(holdings), NO_TRADE),
    average: averageWinLoss(holdings),
    payoffRatio: figure(
      payoffRatio(holdings),
      orNothing('all trades were of one kind: it takes a win and a loss'),
    ),
    longestLosingStreak: longestLosingStreak(holdings),
    rMultiples: figure(rMultiples(holdings), orNothing('no trade had a stop')),
    excursions: figure(
      computeExcursions(holdings),
      orNothing('every trade held several legs at once, whose common way is not told'),
    ),
  };
}
