// Report of a backtest run: figures with their reasons, assumptions and overfitting tests.
import type {
  BacktestModel,
  OverfittingTests,
  MetricGroup,
  MetricRow,
  OrReason,
  NamedText,
} from '../../models/reports/report-model';
import { type Metrics, computeMetrics } from '../../trading/backtest/metrics';
import { testRandomEntries } from '../../trading/backtest/random-entry';
import { buildRandomLanes } from '../../trading/backtest/random-lanes';
import { resampleReturns } from '../../trading/backtest/resample';
import type { BacktestRun } from '../../trading/backtest/backtest-run';
import type { ChainTape } from '../../trading/backtest/tape';
import { NO_MILLS, toMills } from '../../trading/domain/units';
import { computeDailyReturns, listDayEnds } from '../../trading/portfolio/statistics/daily-returns';
import type { SharpeHurdle } from '../../trading/portfolio/statistics/deflated-sharpe';
import type { Random } from '../../trading/ports';
import { createSeededRandom } from '../../trading/random';
import { findMeasuredReturns } from '../../models/backtests/measured-returns';
import { computeTapesHash } from './tapes-hash';
import type { CompletedRun } from './study';
import type { AssessedStudy, BacktestConclusion } from './backtest-conclusion';
import type { BacktestOutcome } from './backtest-outcome';

const METHOD: readonly NamedText[] = [
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

/** For price files only: simulated chains roll month by month. */
export const FRONT_MONTH_NOTE =
  'Front-month price files jump where contracts roll; these jumps are in every figure, but cannot be traded.';

/** What a report takes from the tapes of a run, which are large. */
export interface TapeChecks {
  readonly hash: string;
  readonly instruments: BacktestModel['instruments'];
  readonly bootstrap: OverfittingTests['bootstrap'];
  readonly randomEntry: OverfittingTests['randomEntry'];
}

export function computeTapeChecks({ run, chains }: CompletedRun): TapeChecks {
  const random = createSeededRandom('backtest report');
  return {
    hash: computeTapesHash(chains),
    instruments: chains.flatMap(({ months }) => months.map(({ instrument }) => instrument)),
    // In this order: both draw from the same random numbers.
    bootstrap: testReturns(run, random),
    randomEntry: testEntries(run, chains, random),
  };
}

export function buildReportModel(
  { row, outcomes, verdict }: Omit<AssessedStudy, 'last'>,
  { run, checks }: { readonly run: BacktestRun; readonly checks: TapeChecks },
  source: BacktestModel['data']['source'],
  origin: BacktestModel['origin'],
): BacktestModel {
  const metrics = computeMetrics(run);
  const [outcome] = outcomes;
  return {
    title: `${row.name}: backtest`,
    origin,
    playbook: row,
    data: { market: outcome?.market ?? '', source, hash: { value: checks.hash } },
    method: METHOD,
    omissions: source.kind === 'files' ? [...NOT_MODELLED, FRONT_MONTH_NOTE] : NOT_MODELLED,
    run,
    instruments: checks.instruments,
    metrics: buildMetricGroups(metrics, outcome, verdict),
    years: metrics.curve.months.map(({ year, months, yearPercent }) => ({
      year,
      months,
      totalPercent: yearPercent,
    })),
    risk: buildRisk(metrics),
    overfitting: buildOverfittingTests(metrics, checks, verdict.deflated),
    record: findMeasuredReturns(row),
  };
}

const NO_TRADES = { value: null, reason: 'no trades' } as const;

const buildRow = (
  name: string,
  kind: MetricRow['kind'],
  figure: OrReason<number>,
  how: string,
): MetricRow => ({ name, kind, figure, how });

function buildMetricGroups(
  { curve, trades, costSharePercent, timeHeldPercent, turnoverPerYear }: Metrics,
  outcome: BacktestOutcome | undefined,
  { edge }: BacktestConclusion,
): readonly MetricGroup[] {
  return [
    {
      name: 'Return',
      rows: [
        buildRow(
          'Total return',
          'signed-percent',
          curve.totalReturnPercent,
          'change of equity / account capital',
        ),
        buildRow(
          'Annual growth',
          'signed-percent',
          curve.annualGrowthPercent,
          'compound annual growth rate',
        ),
        buildRow(
          'Net return a year',
          'signed-percent',
          { value: outcome?.accountReturnPercent ?? 0 },
          'profit after costs per year / account capital, simple',
        ),
        buildRow(
          'Worst year',
          'signed-percent',
          { value: outcome?.worstYearPercent ?? 0 },
          'lowest change of equity in a calendar year / account capital',
        ),
        buildRow(
          'Annualized volatility',
          'percent',
          curve.volatilityPercent,
          'standard deviation of daily returns, annualized',
        ),
        buildRow(
          'Sharpe ratio',
          'ratio',
          curve.sharpeRatio,
          'mean / standard deviation of daily returns, annualized',
        ),
        buildRow(
          'Sortino ratio',
          'ratio',
          curve.sortinoRatio,
          'mean / downside deviation, annualized',
        ),
        buildRow('Calmar ratio', 'ratio', curve.calmarRatio, 'annual growth / max drawdown'),
      ],
    },
    {
      name: 'Trades',
      rows: [
        buildRow(
          'Trades',
          'count',
          { value: trades.trades },
          'closed positions; legs and rolls of one position count once',
        ),
        buildRow(
          'Win rate',
          'percent',
          trades.winRatePercent,
          'positions with a profit after costs / all',
        ),
        buildRow('Profit factor', 'ratio', trades.profitFactor, 'gross profit / gross loss'),
        buildRow(
          'Mean result',
          'signed-money',
          trades.expectancyMills,
          'mean profit of a position after costs',
        ),
        buildRow('Payoff ratio', 'ratio', trades.payoffRatio, 'mean win / mean loss'),
        buildRow(
          'Longest losing streak',
          'count',
          { value: trades.longestLosingStreak },
          'losing positions in a row',
        ),
      ],
    },
    {
      name: 'Turnover and costs',
      rows: [
        buildRow(
          'Edge per trade',
          'basis-points',
          edge ? { value: edge.edgeBp } : NO_TRADES,
          'profit before costs / notional at entry',
        ),
        buildRow(
          'Cost per trade',
          'basis-points',
          edge ? { value: edge.costBp } : NO_TRADES,
          'fees, spread and slippage of entry, exit and rolls / notional at entry',
        ),
        buildRow(
          'Cost share',
          'percent',
          costSharePercent,
          'fees, spread and slippage / profit before costs',
        ),
        buildRow(
          'Time in market',
          'percent',
          timeHeldPercent,
          'bars with an open position / all bars',
        ),
        buildRow(
          'Annual turnover',
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
  const buildDrawdownFigure = (
    select: (value: NonNullable<typeof drawdown.value>) => number | null,
  ): OrReason<number> => {
    if (drawdown.value === null) return drawdown;
    const value = select(drawdown.value);
    return value === null
      ? { value, reason: 'a drawdown started at a peak at or below zero' }
      : { value };
  };
  return [
    buildRow(
      'Max drawdown',
      'percent',
      buildDrawdownFigure(({ percent }) => percent),
      'from an equity peak to the lowest point before the next',
    ),
    buildRow(
      'Max drawdown in dollars',
      'money',
      buildDrawdownFigure(({ mills }) => mills),
      'the same, in dollars',
    ),
    buildRow(
      'Longest drawdown',
      'duration',
      buildDrawdownFigure(({ durationMs }) => durationMs),
      'from a peak to its recovery',
    ),
    buildRow(
      'Ulcer index',
      'percent',
      curve.ulcerIndexPercent,
      'root mean squared drawdown from the last peak',
    ),
    buildRow(
      'Tail ratio',
      'ratio',
      curve.tailRatio,
      '95th percentile / 5th percentile of daily returns',
    ),
  ];
}

const BOOTSTRAP_LEVEL = 0.9;

function testReturns(run: BacktestRun, random: Random): OverfittingTests['bootstrap'] {
  const ends = listDayEnds(
    Array.from(run.stampsMs, (atMs, index) => ({
      atMs,
      equityMills: toMills(run.equityMills[index] ?? 0),
      notionalMills: NO_MILLS,
    })),
  );
  const resampled = resampleReturns(computeDailyReturns(ends)?.ratios ?? [], random, {
    level: BOOTSTRAP_LEVEL,
  });
  return resampled
    ? {
        value: {
          of: 'daily Sharpe ratio',
          low: resampled.sharpe.low,
          high: resampled.sharpe.high,
          level: 100 * BOOTSTRAP_LEVEL,
        },
      }
    : { value: null, reason: 'needs two different daily returns' };
}

function testEntries(
  run: BacktestRun,
  chains: readonly ChainTape[],
  random: Random,
): OverfittingTests['randomEntry'] {
  const lanes = run.trades.length > 0 ? buildRandomLanes(run, chains) : null;
  const entries = lanes && testRandomEntries(lanes, random);
  return entries
    ? { value: { p: entries.pValue, draws: entries.draws } }
    : {
        value: null,
        reason:
          run.trades.length === 0 ? 'no trades' : 'positions overlap, or span two contract months',
      };
}

function buildOverfittingTests(
  { curve }: Metrics,
  { bootstrap, randomEntry }: TapeChecks,
  deflated: SharpeHurdle | null,
): OverfittingTests {
  return {
    probabilisticSharpe: curve.probabilisticSharpe,
    deflatedSharpe: buildDeflatedSharpe(curve, deflated),
    bootstrap,
    randomEntry,
    overfit: { value: null, reason: 'only one configuration was run' },
    worlds: {
      value: null,
      reason: 'only one simulated path was run; `npm run backtest -- --worlds 10` runs ten',
    },
  };
}

function buildDeflatedSharpe(
  { evidence }: Metrics['curve'],
  deflated: SharpeHurdle | null,
): OverfittingTests['deflatedSharpe'] {
  if (deflated !== null) return { value: deflated };
  return evidence.value === null
    ? evidence
    : { value: null, reason: 'the variance of its estimate is not positive' };
}
