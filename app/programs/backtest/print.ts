// Terminal output of `npm run backtest`.
import { FRONT_MONTH_NOTE } from '../../server/backtests/report-model';
import type { StudyResult } from '../../server/backtests/study';
import type { AssessedStudy } from '../../server/backtests/backtest-conclusion';
import { COMMODITIES } from '../../trading/domain/commodity';
import {
  formatCount,
  formatDate,
  formatNumber,
  formatPercent,
  formatSignedPercent,
} from '../../trading/domain/format';
import { NO_EDGE } from '../../trading/strategies/track-record';
import { formatTable } from '../replay/print';
import type { CommodityOverfit } from './overfitting';

const UTC = 'UTC';

const formatName = ({ row }: StudyResult, isMixed: boolean): string =>
  isMixed ? `${COMMODITIES[row.commodity].displayName}, ${row.id}` : row.id;

const COLUMN_NOTES = [
  "Each strategy trades its own $25,000.00 account with default settings. Orders decided at a bar's close fill at the next open, with half-spread, slippage, impact and fees.",
  'On capital used: annual net profit over the mean collateral of an open position, no leverage. On account equity: annual net profit over $25,000.00.',
];

function formatMarketTable(
  completed: readonly AssessedStudy[],
  isMixed: boolean,
): readonly string[] {
  const header = [
    '',
    'trades',
    'on capital used',
    'on account equity',
    'Sharpe',
    'drawdown',
    'costs',
    'hit rate',
    'deflated',
  ];
  const rows = completed.flatMap((one) =>
    one.outcomes.map((outcome) => [
      formatName(one, isMixed),
      formatCount(outcome.trades),
      formatSignedPercent(outcome.allocatedReturnPercent),
      formatSignedPercent(outcome.bookReturnPercent),
      formatNumber(outcome.sharpe, 2),
      formatPercent(outcome.drawdownPercent),
      formatPercent(outcome.costSharePercent, 0),
      formatPercent(outcome.winRatePercent, 0),
      formatNumber(one.verdict.deflatedSharpe, 2),
    ]),
  );
  const first = completed[0]?.outcomes[0];
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

const listCompleted = (judged: readonly AssessedStudy[]): readonly AssessedStudy[] =>
  judged.filter(({ missing }) => missing === null);

export const formatSingleMarket = (
  judged: readonly AssessedStudy[],
  isMixed: boolean,
  isFiles: boolean,
): string =>
  [
    ...formatMarketTable(listCompleted(judged), isMixed),
    ...COLUMN_NOTES,
    ...(isFiles ? [FRONT_MONTH_NOTE] : []),
    ...formatMissingLines(judged, isMixed),
  ].join('\n');

const SPOT_NOTE =
  'Hourly power files contain spot prices, which cannot be held: they show the signals of a rule, not its profit.';

/** One table per commodity, then the strategies that could not run. */
export function formatHistories(judged: readonly AssessedStudy[]): string {
  const commodities = [...new Set(listCompleted(judged).map(({ row }) => row.commodity))];
  const tables = commodities.flatMap((mode) => [
    `${COMMODITIES[mode].displayName}: ${formatMarketTable(
      listCompleted(judged).filter(({ row }) => row.commodity === mode),
      false,
    ).join('\n')}`,
  ]);
  return [
    ...tables,
    ...COLUMN_NOTES,
    FRONT_MONTH_NOTE,
    ...(commodities.includes('electricity') ? [SPOT_NOTE] : []),
    `${formatCount(listCompleted(judged).length)} of ${formatCount(judged.length)} strategies ran. Not run:`,
    ...formatMissingLines(judged, true),
  ].join('\n');
}

export function formatPaths(
  judged: readonly AssessedStudy[],
  isMixed: boolean,
  trials: number,
): string {
  const header = ['', 'trades', 'median', '10th', '90th', 'losing paths', 'Sharpe', 'deflated', ''];
  const rows = judged.map((one) => {
    const { range, trades, sharpe, deflatedSharpe, hasEdge } = one.verdict;
    return [
      formatName(one, isMixed),
      formatCount(trades),
      formatSignedPercent(range?.median ?? null),
      formatSignedPercent(range?.low ?? null),
      formatSignedPercent(range?.high ?? null),
      formatPercent(range ? 100 * range.losingShare : null, 0),
      formatNumber(sharpe, 2),
      formatNumber(deflatedSharpe, 2),
      hasEdge ? '' : NO_EDGE,
    ];
  });
  return [
    formatTable([header, ...rows]),
    '',
    ...COLUMN_NOTES,
    `Median, 10th and 90th percentile of the annual return on capital used, over ${formatCount(judged[0]?.outcomes.length ?? 0)} out-of-sample simulated paths. The deflated Sharpe ratio corrects for all configurations tried on the commodity (${formatCount(trials)} trials recorded).`,
    'Edge: median above zero and deflated Sharpe ratio of at least 0.95. All results are simulated.',
  ].join('\n');
}

const formatMissingLines = (
  judged: readonly AssessedStudy[],
  isMixed: boolean,
): readonly string[] =>
  judged.flatMap((one) =>
    one.missing === null ? [] : [`${formatName(one, isMixed)}: not run, ${one.missing}.`],
  );

/** The --json document. */
export const toBacktestJson = (
  judged: readonly AssessedStudy[],
  trials: number,
  overfitting: readonly CommodityOverfit[],
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
