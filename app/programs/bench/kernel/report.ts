// Tables of the backtest benchmarks.
import { type Table, formatInteger } from '../table';
import type { FoldSpeed } from './fold-speed';
import type { KernelSpeed } from './kernel-speed';

/**
 * Goals: bars per second of one rule, and seconds for all strategies over ten years of hourly bars.
 */
const BARS_GOAL = 6_000_000;
const CATALOGUE_GOAL_SECONDS = 3;

export function buildKernelTables(
  { runs, peerMissing, catalogue, growth }: KernelSpeed,
  fold: FoldSpeed,
): Table[] {
  return [
    {
      title: 'Backtests',
      head: ['run', 'bars', 'trades', 'bars per second'],
      note: `One core, hourly bars in columns, minimum of several rounds, of which the first computes the volatility of the bars. The kernel includes pre-trade checks, sizing, spread, slippage, fees, stops and collateral; the plain loop only a fee.${peerMissing === null ? '' : ` ${peerMissing}.`} Goal: ${formatInteger(BARS_GOAL)} bars per second for one rule.`,
      rows: runs.map(({ name, bars, trades, barsPerSecond }) => [
        name,
        formatInteger(bars),
        trades === null ? '' : formatInteger(trades),
        formatInteger(barsPerSecond),
      ]),
    },
    {
      title: 'All strategies in backtests',
      head: ['threads', 'strategies', 'bars', 'trades', 'time', 'bars per second'],
      note: `Every strategy on an hourly history of its first chain, or of both legs of a spread, with synthetic inputs and no rolls. Minimum of two rounds, without the start of threads. Goal for ten years on two threads: ${CATALOGUE_GOAL_SECONDS} s.`,
      rows: catalogue.map(({ threads, playbooks, bars, trades, seconds }) => [
        formatInteger(threads),
        formatInteger(playbooks),
        formatInteger(bars),
        formatInteger(trades),
        `${seconds.toFixed(2)} s`,
        formatInteger(bars / seconds),
      ]),
    },
    {
      title: 'Backtest scaling',
      head: ['number of', 'multiple', 'relative time per unit'],
      note: '1.00 = linear scaling.',
      rows: growth.map(({ of, times, ratio }) => [of, `${times}x`, ratio.toFixed(2)]),
    },
    {
      title: 'Bar close with all strategies',
      head: ['bar', 'time'],
      note: `All strategies on ${formatInteger(fold.contracts)} contracts, no accounts; medians.`,
      rows: [
        ['15 minutes', `${fold.quarterMs.toFixed(2)} ms`],
        ['1 hour and 15 minutes', `${fold.hourMs.toFixed(2)} ms`],
        ['1 day, 1 hour and 15 minutes', `${fold.dayMs.toFixed(2)} ms`],
      ],
    },
  ];
}
