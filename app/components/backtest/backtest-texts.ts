// Texts of the backtest pages: data, state and figures of a job.

import { COMMODITIES } from '../../trading/domain/commodity';
import {
  MISSING,
  formatCount,
  formatDate,
  formatMoney,
  formatNumber,
  formatPercent,
  formatSignedMoney,
  formatSignedNumber,
  formatSignedPercent,
} from '../../trading/domain/format';
import { fromDollars } from '../../trading/domain/units';
import type { BacktestResultDto, BacktestDto, FigureDto } from '../../contracts/api/backtest';

export const formatYears = (years: number): string =>
  `${formatCount(years)} ${years === 1 ? 'year' : 'years'}`;

const formatDataSource = ({
  world,
  seed,
  years,
}: Pick<BacktestDto, 'world' | 'seed' | 'years'>): string =>
  world === 'desk'
    ? `in-sample history, the last ${formatYears(years)}`
    : `${formatYears(years)} out-of-sample, seed ${seed ?? ''}`;

export const formatSubject = (job: BacktestDto): string =>
  `${COMMODITIES[job.mode].displayName}, ${job.playbook}, ${formatDataSource(job)}`;

/** State in one or two words. */
export function formatPhase({ phase, share }: BacktestDto): string {
  if (phase === 'running') return formatPercent(100 * (share ?? 0), 0);
  return { waiting: 'queued', done: 'done', failed: 'failed', cancelled: 'cancelled' }[phase];
}

/** State as a sentence. */
export function formatState({ phase, ahead, share, doing, fault }: BacktestDto): string {
  switch (phase) {
    case 'waiting':
      return `Queued: ${formatCount(ahead)} ${ahead === 1 ? 'backtest' : 'backtests'} ahead.`;
    case 'running':
      return `${formatPercent(100 * (share ?? 0), 0)} done: ${doing ?? 'starting'}.`;
    case 'done':
      return 'Done.';
    case 'failed':
      return fault ?? 'Failed.';
    case 'cancelled':
      return 'Cancelled. No result was viewed, so no trial was counted.';
  }
}

/** Text for screen readers. Changes at each quarter only, to limit announcements. */
export function formatAnnouncement({ phase, share }: BacktestDto): string {
  if (phase === 'running')
    return `Backtest: ${formatPercent(25 * Math.floor(4 * (share ?? 0)), 0)} done`;
  return {
    waiting: 'Backtest: queued',
    done: 'Backtest: done, the result is below',
    failed: 'Backtest: failed',
    cancelled: 'Backtest: cancelled',
  }[phase];
}

interface FigureText {
  readonly name: string;
  readonly value: string;
  readonly meaning: string;
}

/** A figure with its explanation, or the reason why it is missing. */
function buildFigureText(
  name: string,
  figure: FigureDto,
  format: (value: number) => string,
  meaning: string,
): FigureText {
  return figure.value === null
    ? { name, value: MISSING, meaning: `No data: ${figure.reason}.` }
    : { name, value: format(figure.value), meaning };
}

export function buildFigureTexts(result: BacktestResultDto): FigureText[] {
  const { capital, netPercentAYear, netProfit, trades, tradesPerYear, configurations } = result;
  const configurationText = `${formatCount(configurations)} ${configurations === 1 ? 'configuration' : 'configurations'}`;
  return [
    {
      name: 'Net return a year',
      value: formatSignedPercent(netPercentAYear),
      meaning: `Of the ${formatMoney(fromDollars(capital))} account after all costs, simple; no leverage`,
    },
    {
      name: 'Net profit a year',
      value: formatSignedMoney(fromDollars((capital * netPercentAYear) / 100)),
      meaning: `the same in dollars; ${formatSignedMoney(fromDollars(netProfit))} in total`,
    },
    buildFigureText(
      'Worst year',
      result.worstYearPercent,
      (value) => formatSignedPercent(value),
      'lowest calendar year, percent of the account',
    ),
    {
      name: 'Trades',
      value: formatCount(trades),
      meaning: `closed trades, ${formatNumber(tradesPerYear, 1)} a year; legs and rolls of a position count once (small sample)`,
    },
    buildFigureText(
      'Edge per trade',
      result.edgeBp,
      (value) => `${formatSignedNumber(value, 1)} bp`,
      'profit before costs, basis points of notional',
    ),
    buildFigureText(
      'Cost per trade',
      result.costBp,
      (value) => `${formatNumber(value, 1)} bp`,
      'fees, spread and slippage of entry, exit and rolls, basis points of notional',
    ),
    buildFigureText(
      'Turnover',
      result.turnoverPerYear,
      (value) => `${formatNumber(value, 1)} times a year`,
      'notional of all fills / mean equity',
    ),
    buildFigureText(
      'Sharpe ratio',
      result.sharpe,
      (value) => formatNumber(value, 2),
      'mean / standard deviation of daily returns, annualized',
    ),
    buildFigureText(
      'Deflated Sharpe',
      result.deflatedSharpe,
      (value) => formatNumber(value, 2),
      'Probability that Sharpe exceeds the hurdle; 0.95 is significant',
    ),
    buildFigureText(
      'Sharpe hurdle',
      result.hurdleSharpe,
      (value) => formatNumber(value, 2),
      `best annual Sharpe expected by luck of ${configurationText} of this family`,
    ),
    buildFigureText(
      'Drawdown',
      result.drawdownPercent,
      (value) => formatPercent(value),
      'max drawdown: decline of the account from peak to trough',
    ),
    buildFigureText(
      'Hit rate',
      result.hitRatePercent,
      (value) => formatPercent(value, 0),
      'percent of trades with a profit after costs',
    ),
    buildFigureText(
      'Cost share',
      result.costSharePercent,
      (value) => formatPercent(value, 0),
      'fees, spread and slippage as percent of profit before costs',
    ),
  ];
}

export const formatPeriod = ({ from, until }: BacktestResultDto): string =>
  `${formatDate(Date.parse(from), 'UTC')} to ${formatDate(Date.parse(until), 'UTC')}`;
