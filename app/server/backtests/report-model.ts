// A run as the report of a backtest wants it: figures with their reasons, what was assumed, and how
// far it could be luck.
import type {
  BacktestModel,
  Doubt,
  MetricGroup,
  MetricRow,
  OrReason,
  Remark,
} from '../../models/reports/model';
import { type Metrics, computeMetrics } from '../../trading/backtest/metrics';
import { randomEntries } from '../../trading/backtest/random-entry';
import { randomLanes } from '../../trading/backtest/random-lanes';
import { resampleReturns } from '../../trading/backtest/resample';
import type { BacktestRun, ChainTape } from '../../trading/backtest/tape';
import { NO_MILLS, toMills } from '../../trading/domain/units';
import { dailyReturns, dayEnds } from '../../trading/portfolio/statistics/daily-returns';
import { seededRandom } from '../../trading/random';
import { tapesHash } from './tapes-hash';
import type { Ran } from './study';
import type { Judged } from './conclusion';

const METHOD: readonly Remark[] = [
  {
    name: 'Decisions',
    text: 'signals at the close of a bar from data published by then, filled at the next open',
  },
  {
    name: 'Costs',
    text: 'half the spread, slippage, square-root market impact by share of daily volume, and a fee on both sides, as in live accounts',
  },
  {
    name: 'Stops and targets',
    text: 'active from the fill; within one bar the stop is filled first, and a gap fills at the open',
  },
  {
    name: 'Rolls',
    text: 'at the roll date a position is closed at the market price of its month and reopened in the next month, with the costs of both',
  },
  { name: 'Capital', text: 'every open leg reserves its full notional; no leverage' },
];
const NOT_MODELLED = [
  'Queue position in the order book, and partial fills.',
  'Interest on cash, and taxes.',
  'Daily circuit breakers, which apply to an account with several strategies.',
];

/** Said of files alone: a simulated chain is rolled month by month. */
export const FRONTS =
  'Front-month price files jump where contracts roll; these jumps are in every figure, but cannot be traded.';

/** The model of a report on one run. */
export function reportModel(
  { row, outcomes, verdict }: Judged,
  { run, chains }: Ran,
  source: BacktestModel['data']['source'],
  making: BacktestModel['making'],
  trials: number,
): BacktestModel {
  const metrics = computeMetrics(run);
  const [outcome] = outcomes;
  return {
    title: `${row.name}: backtest`,
    making,
    playbook: row,
    data: { market: outcome?.market ?? '', source, hash: { value: tapesHash(chains) } },
    method: METHOD,
    notModelled: source.kind === 'files' ? [...NOT_MODELLED, FRONTS] : NOT_MODELLED,
    run,
    instruments: chains.flatMap(({ months }) => months.map(({ instrument }) => instrument)),
    metrics: listGroups(metrics, outcome?.allocatedReturnPercent ?? 0),
    years: metrics.curve.months.map(({ year, months, yearPercent }) => ({
      year,
      months,
      totalPercent: yearPercent,
    })),
    risk: buildRisk(metrics),
    doubt: computeDoubt(metrics, run, chains, verdict.deflatedSharpe, trials),
  };
}

const row = (
  name: string,
  kind: MetricRow['kind'],
  figure: OrReason<number>,
  how: string,
): MetricRow => ({ name, kind, figure, how });

function listGroups(
  { curve, trades, costSharePercent, timeHeldPercent, turnoverPerYear }: Metrics,
  allocated: number,
): readonly MetricGroup[] {
  return [
    {
      name: 'Return',
      rows: [
        row(
          'Total return',
          'signed-percent',
          curve.totalReturnPercent,
          'change of equity over the capital of the book',
        ),
        row(
          'Growth a year',
          'signed-percent',
          curve.annualGrowthPercent,
          'the constant yearly growth that leads to the same end',
        ),
        row(
          'Net annualized return on capital used',
          'signed-percent',
          { value: allocated },
          'profit after costs per year / mean notional of open positions',
        ),
        row(
          'Volatility a year',
          'percent',
          curve.volatilityPercent,
          'standard deviation of daily returns, annualized',
        ),
        row(
          'Sharpe ratio',
          'ratio',
          curve.sharpeRatio,
          'mean / standard deviation of daily returns, annualized',
        ),
        row('Sortino ratio', 'ratio', curve.sortinoRatio, 'the same over the deviation of losses'),
        row('Calmar ratio', 'ratio', curve.calmarRatio, 'growth a year over the deepest fall'),
      ],
    },
    {
      name: 'Trades',
      rows: [
        row(
          'Trades',
          'count',
          { value: trades.trades },
          'closed positions; legs and rolls of one position count once',
        ),
        row(
          'Win rate',
          'percent',
          trades.winRatePercent,
          'share of holdings with a profit after costs',
        ),
        row('Profit factor', 'ratio', trades.profitFactor, 'all profits over all losses'),
        row(
          'Mean result',
          'signed-money',
          trades.expectancyMills,
          'mean profit of a holding after costs',
        ),
        row('Payoff ratio', 'ratio', trades.payoffRatio, 'mean win over mean loss'),
        row(
          'Longest losing streak',
          'count',
          { value: trades.longestLosingStreak },
          'losing holdings in a row',
        ),
      ],
    },
    {
      name: 'Work and cost',
      rows: [
        row(
          'Cost share',
          'percent',
          costSharePercent,
          'fees, spread and slippage as a share of profit before costs',
        ),
        row('Time held', 'percent', timeHeldPercent, 'share of bars with something held'),
        row(
          'Turnover a year',
          'ratio',
          turnoverPerYear,
          'notional of all fills / mean equity, per year',
        ),
      ],
    },
  ];
}

function buildRisk({ curve }: Metrics): readonly MetricRow[] {
  const { drawdown } = curve;
  const fall = (
    of: (value: NonNullable<typeof drawdown.value>) => number | null,
  ): OrReason<number> => {
    if (drawdown.value === null) return drawdown;
    const value = of(drawdown.value);
    return value === null
      ? { value, reason: 'a fall began at a peak at or below zero' }
      : { value };
  };
  return [
    row(
      'Deepest fall',
      'percent',
      fall(({ percent }) => percent),
      'from a peak of equity to the lowest point before the next',
    ),
    row(
      'Deepest fall in money',
      'money',
      fall(({ mills }) => mills),
      'the same in dollars',
    ),
    row(
      'Longest fall',
      'duration',
      fall(({ durationMs }) => durationMs),
      'from a peak until that height was reached again',
    ),
    row(
      'Ulcer index',
      'percent',
      curve.ulcerIndexPercent,
      'root of the mean squared fall from the last peak',
    ),
    row('Tail ratio', 'ratio', curve.tailRatio, 'the good twentieth of days over the bad one'),
  ];
}

const LEVEL = 0.9;

function computeDoubt(
  { curve }: Metrics,
  run: BacktestRun,
  chains: readonly ChainTape[],
  deflated: number | null,
  trials: number,
): Doubt {
  const random = seededRandom('backtest report');
  const ends = dayEnds(
    Array.from(run.stampsMs, (atMs, place) => ({
      atMs,
      equityMills: toMills(run.equityMills[place] ?? 0),
      notionalMills: NO_MILLS,
    })),
  );
  const drawn = resampleReturns(dailyReturns(ends)?.ratios ?? [], random, { level: LEVEL });
  const lanes = run.trades.length > 0 ? randomLanes(run, chains) : null;
  const entries = lanes && randomEntries(lanes, random);
  return {
    probabilisticSharpe: curve.probabilisticSharpe,
    deflatedSharpe: buildDeflated(curve, deflated, trials),
    bootstrap: drawn
      ? {
          value: {
            of: 'Sharpe ratio of one day',
            low: drawn.sharpe.low,
            high: drawn.sharpe.high,
            level: 100 * LEVEL,
          },
        }
      : { value: null, reason: 'it takes two daily returns that differ' },
    randomEntry: entries
      ? { value: { p: entries.pValue, draws: entries.draws } }
      : {
          value: null,
          reason:
            run.trades.length === 0
              ? 'nothing was traded'
              : 'positions overlap, or span two contract months',
        },
    overfit: { value: null, reason: 'one configuration was run alone' },
    worlds: {
      value: null,
      reason: 'only one simulated path was run; `npm run backtest -- --worlds 10` runs ten',
    },
  };
}

function buildDeflated(
  { evidence }: Metrics['curve'],
  deflated: number | null,
  trials: number,
): Doubt['deflatedSharpe'] {
  if (deflated !== null) return { value: { probability: deflated, trials } };
  return evidence.value === null
    ? evidence
    : {
        value: null,
        reason: 'several configurations were tried, but fewer than two have a Sharpe ratio',
      };
}
