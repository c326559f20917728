/**
 * The figures of a book as rows of a report, each with how it is computed and, where it is missing,
 * why.
 */
import type { PortfolioReport } from '../../trading/portfolio/report';
import type { FigureKind, MetricGroup, MetricRow, OrReason } from './model';

const NO_TRADE = 'nothing has been closed yet';
const NO_DAYS =
  'it wants returns of at least two days that are not all alike, and equity above zero';
const NO_YEAR = 'a shorter time than a year is not made into one';

const known = (value: number | null, reason: string): OrReason<number> =>
  value === null ? { value, reason } : { value };

const row = (
  name: string,
  kind: FigureKind,
  value: number | null,
  reason: string,
  how: string,
): MetricRow => ({ name, kind, figure: known(value, reason), how });

const returns = (report: PortfolioReport): MetricRow[] => [
  row(
    'Total return',
    'signed-percent',
    report.totalReturnPercent,
    'the capital was not above zero',
    'change of equity over the capital',
  ),
  row(
    'Annual growth',
    'signed-percent',
    report.annualGrowthPercent,
    NO_YEAR,
    'the constant yearly return that leads to the same end (CAGR)',
  ),
  row(
    'Volatility a year',
    'percent',
    report.volatilityPercent,
    NO_DAYS,
    'sample deviation of daily returns times the root of the days in a year',
  ),
  row(
    'Sharpe ratio',
    'ratio',
    report.sharpeRatio,
    NO_DAYS,
    'mean over deviation of daily returns, a year; cash earns nothing',
  ),
  row(
    'Sortino ratio',
    'ratio',
    report.sortinoRatio,
    `${NO_DAYS}; one of them must have lost`,
    'the same over the deviation of losses alone',
  ),
  row(
    'Turnover a year',
    'ratio',
    report.turnoverPerYear,
    'no time has passed',
    'value of all fills over the average equity, a year',
  ),
];

/**
 * What a desk keeps of a valuation is the equity, so that the value held between two of them is not
 * known afterwards.
 */
const NO_EXPOSURE = 'stored valuations keep the equity, not what was held';

const risks = (report: PortfolioReport, knowsExposure: boolean): MetricRow[] => [
  row(
    'Deepest fall',
    'percent',
    report.drawdown?.percent ?? null,
    report.drawdown === null
      ? 'nothing was valued yet'
      : 'it began at a peak that was not above zero',
    'largest fall of equity below its highest so far, over that',
  ),
  row(
    'Deepest fall in money',
    'money',
    report.drawdown?.mills ?? null,
    'nothing was valued yet',
    'largest fall of equity below its highest so far',
  ),
  row(
    'Longest time below a peak',
    'duration',
    report.drawdown?.durationMs ?? null,
    'nothing was valued yet',
    'from a highest until it was reached again, or until now',
  ),
  row(
    'Average exposure',
    'percent',
    knowsExposure ? report.averageExposurePercent : null,
    knowsExposure ? 'no time has passed, or equity was not above zero' : NO_EXPOSURE,
    'value held over equity, averaged over time',
  ),
];

const trades = (report: PortfolioReport): MetricRow[] => [
  row(
    'Closed trades',
    'count',
    report.trades,
    NO_TRADE,
    'positions from their first fill to their last',
  ),
  row(
    'Win rate',
    'percent',
    report.winRatePercent,
    NO_TRADE,
    'share of closed trades above zero after fees',
  ),
  row(
    'Profit factor',
    'ratio',
    report.profitFactor,
    'nothing was lost',
    'sum of wins over sum of losses, after fees',
  ),
  row(
    'Expectancy',
    'signed-money',
    report.expectancyMills,
    NO_TRADE,
    'mean result of a closed trade after fees',
  ),
  row(
    'Average win',
    'signed-money',
    report.average.winMills,
    'nothing was won',
    'mean of the results above zero',
  ),
  row(
    'Average loss',
    'signed-money',
    report.average.lossMills,
    'nothing was lost',
    'mean of the results below zero',
  ),
  row(
    'Longest losing streak',
    'count',
    report.longestLosingStreak,
    NO_TRADE,
    'most losing closes in a row',
  ),
];

/**
 * All figures in three groups. `knowsExposure`: whether the curve carried what was held at each of
 * its points.
 */
export const statisticsGroups = (
  report: PortfolioReport,
  knowsExposure: boolean,
): MetricGroup[] => [
  { name: 'Return', rows: returns(report) },
  { name: 'Risk', rows: risks(report, knowsExposure) },
  { name: 'Trades', rows: trades(report) },
];
