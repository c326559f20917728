/** Performance figures of an equity curve, for a run or its market. */
import { computeAnnualGrowthPercent } from '../portfolio/statistics/annual-growth';
import { computeCalmarRatio } from '../portfolio/statistics/calmar';
import { computeDailyReturns, listDayEnds } from '../portfolio/statistics/daily-returns';
import { type Drawdown, computeMaxDrawdown } from '../portfolio/statistics/drawdown';
import type { EquityPoint } from '../portfolio/statistics/input';
import { type YearOfReturns, computeMonthlyReturns } from '../portfolio/statistics/monthly-returns';
import {
  type SharpeSample,
  computeProbabilisticSharpe,
} from '../portfolio/statistics/probabilistic-sharpe';
import { computeReturnShape } from '../portfolio/statistics/return-shape';
import { computeSharpePerDay, computeSharpeRatio } from '../portfolio/statistics/sharpe';
import { computeSortinoRatio } from '../portfolio/statistics/sortino';
import { computeTailRatio } from '../portfolio/statistics/tail-ratio';
import { computeTotalReturnPercent } from '../portfolio/statistics/total-return';
import { computeUlcerIndexPercent } from '../portfolio/statistics/ulcer-index';
import { computeVolatilityPercent } from '../portfolio/statistics/volatility';
import { type Figure, toFigure } from './figure';

/** Sample statistics of daily returns, with their number per year to annualize by. */
export interface SharpeEvidence extends SharpeSample {
  readonly perYear: number;
}

/** See each function for units and null cases. */
export interface CurveMetrics {
  readonly totalReturnPercent: Figure;
  readonly annualGrowthPercent: Figure;
  readonly volatilityPercent: Figure;
  /** Annualized. */
  readonly sharpeRatio: Figure;
  readonly sortinoRatio: Figure;
  readonly calmarRatio: Figure;
  readonly drawdown: Figure<Drawdown>;
  readonly ulcerIndexPercent: Figure;
  readonly tailRatio: Figure;
  /**
   * Per-return Sharpe ratio, count, skewness and kurtosis of daily returns, for trials and tests.
   */
  readonly evidence: Figure<SharpeEvidence>;
  /** Probability that the true Sharpe ratio is positive, 0 to 1. */
  readonly probabilisticSharpe: Figure;
  readonly months: readonly YearOfReturns[];
}

const NO_POINTS = 'there is no bar, or the capital is not above zero';
const NO_YEAR = 'it takes a year of bars, with equity above zero at both ends';
const NO_SCATTER =
  "it takes two daily returns that differ, with equity above zero at every day's end";

/** All figures of an equity curve in time order. */
export function computeCurveMetrics(curve: readonly EquityPoint[]): CurveMetrics {
  // Daily figures use day ends only: an intraday curve has a hundred times as many points.
  const days = listDayEnds(curve);
  const evidence = computeEvidence(days);
  return {
    totalReturnPercent: toFigure(computeTotalReturnPercent(curve), NO_POINTS),
    annualGrowthPercent: toFigure(computeAnnualGrowthPercent(curve), NO_YEAR),
    volatilityPercent: toFigure(computeVolatilityPercent(days), NO_SCATTER),
    sharpeRatio: toFigure(computeSharpeRatio(days), NO_SCATTER),
    sortinoRatio: toFigure(
      computeSortinoRatio(days),
      'it takes two daily returns of which one is below zero, with equity above zero',
    ),
    calmarRatio: toFigure(
      computeCalmarRatio(curve),
      `${NO_YEAR}, and a fall from a peak above zero`,
    ),
    drawdown: toFigure(computeMaxDrawdown(curve), 'there is no bar'),
    ulcerIndexPercent: toFigure(computeUlcerIndexPercent(days), NO_POINTS),
    tailRatio: toFigure(computeTailRatio(days), 'fewer than one day in twenty lost money'),
    evidence: toFigure(evidence, NO_SCATTER),
    probabilisticSharpe: toFigure(evidence && computeProbabilisticSharpe(evidence), NO_SCATTER),
    months: computeMonthlyReturns(curve),
  };
}

function computeEvidence(days: readonly EquityPoint[]): SharpeEvidence | null {
  const returns = computeDailyReturns(days);
  const sharpe = returns && computeSharpePerDay(returns);
  const shape = returns && computeReturnShape(returns);
  return returns && shape && sharpe !== null
    ? { ...shape, sharpe, count: returns.ratios.length, perYear: returns.perYear }
    : null;
}
