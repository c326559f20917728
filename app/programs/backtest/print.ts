// Terminal output of `npm run backtest`.
import { FRONT_MONTH_NOTE } from '../../server/backtests/report-model';
import type { StudyResult } from '../../server/backtests/study';
import type { AssessedStudy } from '../../server/backtests/backtest-conclusion';
import type { SimulationRange } from '../../trading/backtest/simulation-range';
import { COMMODITIES } from '../../trading/domain/commodity';
import {
  formatCount,
  formatDate,
  formatNumber,
  formatPercent,
  formatSignedNumber,
  formatSignedPercent,
} from '../../trading/domain/format';
import { GRADES, GRADE_TEXTS } from '../../trading/strategies/grade';
import { formatAccountDollars } from '../../trading/strategies/track-record';
import { formatTable } from '../replay/print';
import type { CommodityOverfit } from './overfitting';

const UTC = 'UTC';

const formatName = ({ row }: StudyResult, isMixed: boolean): string =>
  isMixed ? `${COMMODITIES[row.commodity].displayName}, ${row.id}` : row.id;

const COLUMN_NOTES = [
  "Each strategy trades its own $25,000.00 account with default settings. Orders decided at a bar's close fill at the next open, with half-spread, slippage, impact and fees.",
  'Returns are net profit a year over the $25,000.00 account, simple. Edge and cost: profit before costs and costs of a trade, basis points of its notional. Turnover: notional of all fills a year over mean equity.',
];

function formatMarketTable(
  completed: readonly AssessedStudy[],
  isMixed: boolean,
): readonly string[] {
  const header = [
    '',
    'trades',
    '% a year',
    '$ a year',
    'worst year',
    'edge bp',
    'cost bp',
    'turnover',
    'Sharpe',
    'drawdown',
    'hit rate',
    'deflated',
    'hurdle',
  ];
  const rows = completed.flatMap((one) =>
    one.outcomes.map((outcome) => [
      formatName(one, isMixed),
      formatCount(outcome.trades),
      formatSignedPercent(outcome.accountReturnPercent),
      formatAccountDollars(outcome.accountReturnPercent),
      formatSignedPercent(outcome.worstYearPercent),
      formatSignedNumber(one.verdict.edge?.edgeBp ?? null, 1),
      formatNumber(one.verdict.edge?.costBp ?? null, 1),
      formatNumber(outcome.turnoverPerYear, 1),
      formatNumber(outcome.sharpe, 2),
      formatPercent(outcome.drawdownPercent),
      formatPercent(outcome.winRatePercent, 0),
      formatNumber(one.verdict.deflated?.probability ?? null, 2),
      formatNumber(one.verdict.deflated?.hurdleSharpe ?? null, 2),
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

/** Median in percent and dollars, 10th and 90th percentile, losing paths. */
const formatRange = (range: SimulationRange | null): readonly string[] => [
  formatSignedPercent(range?.median ?? null),
  formatAccountDollars(range?.median ?? null),
  formatSignedPercent(range?.low ?? null),
  formatSignedPercent(range?.high ?? null),
  formatPercent(range ? 100 * range.losingShare : null, 0),
];

export function formatPaths(
  judged: readonly AssessedStudy[],
  isMixed: boolean,
  trials: number,
): string {
  const header = [
    '',
    'trades/year',
    'median',
    '$ a year',
    '10th',
    '90th',
    'losing paths',
    'worst year',
    'drawdown',
    'edge bp',
    'cost bp',
    'turnover',
    'Sharpe',
    'deflated',
    'hurdle',
    'grade',
  ];
  const rows = judged.map((one) => [
    formatName(one, isMixed),
    formatNumber(one.verdict.tradesPerYear, 1),
    ...formatRange(one.verdict.range),
    formatSignedPercent(one.verdict.worstYearPercent),
    formatPercent(one.verdict.drawdownPercent),
    formatSignedNumber(one.verdict.edge?.edgeBp ?? null, 1),
    formatNumber(one.verdict.edge?.costBp ?? null, 1),
    formatNumber(one.verdict.turnoverPerYear, 1),
    formatNumber(one.verdict.sharpe, 2),
    formatNumber(one.verdict.deflated?.probability ?? null, 2),
    formatNumber(one.verdict.deflated?.hurdleSharpe ?? null, 2),
    one.verdict.grade ?? '',
  ]);
  return [
    formatTable([header, ...rows]),
    '',
    ...COLUMN_NOTES,
    `Median, 10th and 90th percentile of the account return, over ${formatCount(judged[0]?.outcomes.length ?? 0)} out-of-sample simulated paths; worst year and drawdown over all of them. Deflated: probability that the Sharpe ratio exceeds the hurdle, the best ratio expected of as many configurations of the family without skill (${formatCount(trials)} trials recorded).`,
    `Grades: ${GRADES.map((grade) => `${grade} ${GRADE_TEXTS[grade]}`).join('; ')}. All results are simulated.`,
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
