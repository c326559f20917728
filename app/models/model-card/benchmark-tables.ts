// Model card tables of the committed benchmarks on real data.
import comed from '../../../docs/benchmarks/comed.json';
import storage from '../../../docs/benchmarks/storage.json';
import valueAtRisk from '../../../docs/benchmarks/var.json';
import type { CardTable } from '../../contracts/model-card';
import {
  MISSING,
  formatCount,
  formatNumber,
  formatPValue,
  formatPercent,
  formatSignedNumber,
} from '../../trading/domain/format';
import { P_VALUE_MAX } from '../../trading/networks/evaluation';
import { columns } from './evaluation-table';

type BenchmarkStudy = typeof comed | typeof storage;

/** A difference that is not significant is neither better nor worse. */
export function describeComparison({
  difference,
  pValue,
}: {
  readonly difference: number;
  readonly pValue: number | null;
}): string {
  const isSignificant = pValue !== null && pValue <= P_VALUE_MAX;
  const word = !isSignificant ? 'no difference' : difference < 0 ? 'better' : 'worse';
  return `${word}, p ${formatPValue(pValue)}`;
}

function buildBenchmarkTable({
  benchmark,
  title,
  unit,
  chosenOn,
  judgedOn,
  configurations,
  rivals,
  rows,
}: BenchmarkStudy): CardTable {
  const formatComparison = (row: BenchmarkStudy['rows'][number], reference: string): string => {
    const comparison = row.versus.find((one) => one.rival === reference);
    return comparison ? describeComparison(comparison) : '';
  };
  return {
    id: `benchmark-${benchmark}`,
    caption: `${title}, mean absolute error in ${unit}`,
    note: `${formatCount(configurations)} configurations compared on the selection days, ${chosenOn.from} to ${chosenOn.until}; comparisons with others are of the test days, ${judgedOn.from} to ${judgedOn.until}`,
    columns: [
      columns.text('Method'),
      columns.text('Kind'),
      columns.number('Selection error'),
      columns.number('Test error'),
      columns.number('Relative'),
      ...rivals.map((reference) => columns.text(`vs ${reference}`)),
    ],
    rows: rows.map((row) => [
      row.method,
      row.kind,
      formatNumber(row.chosen, 2),
      formatNumber(row.judged, 2),
      formatNumber(row.relative, 3),
      ...rivals.map((reference) => formatComparison(row, reference)),
    ]),
  };
}

const formatSigned = (value: number | null, digits: number): string =>
  value === null ? MISSING : formatSignedNumber(value, digits);

function buildSurpriseTable({ consensus, rows, predicted }: typeof storage.surprises): CardTable {
  const shares = predicted.map(({ period, share }) => `${period} ${formatPercent(100 * share, 0)}`);
  return {
    id: 'storage-surprise',
    caption: 'Storage surprise and the front-month gas return of the report day',
    note: `Consensus: ${consensus}. Squared surprise predicted by the mean of line and network: ${shares.join(', ')}`,
    columns: [
      columns.text('Period'),
      columns.text('Surprise'),
      columns.number('Reports'),
      columns.number('Size in Bcf'),
      columns.number('Correlation'),
      columns.number('Newey-West t'),
    ],
    rows: rows.map(({ period, surprise, count, size, correlation, tStatistic }) => [
      period,
      surprise,
      formatCount(count),
      formatNumber(size, 1),
      formatSigned(correlation, 3),
      formatSigned(tStatistic, 2),
    ]),
  };
}

const buildCoverageTable = (rows: typeof valueAtRisk.coverage): CardTable => ({
  id: 'value-at-risk',
  caption: 'Exceedances of value at risk on real front futures',
  note: 'Band: 99% interval of the number of exceedances. Day after: exceedances on consecutive days (Christoffersen 1998). Shape: Weibull shape of the days between exceedances, below 1 in clusters, with the p of the duration test (Christoffersen and Pelletier 2004)',
  columns: [
    columns.text('Portfolio'),
    columns.text('Method'),
    columns.number('Level'),
    columns.number('Days'),
    columns.number('Exceedances'),
    columns.text('Band'),
    columns.number('Kupiec p'),
    columns.number('Day after p'),
    columns.number('Shape'),
    columns.number('Durations p'),
  ],
  rows: rows.map((row) => [
    row.book,
    row.method,
    formatPercent(100 * row.level, 0),
    formatCount(row.days),
    formatCount(row.exceptions),
    `${formatCount(row.band.low)} to ${formatCount(row.band.high)}`,
    formatPValue(row.kupiec),
    formatPValue(row.independence),
    formatNumber(row.shape, 2),
    formatPValue(row.durations),
  ]),
});

/** Forecast benchmarks first, then the storage surprise and the value at risk. */
export const listBenchmarkTables = (): readonly CardTable[] => [
  ...[comed, storage].map(buildBenchmarkTable),
  buildSurpriseTable(storage.surprises),
  buildCoverageTable(valueAtRisk.coverage),
];
