// Model card section on a desk left running for a simulated year.
import type { CardSection, CardTable } from '../../contracts/model-card';
import {
  MISSING,
  formatCount,
  formatDollars,
  formatNumber,
  formatPercent,
  formatSignedPercent,
} from '../../trading/domain/format';
import {
  type DeskYear,
  type DeskYearStudy,
  type DeskYearSummary,
  summarizeDeskYears,
} from './desk-year-study';
import { columns } from './evaluation-table';

/** Goals of a whole year on ten unused markets. */
const YEAR_DAYS = 365;
const POSITIVE_FRACTION_MIN = 0.8;
const DRAWDOWN_MAX_PERCENT = 12;
/** A mean further than this many standard errors from zero is not chance (two-sided, 5%). */
const ERRORS_MAX = 2;

const FILES = import.meta.glob<DeskYearStudy>('../../../docs/benchmarks/desk-year.json', {
  import: 'default',
  eager: true,
});

/** The stored study; null before the first `npm run desk-year -- --write`. */
export const STORED_DESK_YEARS: DeskYearStudy | null = Object.values(FILES)[0] ?? null;

export function describeDeskYears(study: DeskYearStudy | null): CardSection {
  const section = { id: 'desk-year', title: 'A desk left running', reliability: [] };
  if (study === null)
    return {
      ...section,
      paragraphs: ['No data: `npm run desk-year -- --write` has not been run.'],
      tables: [],
    };
  const { from, days, capitalDollars, markets, efficient } = study;
  const hasMarkets = markets.length > 0;
  const hasEfficient = efficient.length > 0;
  return {
    ...section,
    paragraphs: [
      `A new account of ${formatDollars(capitalDollars)} with default settings presses RUN ALL on ${from} and is left alone for ${formatCount(days)} days, in simulated markets used for nothing else. Feed, engine, strategies, checks, broker and signals are those of the server, in event time: quotes come five seconds before and at the end of each 15-minute bar. Cash earns nothing. The shadow account is the same account without signals.`,
      ...(hasMarkets ? [describeMarkets(summarizeDeskYears(markets), days)] : []),
      ...(hasEfficient ? [describeEfficient(summarizeDeskYears(efficient))] : []),
    ],
    tables: [
      ...(hasMarkets ? [buildTable('desk-year-markets', 'Simulated markets', markets)] : []),
      ...(hasEfficient
        ? [buildTable('desk-year-efficient', 'Efficient markets, without an edge', efficient)]
        : []),
    ],
  };
}

function describeMarkets(summary: DeskYearSummary, days: number): string {
  const { count, positive, aboveShadow, worstDrawdownPercent } = summary;
  const isMet =
    positive >= POSITIVE_FRACTION_MIN * count && worstDrawdownPercent < DRAWDOWN_MAX_PERCENT;
  const figures = `After costs ${formatCount(positive)} of ${formatCount(count)} accounts are above cash and ${formatCount(aboveShadow)} above their shadow account; the mean return is ${formatSignedPercent(summary.meanReturnPercent)}, that of the shadow accounts ${formatSignedPercent(summary.meanShadowPercent)}. The worst drawdown is ${formatPercent(worstDrawdownPercent)}.`;
  return days < YEAR_DAYS
    ? figures
    : `${figures} Goal: above cash in 8 of 10, worst drawdown below ${formatPercent(DRAWDOWN_MAX_PERCENT, 0)}: ${isMet ? 'met' : 'missed'}.`;
}

/** Says whether accounts lose what they pay where nothing can be earned. */
function describeEfficient(summary: DeskYearSummary): string {
  const { meanReturnPercent, meanCostsPercent, meanGrossPercent, grossErrorPercent } = summary;
  const figures = `In efficient markets the mean return is ${formatSignedPercent(meanReturnPercent)} and the mean costs are ${formatPercent(meanCostsPercent)}; return plus costs is ${formatSignedPercent(meanGrossPercent)} (standard error ${Number.isNaN(grossErrorPercent) ? MISSING : formatNumber(grossErrorPercent, 2)}).`;
  if (Number.isNaN(grossErrorPercent)) return figures;
  const isChance = Math.abs(meanGrossPercent) <= ERRORS_MAX * grossErrorPercent;
  return `${figures} ${
    isChance
      ? 'Without an edge to find the desk loses about its costs.'
      : `This is more than ${formatCount(ERRORS_MAX)} standard errors from the costs: UNEXPECTED without an edge to find.`
  }`;
}

const buildTable = (id: string, caption: string, rows: readonly DeskYear[]): CardTable => ({
  id,
  caption,
  note: 'After fees, spread and slippage; open positions at their last price',
  columns: [
    columns.text('Seed'),
    columns.number('Return'),
    columns.number('Profit'),
    columns.number('Worst drawdown'),
    columns.number('Trades'),
    columns.number('Costs'),
    columns.number('Costs in percent'),
    columns.number('Days with positions'),
    columns.number('Shadow return'),
    columns.number('Shadow drawdown'),
    columns.number('Shadow trades'),
  ],
  rows: rows.map((row) => [
    row.seed,
    formatSignedPercent(row.returnPercent),
    formatDollars(row.returnDollars),
    formatPercent(row.worstDrawdownPercent),
    formatCount(row.trades),
    formatDollars(row.costsDollars),
    formatPercent(row.costsPercent),
    formatCount(row.daysWithPositions),
    formatSignedPercent(row.shadow.returnPercent),
    formatPercent(row.shadow.worstDrawdownPercent),
    formatCount(row.shadow.trades),
  ]),
});
