// What was measured of backtests and of the catalogue, as tables.
import { type Table, parseWhole } from '../table';
import type { FoldSpeed } from './fold-speed';
import type { KernelSpeed } from './kernel-speed';

/** Goals: bars a second of one rule, and seconds for the catalogue over ten years of hours. */
const BARS_GOAL = 5_000_000;
const CATALOGUE_GOAL_SECONDS = 3;

export function kernelTables(
  { runs, peerMissing, catalogue, growth }: KernelSpeed,
  fold: FoldSpeed,
): Table[] {
  const every = catalogue.bars / catalogue.seconds;
  return [
    {
      title: 'Backtests',
      head: ['run', 'bars', 'trades', 'bars per second'],
      note: `One core, hourly bars in columns, the least of several rounds. The kernel has the desk's gate, sizes, spread, slippage, fees, stops and collateral; the bare loop has a fee and nothing else.${peerMissing === null ? '' : ` ${peerMissing}.`} Goal: ${parseWhole(BARS_GOAL)} bars a second of one rule.`,
      rows: runs.map(({ name, bars, trades, barsPerSecond }) => [
        name,
        parseWhole(bars),
        trades === null ? '' : parseWhole(trades),
        parseWhole(barsPerSecond),
      ]),
    },
    {
      title: 'The catalogue in backtests',
      head: ['playbooks', 'bars', 'trades', 'time', 'bars per second'],
      note: `Every playbook over an hourly history of its first chain, or of both legs of a spread, with made-up inputs: histories have no months, so that nothing is rolled. The lesser of two rounds. Goal over ten years: ${CATALOGUE_GOAL_SECONDS} s.`,
      rows: [
        [
          parseWhole(catalogue.playbooks),
          parseWhole(catalogue.bars),
          parseWhole(catalogue.trades),
          `${catalogue.seconds.toFixed(2)} s`,
          parseWhole(every),
        ],
      ],
    },
    {
      title: 'How backtests grow',
      head: ['of', 'times', 'time per unit over that of the smallest'],
      note: 'A ratio of 1 grows with the work alone.',
      rows: growth.map(({ of, times, ratio }) => [of, `${times}x`, ratio.toFixed(2)]),
    },
    {
      title: 'The catalogue at work',
      head: ['what closes', 'time'],
      note: `All playbooks in ${parseWhole(fold.contracts)} contracts on a desk without books: medians.`,
      rows: [
        ['a quarter', `${fold.quarterMs.toFixed(2)} ms`],
        ['an hour with its last quarter', `${fold.hourMs.toFixed(2)} ms`],
        ['a day with its last hour and quarter', `${fold.dayMs.toFixed(2)} ms`],
      ],
    },
  ];
}
