/** Portfolio statistics as report rows, each with its formula and the reason if missing. */
import type { PortfolioReport } from '../../trading/portfolio/report';
import type { FigureKind, MetricGroup, MetricRow, OrReason } from './report-model';

const NO_TRADE = 'no closed trades yet';
const NO_DAYS = 'needs at least two different daily returns and equity above zero';
const NO_YEAR = 'less than one year of data';

const toFigure = (value: number | null, reason: string): OrReason<number> =>
  value === null ? { value, reason } : { value };

const buildRow = (
  name: string,
  kind: FigureKind,
  value: number | null,
  reason: string,
  how: string,
): MetricRow => ({ name, kind, figure: toFigure(value, reason), how });

const buildReturnRows = (report: PortfolioReport): MetricRow[] => [
  buildRow(
    'Total return',
    'signed-percent',
    report.totalReturnPercent,
    'the capital was not above zero',
    'change of equity / initial capital',
  ),
  buildRow(
    'Annual growth',
    'signed-percent',
    report.annualGrowthPercent,
    NO_YEAR,
    'compound annual growth rate (CAGR)',
  ),
  buildRow(
    'Volatility, annualized',
    'percent',
    report.volatilityPercent,
    NO_DAYS,
    'standard deviation of daily returns x square root of days per year',
  ),
  buildRow(
    'Sharpe ratio',
    'ratio',
    report.sharpeRatio,
    NO_DAYS,
    'mean / standard deviation of daily returns, annualized; risk-free rate 0%',
  ),
  buildRow(
    'Sortino ratio',
    'ratio',
    report.sortinoRatio,
    `${NO_DAYS}; at least one loss`,
    'mean / downside deviation of daily returns, annualized',
  ),
  buildRow(
    'Turnover, annual',
    'ratio',
    report.turnoverPerYear,
    'no time has passed',
    'value of all fills / average equity, annualized',
  ),
];

/** Stored valuations hold equity only, so past notional is unknown. */
const NO_EXPOSURE = 'notional of past valuations is not stored';

const buildRiskRows = (report: PortfolioReport, hasExposure: boolean): MetricRow[] => [
  buildRow(
    'Max drawdown',
    'percent',
    report.drawdown?.percent ?? null,
    report.drawdown === null ? 'no valuation yet' : 'the peak was not above zero',
    'largest decline from peak equity / peak equity',
  ),
  buildRow(
    'Max drawdown, dollars',
    'money',
    report.drawdown?.mills ?? null,
    'no valuation yet',
    'largest decline from peak equity',
  ),
  buildRow(
    'Longest drawdown',
    'duration',
    report.drawdown?.durationMs ?? null,
    'no valuation yet',
    'from a peak to its recovery, or to now',
  ),
  buildRow(
    'Average exposure',
    'percent',
    hasExposure ? report.averageExposurePercent : null,
    hasExposure ? 'no time has passed, or equity was not above zero' : NO_EXPOSURE,
    'notional / equity, time-weighted average',
  ),
];

const buildTradeRows = (report: PortfolioReport): MetricRow[] => [
  buildRow('Closed trades', 'count', report.trades, NO_TRADE, 'positions from first to last fill'),
  buildRow(
    'Win rate',
    'percent',
    report.winRatePercent,
    NO_TRADE,
    'fraction of closed trades above zero after fees',
  ),
  buildRow(
    'Profit factor',
    'ratio',
    report.profitFactor,
    'no losing trades',
    'sum of wins / sum of losses, after fees',
  ),
  buildRow(
    'Expectancy',
    'signed-money',
    report.expectancyMills,
    NO_TRADE,
    'mean result of a closed trade after fees',
  ),
  buildRow(
    'Average win',
    'signed-money',
    report.average.winMills,
    'no winning trades',
    'mean of the results above zero',
  ),
  buildRow(
    'Average loss',
    'signed-money',
    report.average.lossMills,
    'no losing trades',
    'mean of the results below zero',
  ),
  buildRow(
    'Longest losing streak',
    'count',
    report.longestLosingStreak,
    NO_TRADE,
    'maximum consecutive losing trades',
  ),
];

/** Three groups of figures. `hasExposure`: whether the curve contains notional. */
export const buildStatisticsGroups = (
  report: PortfolioReport,
  hasExposure: boolean,
): MetricGroup[] => [
  { name: 'Return', rows: buildReturnRows(report) },
  { name: 'Risk', rows: buildRiskRows(report, hasExposure) },
  { name: 'Trades', rows: buildTradeRows(report) },
];
