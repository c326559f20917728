/** The figures of a curve of equity, of a run as of its market. */
import { annualGrowthPercent } from '../portfolio/statistics/annual-growth';
import { calmarRatio } from '../portfolio/statistics/calmar';
import { dailyReturns, dayEnds } from '../portfolio/statistics/daily-returns';
import { type Drawdown, maxDrawdown } from '../portfolio/statistics/drawdown';
import type { EquityPoint } from '../portfolio/statistics/input';
import { type YearOfReturns, monthlyReturns } from '../portfolio/statistics/monthly-returns';
import {
  type SharpeEvidence,
  probabilisticSharpe,
} from '../portfolio/statistics/probabilistic-sharpe';
import { returnShape } from '../portfolio/statistics/return-shape';
import { sharpePerDay, sharpeRatio } from '../portfolio/statistics/sharpe';
import { sortinoRatio } from '../portfolio/statistics/sortino';
import { tailRatio } from '../portfolio/statistics/tail-ratio';
import { totalReturnPercent } from '../portfolio/statistics/total-return';
import { ulcerIndexPercent } from '../portfolio/statistics/ulcer-index';
import { volatilityPercent } from '../portfolio/statistics/volatility';
import { type Figure, figure } from './figure';

/** Units and cases without a figure are those of each figure's own file. */
export interface CurveMetrics {
  readonly totalReturnPercent: Figure;
  readonly annualGrowthPercent: Figure;
  readonly volatilityPercent: Figure;
  /** Of a year. */
  readonly sharpeRatio: Figure;
  readonly sortinoRatio: Figure;
  readonly calmarRatio: Figure;
  readonly drawdown: Figure<Drawdown>;
  readonly ulcerIndexPercent: Figure;
  readonly tailRatio: Figure;
  /**
   * What the Sharpe ratio rests on: ratio of one daily return, number, skewness and kurtosis of
   * them; for trials and tests.
   */
  readonly evidence: Figure<SharpeEvidence>;
  /** Chance that the true Sharpe ratio is above zero, 0 to 1. */
  readonly probabilisticSharpe: Figure;
  readonly months: readonly YearOfReturns[];
}

const NO_POINTS = 'there is no bar, or the capital is not above zero';
const NO_YEAR = 'it takes a year of bars, with equity above zero at both ends';
const NO_SCATTER =
  "it takes two daily returns that differ, with equity above zero at every day's end";

/** All figures of a curve in order of time. */
export function curveMetrics(curve: readonly EquityPoint[]): CurveMetrics {
  // What is made from days is made from their ends alone: a curve of quarter hours has a hundred
  // times as many points.
  const days = dayEnds(curve);
  const evidence = findEvidence(days);
  return {
    totalReturnPercent: figure(totalReturnPercent(curve), NO_POINTS),
    annualGrowthPercent: figure(annualGrowthPercent(curve), NO_YEAR),
    volatilityPercent: figure(volatilityPercent(days), NO_SCATTER),
    sharpeRatio: figure(sharpeRatio(days), NO_SCATTER),
    sortinoRatio: figure(
      sortinoRatio(days),
      'it takes two daily returns of which one is below zero, with equity above zero',
    ),
    calmarRatio: figure(calmarRatio(curve), `${NO_YEAR}, and a fall from a peak above zero`),
    drawdown: figure(maxDrawdown(curve), 'there is no bar'),
    ulcerIndexPercent: figure(ulcerIndexPercent(days), NO_POINTS),
    tailRatio: figure(tailRatio(days), 'fewer than one day in twenty lost money'),
    evidence: figure(evidence, NO_SCATTER),
    probabilisticSharpe: figure(evidence && probabilisticSharpe(evidence), NO_SCATTER),
    months: monthlyReturns(curve),
  };
}

function findEvidence(days: readonly EquityPoint[]): SharpeEvidence | null {
  const returns = dailyReturns(days);
  const sharpe = returns && sharpePerDay(returns);
  const shape = returns && returnShape(returns);
  return returns && shape && sharpe !== null
    ? { ...shape, sharpe, count: returns.ratios.length }
    : null;
}
