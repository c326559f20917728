// Terminal output of a replay: imported files, results and benchmarks.
import { COMMODITIES } from '../../trading/domain/commodity';
import {
  formatAge,
  formatCount,
  formatDate,
  formatNumber,
  formatMoney,
  formatPercent,
  formatSignedMoney,
  formatSignedPercent,
} from '../../trading/domain/format';
import { toNumber } from '../../trading/domain/instrument';
import type { ImportedHistory } from '../../trading/market/csv-import';
import type { PortfolioReport } from '../../trading/portfolio/report';
import type { ImportedWeather } from '../../trading/weather/weather-file';
import type { ReplayOptions } from './options';
import { type SkippedRun, type ReplayRun, isReplayRun } from './runs';

const UTC = 'UTC';
const REFUSED_ROWS_SHOWN = 5;

/** Import summary of each file: columns, tick, row counts and rejected rows. */
export function formatImports(
  histories: readonly ImportedHistory[],
  weather: ImportedWeather | null,
): string {
  return [
    ...histories.flatMap(formatHistoryLines),
    ...(weather ? formatWeatherLines(weather) : []),
  ].join('\n');
}

function formatHistoryLines({
  name,
  instrument,
  bars,
  counts,
  notes,
  refusedRows,
}: ImportedHistory): string[] {
  const first = bars[0]?.startsMs ?? null;
  const last = bars[bars.length - 1]?.endsMs ?? null;
  return [
    `${name}: ${COMMODITIES[instrument.commodity].displayName} (${instrument.id}), ${formatCount(bars.length)} bars from ${formatDate(first, UTC)} to ${formatDate(last, UTC)}, tick ${toNumber(instrument.tick)}`,
    `  rows ${formatCount(counts.rows)} = bars ${formatCount(counts.bars)} + merged ${formatCount(counts.merged)} + rejected ${formatCount(counts.refused)} + blank ${formatCount(counts.blank)}`,
    ...notes.map(({ text }) => `  - ${text}`),
    ...refusedRows
      .slice(0, REFUSED_ROWS_SHOWN)
      .map(({ row, reason }) => `  ! row ${row}: ${reason}`),
    ...(counts.refused > REFUSED_ROWS_SHOWN
      ? [`  ! and ${formatCount(counts.refused - REFUSED_ROWS_SHOWN)} more; --json lists them`]
      : []),
  ];
}

function formatWeatherLines({ name, days, notes, refusedRows }: ImportedWeather): string[] {
  const first = days[0]?.validMs ?? null;
  const last = days[days.length - 1]?.validMs ?? null;
  return [
    `${name}: weather of ${formatCount(days.length)} days from ${formatDate(first, UTC)} to ${formatDate(last, UTC)}; the last reading stays valid afterwards`,
    ...notes.map(({ text }) => `  - ${text}`),
    ...refusedRows
      .slice(0, REFUSED_ROWS_SHOWN)
      .map(({ row, reason }) => `  ! row ${row}: ${reason}`),
  ];
}

type Row = readonly string[];

/** Pads columns to their widest cell; the first is left-aligned, the others right-aligned. */
export function formatTable(rows: readonly Row[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('   ')
        .trimEnd(),
    )
    .join('\n');
}

const formatDrawdown = ({ drawdown }: PortfolioReport): string =>
  drawdown
    ? `${formatPercent(drawdown.percent)} (${formatMoney(drawdown.mills)})`
    : formatMoney(null);

/** Report rows, top to bottom. */
const REPORT_ROWS: readonly (readonly [string, (report: PortfolioReport) => string])[] = [
  ['Trades closed', (report) => formatCount(report.trades)],
  ['Gross profit', ({ profit }) => formatSignedMoney(profit.grossMills)],
  ['  fees', ({ profit }) => formatMoney(profit.feesMills)],
  ['  spread and slippage', ({ profit }) => formatMoney(profit.frictionMills)],
  ['Net profit', ({ profit }) => formatSignedMoney(profit.netMills)],
  ['Return', (report) => formatSignedPercent(report.totalReturnPercent)],
  ['Annual growth', (report) => formatSignedPercent(report.annualGrowthPercent)],
  ['Annualized volatility', (report) => formatPercent(report.volatilityPercent)],
  ['Sharpe ratio', (report) => formatNumber(report.sharpeRatio, 2)],
  ['Sortino ratio', (report) => formatNumber(report.sortinoRatio, 2)],
  ['Max drawdown', formatDrawdown],
  ['  longest drawdown', ({ drawdown }) => formatAge(drawdown?.durationMs ?? null)],
  ['Average exposure', (report) => formatPercent(report.averageExposurePercent)],
  ['Annual turnover', (report) => formatNumber(report.turnoverPerYear, 2)],
  ['Win rate', (report) => formatPercent(report.winRatePercent)],
  ['Profit factor', (report) => formatNumber(report.profitFactor, 2)],
  ['Expectancy per trade', (report) => formatSignedMoney(report.expectancyMills)],
  ['Mean win', (report) => formatSignedMoney(report.average.winMills)],
  ['Mean loss', (report) => formatSignedMoney(report.average.lossMills)],
  ['Longest losing streak', (report) => formatCount(report.longestLosingStreak)],
];

const NOTES = [
  'Buy and hold enters at the first open and exits at the last close, with the same fees, spread and slippage.',
  'Unadjusted front-month files jump at rolls; these jumps are in every column and are not tradable.',
];

/** One run with its benchmarks. */
export function formatRun(run: ReplayRun): string {
  const { doingNothing, equalExposure, fullNotional } = run.benchmarks;
  const columns = [
    { name: run.label, report: run.report },
    { name: 'no trades', report: doingNothing },
    { name: 'buy and hold, equal exposure', report: equalExposure?.report ?? null },
    { name: 'buy and hold, full notional', report: fullNotional?.report ?? null },
  ];
  const rows = REPORT_ROWS.map(([name, text]) => [
    name,
    ...columns.map(({ report }) => (report ? text(report) : 'N/A')),
  ]);
  return [
    ...run.playbooks.map(
      ({ commodity, id, description }) =>
        `${COMMODITIES[commodity].displayName}, ${id}: ${description}`,
    ),
    ...run.withoutInput.map(formatMissingInput),
    '',
    formatTable([['', ...columns.map(({ name }) => name)], ...rows]),
    '',
    ...NOTES,
    ...formatMissingBenchmarks(run),
    formatOpenPositions(run),
    formatRefusals(run),
    ...formatDatabaseLines(run),
  ].join('\n');
}

function formatMissingBenchmarks({ benchmarks, report }: ReplayRun): string[] {
  if (!benchmarks.fullNotional) return ['Buy and hold is N/A: the first price is not above zero.'];
  if (report.averageExposurePercent !== null) return [];
  return ['Equal exposure is N/A: equity fell to zero or below.'];
}

const formatMissingInput = ({ commodity, series }: SkippedRun['withoutInput'][number]): string =>
  `${COMMODITIES[commodity].displayName}: not run, input ${series.join(' and ')} missing. Add a weather file with --weather.`;

export const formatNotRun = (run: SkippedRun): string =>
  [`${run.label}:`, ...run.withoutInput.map((row) => `  ${formatMissingInput(row)}`)].join('\n');

function formatOpenPositions({ books }: ReplayRun): string {
  const { openPositions } = books;
  if (openPositions === 0) return 'No open positions at the end.';
  return `Open at the end: ${openPositions === 1 ? '1 position' : `${formatCount(openPositions)} positions`}, valued at the last price before exit costs.`;
}

function formatRefusals({ books }: ReplayRun): string {
  const rows = Object.entries(books.refusals).map(
    ([code, times]) => `${code} ${formatCount(times ?? 0)}`,
  );
  const stayedOut =
    books.stayedOut > 0 ? ` Entries below the minimum size: ${formatCount(books.stayedOut)}.` : '';
  return `Rejected: ${rows.length === 0 ? 'none' : rows.join(', ')}.${stayedOut}`;
}

const formatDatabaseLines = (run: ReplayRun): string[] => [
  `Database: ${run.file}`,
  `Log: ${formatCount(run.head.seq)} records, hash ${run.head.hash}`,
  `Audit: npm run audit -- --data-dir ${run.folder}`,
];

/** All strategies in one table, then the benchmarks without a strategy. */
export function formatComparison(runs: readonly (ReplayRun | SkippedRun)[]): string {
  const completedRuns = runs.filter(isReplayRun);
  const header = [
    '',
    'trades',
    'gross',
    'fees',
    'spread and slippage',
    'net',
    'drawdown',
    'exposure',
    'win rate',
    'Sharpe',
    'buy and hold, equal exposure',
  ];
  const formatRow = (name: string, report: PortfolioReport, holdResult: string): Row => [
    name,
    formatCount(report.trades),
    formatSignedMoney(report.profit.grossMills),
    formatMoney(report.profit.feesMills),
    formatMoney(report.profit.frictionMills),
    formatSignedMoney(report.profit.netMills),
    formatPercent(report.drawdown?.percent ?? null),
    formatPercent(report.averageExposurePercent),
    formatPercent(report.winRatePercent),
    formatNumber(report.sharpeRatio, 2),
    holdResult,
  ];
  const rows = runs.map((run) =>
    isReplayRun(run)
      ? formatRow(
          run.label,
          run.report,
          formatSignedMoney(run.benchmarks.equalExposure?.report.profit.netMills ?? null),
        )
      : [run.label, 'not run'],
  );
  const [first] = completedRuns;
  const benchmarkRows = first
    ? [
        formatRow('no trades', first.benchmarks.doingNothing, ''),
        ...formatFullNotional(first, formatRow),
      ]
    : [];
  return [
    formatTable([header, ...rows, ...benchmarkRows]),
    '',
    ...NOTES,
    ...runs.filter((run) => !isReplayRun(run)).map((run) => formatNotRun(run)),
    ...completedRuns.flatMap((run) => [
      '',
      `${run.label}: ${formatOpenPositions(run)}`,
      formatRefusals(run),
      ...formatDatabaseLines(run),
    ]),
  ].join('\n');
}

function formatFullNotional(
  { benchmarks }: ReplayRun,
  formatRow: (name: string, report: PortfolioReport, holdResult: string) => Row,
): Row[] {
  return benchmarks.fullNotional
    ? [formatRow('buy and hold, full notional', benchmarks.fullNotional.report, '')]
    : [['buy and hold, full notional', 'N/A']];
}

export const formatTerms = ({ capitalMills, positionSize, riskLevel }: ReplayOptions): string =>
  `Capital ${formatMoney(capitalMills)}, position size ${positionSize}, risk level ${riskLevel}. Orders decided at a bar's close fill at the next open.`;
