// What the pages of backtests say of one: which world, how it stands, what its figures mean.
import type { BacktestResultWire, BacktestWire, FigureWire } from '../../contracts/backtest';
import { COMMODITIES, type CommodityKey } from '../../trading/domain/commodity';
import {
  MISSING,
  count,
  date,
  decimalNumber,
  percent,
  signedMoney,
  signedPercent,
} from '../../trading/domain/format';
import { fromDollars } from '../../trading/domain/units';

/** The form, filled in for a playbook. */
export const backtestForm = (mode: CommodityKey, playbook: string): string =>
  `/backtest?mode=${mode}&playbook=${playbook}`;

export const yearsText = (years: number): string =>
  `${count(years)} ${years === 1 ? 'year' : 'years'}`;

const worldText = ({
  world,
  seed,
  years,
}: Pick<BacktestWire, 'world' | 'seed' | 'years'>): string =>
  world === 'desk'
    ? `the past of this desk's own world, the last ${yearsText(years)}`
    : `${yearsText(years)} of world ${seed ?? ''}, which nobody has seen`;

export const subjectText = (job: BacktestWire): string =>
  `${COMMODITIES[job.mode].displayName}, ${job.playbook}, ${worldText(job)}`;

/** One or two words. */
export function phaseText({ phase, share }: BacktestWire): string {
  if (phase === 'running') return percent(100 * (share ?? 0), 0);
  return { waiting: 'waits', done: 'done', failed: 'failed', cancelled: 'cancelled' }[phase];
}

/** How it stands, a sentence. */
export function stateText({ phase, ahead, share, doing, fault }: BacktestWire): string {
  switch (phase) {
    case 'waiting':
      return `It waits: ${count(ahead)} ${ahead === 1 ? 'backtest is' : 'backtests are'} before it on this desk.`;
    case 'running':
      return `${percent(100 * (share ?? 0), 0)} done: it ${doing ?? 'begins'}.`;
    case 'done':
      return 'It is done.';
    case 'failed':
      return fault ?? 'It failed.';
    case 'cancelled':
      return 'It was cancelled. Nothing of it was looked at, so that no trial was counted.';
  }
}

/** What is announced: at every quarter, for nobody wants to hear each hundredth. */
export function newsText({ phase, share }: BacktestWire): string {
  if (phase === 'running') return `Backtest: ${percent(25 * Math.floor(4 * (share ?? 0)), 0)} done`;
  return {
    waiting: 'Backtest: waits',
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
function told(
  name: string,
  figure: FigureWire,
  text: (value: number) => string,
  meaning: string,
): FigureText {
  return figure.value === null
    ? { name, value: MISSING, meaning: `None: ${figure.reason}.` }
    : { name, value: text(figure.value), meaning };
}

export function figureTexts(result: BacktestResultWire): FigureText[] {
  const { netPercentAYear, netPercentOnBook, netProfit, trades, configurations } = result;
  const tried = `${count(configurations)} ${configurations === 1 ? 'configuration' : 'configurations'}`;
  return [
    {
      name: 'Net a year',
      value: signedPercent(trades === 0 ? null : netPercentAYear),
      meaning:
        trades === 0
          ? 'None: nothing was traded, so that no money was bound.'
          : 'profit after all costs, a year, over the mean money that an open holding binds; nothing is borrowed',
    },
    {
      name: 'On the book',
      value: signedPercent(netPercentOnBook),
      meaning: `the same over the whole book: ${signedMoney(fromDollars(netProfit))} in all`,
    },
    { name: 'Trades', value: count(trades), meaning: 'holdings closed; few of them prove little' },
    told(
      'Sharpe ratio',
      result.sharpe,
      (value) => decimalNumber(value, 2),
      'mean over deviation of daily returns, scaled to a year',
    ),
    told(
      'Deflated Sharpe',
      result.deflatedSharpe,
      (value) => decimalNumber(value, 2),
      `how sure it is that this beats the luck of the best of ${tried} tried on this commodity; .95 is sure`,
    ),
    told(
      'Drawdown',
      result.drawdownPercent,
      (value) => percent(value),
      'deepest fall of the book from a height to the lowest point after it',
    ),
    told(
      'Hit rate',
      result.hitRatePercent,
      (value) => percent(value, 0),
      'share of holdings with a profit after costs',
    ),
    told(
      'Cost share',
      result.costSharePercent,
      (value) => percent(value, 0),
      'fees, spread and slippage over the profit before them',
    ),
  ];
}

export const spanText = ({ from, until }: BacktestResultWire): string =>
  `${date(Date.parse(from), 'UTC')} to ${date(Date.parse(until), 'UTC')}`;
