// A backtest as text: one row for each playbook, what the columns mean, and what was not run.
import { FRONTS } from '../../server/backtests/report-model';
import type { Studied } from '../../server/backtests/study';
import type { Judged } from '../../server/backtests/conclusion';
import { COMMODITIES } from '../../trading/domain/commodity';
import {
  formatCount,
  formatDate,
  decimalNumber,
  formatPercent,
  signedPercent,
} from '../../trading/domain/format';
import { NO_EDGE } from '../../trading/strategies/track-record';
import { formatTable } from '../replay/print';
import type { ModeOverfit } from './overfitting';

const UTC = 'UTC';

const formatName = ({ row }: Studied, isMixed: boolean): string =>
  isMixed ? `${COMMODITIES[row.commodity].displayName}, ${row.id}` : row.id;

const TERMS = [
  "Each playbook has a book of its own of $25,000.00 with the settings of a new user. Decisions at a bar's close fill at the next open, with half-spread, slippage, impact and fees.",
  'Net a year: profit after all costs, a year, over the mean money that an open position binds; nothing is borrowed. On the book: the same over the $25,000.00.',
];

/** Rows of what was run under the market and the days of the first. */
function marketTable(ran: readonly Judged[], isMixed: boolean): readonly string[] {
  const header = [
    '',
    'trades',
    'net a year',
    'on the book',
    'Sharpe',
    'drawdown',
    'cost share',
    'hit rate',
    'deflated',
  ];
  const rows = ran.flatMap((one) =>
    one.outcomes.map((outcome) => [
      formatName(one, isMixed),
      formatCount(outcome.trades),
      signedPercent(outcome.allocatedReturnPercent),
      signedPercent(outcome.bookReturnPercent),
      decimalNumber(outcome.sharpe, 2),
      formatPercent(outcome.drawdownPercent),
      formatPercent(outcome.costSharePercent, 0),
      formatPercent(outcome.winRatePercent, 0),
      decimalNumber(one.verdict.deflatedSharpe, 2),
    ]),
  );
  const first = ran[0]?.outcomes[0];
  return [
    ...(first
      ? [
          `${first.market}, ${formatDate(first.fromMs, UTC)} to ${formatDate(first.untilMs, UTC)}.`,
          '',
        ]
      : []),
    formatTable([header, ...rows]),
    '',
  ];
}

const wereRun = (judged: readonly Judged[]): readonly Judged[] =>
  judged.filter(({ missing }) => missing === null);

/** The table of one market. */
export const singleText = (judged: readonly Judged[], isMixed: boolean, isFiles: boolean): string =>
  [
    ...marketTable(wereRun(judged), isMixed),
    ...TERMS,
    ...(isFiles ? [FRONTS] : []),
    ...missingLines(judged, isMixed),
  ].join('\n');

const SPOT =
  'Hourly power files are spot prices, which nobody could hold: they show how a rule answers, not what it earns.';

/** One table for each mode that a folder of histories has, and what could not be run. */
export function historyText(judged: readonly Judged[]): string {
  const modes = [...new Set(wereRun(judged).map(({ row }) => row.commodity))];
  const tables = modes.flatMap((mode) => [
    `${COMMODITIES[mode].displayName}: ${marketTable(
      wereRun(judged).filter(({ row }) => row.commodity === mode),
      false,
    ).join('\n')}`,
  ]);
  return [
    ...tables,
    ...TERMS,
    FRONTS,
    ...(modes.includes('electricity') ? [SPOT] : []),
    `${formatCount(wereRun(judged).length)} of ${formatCount(judged.length)} can run on what is there; the others:`,
    ...missingLines(judged, true),
  ].join('\n');
}

/** The table over several worlds. */
export function worldsText(judged: readonly Judged[], isMixed: boolean, trials: number): string {
  const header = ['', 'trades', 'median', '10 %', '90 %', 'worlds lost', 'Sharpe', 'deflated', ''];
  const rows = judged.map((one) => {
    const { range, trades, sharpe, deflatedSharpe, hasEdge } = one.verdict;
    return [
      formatName(one, isMixed),
      formatCount(trades),
      signedPercent(range?.median ?? null),
      signedPercent(range?.low ?? null),
      signedPercent(range?.high ?? null),
      formatPercent(range ? 100 * range.losingShare : null, 0),
      decimalNumber(sharpe, 2),
      decimalNumber(deflatedSharpe, 2),
      hasEdge ? '' : NO_EDGE,
    ];
  });
  return [
    formatTable([header, ...rows]),
    '',
    ...TERMS,
    `Median and tenths of net a year over ${formatCount(judged[0]?.outcomes.length ?? 0)} worlds that no playbook was made on. The deflated Sharpe ratio reckons with all configurations of the mode that were ever tried; the ledger holds ${formatCount(trials)} trials.`,
    'An edge is a median above zero with a deflated ratio of at least .95. All of it is simulated.',
  ].join('\n');
}

const missingLines = (judged: readonly Judged[], isMixed: boolean): readonly string[] =>
  judged.flatMap((one) =>
    one.missing === null ? [] : [`${formatName(one, isMixed)}: not run, ${one.missing}.`],
  );

/** All of it as plain data. */
export const asJson = (
  judged: readonly Judged[],
  trials: number,
  overfitting: readonly ModeOverfit[],
): unknown => ({
  trials,
  overfitting,
  playbooks: judged.map(({ row, outcomes, missing, verdict }) => ({
    mode: row.commodity,
    id: row.id,
    missing,
    verdict,
    outcomes,
  })),
});
