// A replay as text: what was read, what the books say, and what doing nothing would have brought.
import { COMMODITIES } from '../../trading/domain/commodity';
import {
  formatAge,
  formatCount,
  formatDate,
  decimalNumber,
  formatMoney,
  formatPercent,
  signedMoney,
  signedPercent,
} from '../../trading/domain/format';
import { toNumber } from '../../trading/domain/instrument';
import type { ImportedHistory } from '../../trading/market/csv-import';
import type { PortfolioReport } from '../../trading/portfolio/report';
import type { ImportedWeather } from '../../trading/weather/weather-file';
import type { ReplayOptions } from './options';
import { type NotRun, type ReplayRun, wasRun } from './runs';

const UTC = 'UTC';
const REFUSED_ROWS_SHOWN = 5;

/** What was read of each file: columns, tick, rows, and what became of those that are no bars. */
export function readText(
  histories: readonly ImportedHistory[],
  weather: ImportedWeather | null,
): string {
  return [...histories.flatMap(historyLines), ...(weather ? weatherLines(weather) : [])].join('\n');
}

function historyLines({
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
    `  rows ${formatCount(counts.rows)} = bars ${formatCount(counts.bars)} + merged ${formatCount(counts.merged)} + refused ${formatCount(counts.refused)} + blank ${formatCount(counts.blank)}`,
    ...notes.map(({ text }) => `  - ${text}`),
    ...refusedRows
      .slice(0, REFUSED_ROWS_SHOWN)
      .map(({ row, reason }) => `  ! row ${row}: ${reason}`),
    ...(counts.refused > REFUSED_ROWS_SHOWN
      ? [`  ! and ${formatCount(counts.refused - REFUSED_ROWS_SHOWN)} more; --json lists them`]
      : []),
  ];
}

function weatherLines({ name, days, notes, refusedRows }: ImportedWeather): string[] {
  const first = days[0]?.validMs ?? null;
  const last = days[days.length - 1]?.validMs ?? null;
  return [
    `${name}: weather of ${formatCount(days.length)} days from ${formatDate(first, UTC)} to ${formatDate(last, UTC)}; after its last day that day's readings stand`,
    ...notes.map(({ text }) => `  - ${text}`),
    ...refusedRows
      .slice(0, REFUSED_ROWS_SHOWN)
      .map(({ row, reason }) => `  ! row ${row}: ${reason}`),
  ];
}

type Row = readonly string[];

/** Columns as wide as their widest cell, the first to the left and the others to the right. */
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

const drawdownText = ({ drawdown }: PortfolioReport): string =>
  drawdown
    ? `${formatPercent(drawdown.percent)} (${formatMoney(drawdown.mills)})`
    : formatMoney(null);

/** The figures of a report, top to bottom. */
const FIGURES: readonly (readonly [string, (report: PortfolioReport) => string])[] = [
  ['Trades closed', (report) => formatCount(report.trades)],
  ['Gross profit', ({ profit }) => signedMoney(profit.grossMills)],
  ['  fees', ({ profit }) => formatMoney(profit.feesMills)],
  ['  spread and slippage', ({ profit }) => formatMoney(profit.frictionMills)],
  ['Net profit', ({ profit }) => signedMoney(profit.netMills)],
  ['Return', (report) => signedPercent(report.totalReturnPercent)],
  ['Growth a year', (report) => signedPercent(report.annualGrowthPercent)],
  ['Volatility a year', (report) => formatPercent(report.volatilityPercent)],
  ['Sharpe ratio', (report) => decimalNumber(report.sharpeRatio, 2)],
  ['Sortino ratio', (report) => decimalNumber(report.sortinoRatio, 2)],
  ['Largest drawdown', drawdownText],
  ['  longest, from peak to peak', ({ drawdown }) => formatAge(drawdown?.durationMs ?? null)],
  ['Average exposure', (report) => formatPercent(report.averageExposurePercent)],
  ['Turnover a year', (report) => decimalNumber(report.turnoverPerYear, 2)],
  ['Win rate', (report) => formatPercent(report.winRatePercent)],
  ['Profit factor', (report) => decimalNumber(report.profitFactor, 2)],
  ['Mean net result of a trade', (report) => signedMoney(report.expectancyMills)],
  ['Mean win', (report) => signedMoney(report.average.winMills)],
  ['Mean loss', (report) => signedMoney(report.average.lossMills)],
  ['Longest losing streak', (report) => formatCount(report.longestLosingStreak)],
];

const EXPLANATION = [
  'Buy and hold enters at the first open and leaves at the last close, with the same fees, spread and slippage.',
  "Where contracts roll, an unadjusted front-month file jumps: such jumps are in every column and are no one's profit.",
];

/** One run beside the benchmarks. */
export function runText(run: ReplayRun): string {
  const { doingNothing, equalExposure, fullNotional } = run.benchmarks;
  const columns = [
    { name: run.label, report: run.report },
    { name: 'doing nothing', report: doingNothing },
    { name: 'buy and hold, equal exposure', report: equalExposure?.report ?? null },
    { name: 'buy and hold, full notional', report: fullNotional?.report ?? null },
  ];
  const rows = FIGURES.map(([name, text]) => [
    name,
    ...columns.map(({ report }) => (report ? text(report) : 'N/A')),
  ]);
  return [
    ...run.playbooks.map(
      ({ commodity, id, description }) =>
        `${COMMODITIES[commodity].displayName}, ${id}: ${description}`,
    ),
    ...run.withoutInput.map(withoutInputText),
    '',
    formatTable([['', ...columns.map(({ name }) => name)], ...rows]),
    '',
    ...EXPLANATION,
    ...missingText(run),
    openText(run),
    refusalsText(run),
    ...booksLines(run),
  ].join('\n');
}

/** Why a benchmark is N/A. */
function missingText({ benchmarks, report }: ReplayRun): string[] {
  if (!benchmarks.fullNotional)
    return ['Buy and hold is N/A: no quantity can be bought at a first price at or below zero.'];
  if (report.averageExposurePercent !== null) return [];
  return [
    'Equal exposure is N/A: once equity is at or below zero there is no exposure to average.',
  ];
}

const withoutInputText = ({ commodity, series }: NotRun['withoutInput'][number]): string =>
  `${COMMODITIES[commodity].displayName}: no input, not run. It needs ${series.join(' and ')}; name a weather file with --weather.`;

export const notRunText = (run: NotRun): string =>
  [`${run.label}:`, ...run.withoutInput.map((row) => `  ${withoutInputText(row)}`)].join('\n');

function openText({ books }: ReplayRun): string {
  const { openPositions } = books;
  if (openPositions === 0) return 'No position is open at the end.';
  return `${openPositions === 1 ? 'One position is' : `${formatCount(openPositions)} positions are`} still open and marked at the last price, before the cost of leaving.`;
}

function refusalsText({ books }: ReplayRun): string {
  const rows = Object.entries(books.refusals).map(
    ([code, times]) => `${code} ${formatCount(times ?? 0)}`,
  );
  const stayedOut =
    books.stayedOut > 0
      ? ` Too small for its band, so not tried: ${formatCount(books.stayedOut)}.`
      : '';
  return `Refused: ${rows.length === 0 ? 'nothing' : rows.join(', ')}.${stayedOut}`;
}

const booksLines = (run: ReplayRun): string[] => [
  `Books: ${run.file}`,
  `Log: ${formatCount(run.head.seq)} records, hash ${run.head.hash}`,
  `Audit: npm run audit -- --data-dir ${run.folder}`,
];

/** All playbooks in one table, a row each, then what needs no decision. */
export function comparisonText(runs: readonly (ReplayRun | NotRun)[]): string {
  const ran = runs.filter(wasRun);
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
    'held at equal exposure',
  ];
  const line = (name: string, report: PortfolioReport, held: string): Row => [
    name,
    formatCount(report.trades),
    signedMoney(report.profit.grossMills),
    formatMoney(report.profit.feesMills),
    formatMoney(report.profit.frictionMills),
    signedMoney(report.profit.netMills),
    formatPercent(report.drawdown?.percent ?? null),
    formatPercent(report.averageExposurePercent),
    formatPercent(report.winRatePercent),
    decimalNumber(report.sharpeRatio, 2),
    held,
  ];
  const rows = runs.map((run) =>
    wasRun(run)
      ? line(
          run.label,
          run.report,
          signedMoney(run.benchmarks.equalExposure?.report.profit.netMills ?? null),
        )
      : [run.label, 'no input, not run'],
  );
  const [first] = ran;
  const still = first
    ? [line('doing nothing', first.benchmarks.doingNothing, ''), ...fullLine(first, line)]
    : [];
  return [
    formatTable([header, ...rows, ...still]),
    '',
    ...EXPLANATION,
    ...runs.filter((run) => !wasRun(run)).map((run) => notRunText(run)),
    ...ran.flatMap((run) => [
      '',
      `${run.label}: ${openText(run)}`,
      refusalsText(run),
      ...booksLines(run),
    ]),
  ].join('\n');
}

function fullLine(
  { benchmarks }: ReplayRun,
  line: (name: string, report: PortfolioReport, held: string) => Row,
): Row[] {
  return benchmarks.fullNotional
    ? [line('buy and hold, full notional', benchmarks.fullNotional.report, '')]
    : [['buy and hold, full notional', 'N/A']];
}

/** The terms of all runs in one line. */
export const termsText = ({ capitalMills, positionSize, riskLevel }: ReplayOptions): string =>
  `Capital ${formatMoney(capitalMills)}, position size ${positionSize}, risk level ${riskLevel}. Decisions at a bar's close fill at the next open.`;
