// What the pages of backtests say of one: which world, how it stands, what its figures mean.

import { COMMODITIES, type CommodityKey } from '../../trading/domain/commodity';
import {
  MISSING,
  formatCount,
  formatDate,
  decimalNumber,
  formatPercent,
  signedMoney,
  signedPercent,
} from '../../trading/domain/format';
import { fromDollars } from '../../trading/domain/units';
import type { BacktestResultDto, BacktestDto, FigureDto } from '../../contracts/api/backtest';

/** The form, filled in for a playbook. */
export const backtestForm = (commodity: CommodityKey, playbook: string): string =>
  `/backtest?mode=${commodity}&playbook=${playbook}`;

export const yearsText = (years: number): string =>
  `${formatCount(years)} ${years === 1 ? 'year' : 'years'}`;

const worldText = ({
  world,
  seed,
  years,
}: Pick<BacktestDto, 'world' | 'seed' | 'years'>): string =>
  world === 'desk'
    ? `in-sample history, the last ${yearsText(years)}`
    : `${yearsText(years)} out-of-sample, seed ${seed ?? ''}`;

export const subjectText = (job: BacktestDto): string =>
  `${COMMODITIES[job.mode].displayName}, ${job.playbook}, ${worldText(job)}`;

/** One or two words. */
export function phaseText({ phase, share }: BacktestDto): string {
  if (phase === 'running') return formatPercent(100 * (share ?? 0), 0);
  return { waiting: 'waits', done: 'done', failed: 'failed', cancelled: 'cancelled' }[phase];
}

/** How it stands, a sentence. */
export function stateText({ phase, ahead, share, doing, fault }: BacktestDto): string {
  switch (phase) {
    case 'waiting':
      return `Queued: ${formatCount(ahead)} ${ahead === 1 ? 'backtest' : 'backtests'} ahead.`;
    case 'running':
      return `${formatPercent(100 * (share ?? 0), 0)} done: it ${doing ?? 'begins'}.`;
    case 'done':
      return 'Done.';
    case 'failed':
      return fault ?? 'Failed.';
    case 'cancelled':
      return 'Cancelled. No result was viewed, so no trial was counted.';
  }
}

/** What is announced: at every quarter, for nobody wants to hear each hundredth. */
export function newsText({ phase, share }: BacktestDto): string {
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

/** The figure, and what it means; where there is none, why. */
function buildFigureText(
  name: string,
  figure: FigureDto,
  text: (value: number) => string,
  meaning: string,
): FigureText {
  return figure.value === null
    ? { name, value: MISSING, meaning: `None: ${figure.reason}.` }
    : { name, value: text(figure.value), meaning };
}

export function figureTexts(result: BacktestResultDto): FigureText[] {
  const { netPercentAYear, netPercentOnBook, netProfit, trades, configurations } = result;
  const tried = `${formatCount(configurations)} ${configurations === 1 ? 'configuration' : 'configurations'}`;
  return [
    {
      name: 'Net return a year',
      value: signedPercent(trades === 0 ? null : netPercentAYear),
      meaning:
        trades === 0
          ? 'No data: no trades, so no capital used.'
          : 'Return on capital used, annualized, after all costs; no leverage',
    },
    {
      name: 'On account equity',
      value: signedPercent(netPercentOnBook),
      meaning: `the same on account equity: ${signedMoney(fromDollars(netProfit))} total`,
    },
    { name: 'Trades', value: formatCount(trades), meaning: 'closed trades (small sample)' },
    buildFigureText(
      'Sharpe ratio',
      result.sharpe,
      (value) => decimalNumber(value, 2),
      'mean / standard deviation of daily returns, annualized',
    ),
    buildFigureText(
      'Deflated Sharpe',
      result.deflatedSharpe,
      (value) => decimalNumber(value, 2),
      `Probability that Sharpe exceeds luck, corrected for ${tried} trials on this commodity; 0.95 is significant`,
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
      'fees, spread and slippage as a share of profit before costs',
    ),
  ];
}

export const spanText = ({ from, until }: BacktestResultDto): string =>
  `${formatDate(Date.parse(from), 'UTC')} to ${formatDate(Date.parse(until), 'UTC')}`;
