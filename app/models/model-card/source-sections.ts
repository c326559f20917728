// Model card sections on the models that issue signals: which one, its skill, learning
// curves.
import type { CardColumn, CardSection, CardTable } from '../../contracts/model-card';
import {
  MISSING,
  formatCount,
  formatNumber,
  formatPValue,
  formatSignedNumber,
} from '../../trading/domain/format';
import {
  type CandidateRow,
  type CurveRow,
  type Evaluation,
  P_VALUE_MAX,
  SOURCE_T_STATISTIC_MIN,
  type SourceRow,
  type SourceTable,
} from '../../trading/networks/evaluation';
import { COST_MULTIPLE } from '../../trading/signals/decide-signal';
import { HOLDING_FACTOR } from '../../trading/signals/price-forecast';
import { getSourceName } from '../../trading/networks/signal-source';
import { columns, formatFigure, formatFraction, getSubjectName } from './evaluation-table';

const NO_CHART = { reliability: [] } as const;
const formatSigned = (value: number | null, digits: number): string =>
  value === null ? MISSING : formatSignedNumber(value, digits);

interface SourceColumn {
  readonly head: CardColumn;
  readonly cell: (row: SourceRow) => string;
}

const SOURCE_COLUMNS: readonly SourceColumn[] = [
  { head: columns.text('Market'), cell: ({ subject }) => getSubjectName(subject) },
  { head: columns.text('Model'), cell: (row) => getSourceName(row.network, row.source) },
  {
    head: columns.text('Verdict'),
    cell: ({ hasSkill }) => (hasSkill ? 'skill' : 'no proven skill'),
  },
  { head: columns.number('Days'), cell: ({ count }) => formatCount(count) },
  { head: columns.number('IC'), cell: ({ ic }) => formatSigned(ic, 3) },
  { head: columns.number('t'), cell: ({ icT }) => formatSigned(icT, 1) },
  { head: columns.number('p corrected'), cell: ({ adjusted }) => formatPValue(adjusted) },
  { head: columns.number('IC attainable'), cell: ({ attainable }) => formatFigure(attainable, 3) },
  { head: columns.number('Fraction of attainable'), cell: ({ share }) => formatFraction(share) },
  { head: columns.number('Sharpe after costs'), cell: ({ sharpe }) => formatSigned(sharpe, 2) },
  {
    head: columns.number('Lower 90% bound'),
    cell: ({ lowerSharpe }) => formatSigned(lowerSharpe, 2),
  },
  { head: columns.number('Days with BUY or SELL'), cell: ({ calls }) => formatFraction(calls) },
  { head: columns.number('Calibration error'), cell: ({ ece }) => formatFigure(ece, 3) },
  {
    head: columns.number('Expected calibration error'),
    cell: ({ eceByChance }) => formatFigure(eceByChance, 3),
  },
];

const countSkilled = ({ rows }: SourceTable): number =>
  rows.filter(({ hasSkill }) => hasSkill).length;

function buildSourceTable(id: string, caption: string, table: SourceTable): CardTable {
  const { seeds, years, powerYears, rows } = table;
  return {
    id,
    caption,
    note: `${formatCount(countSkilled(table))} of ${formatCount(rows.length)} have skill. Simulations ${seeds.join(', ')}, ${formatCount(years)} years each (power prices: ${formatNumber(powerYears, 1)})`,
    columns: SOURCE_COLUMNS.map(({ head }) => head),
    rows: rows.map((row) => SOURCE_COLUMNS.map(({ cell }) => cell(row))),
  };
}

/** The models on the verdict paths, the confirmation paths and efficient paths. */
export const describeSources = ({
  selection,
  verdict,
  confirmation,
  efficientVerdict,
}: Evaluation): CardSection => ({
  id: 'sources',
  title: 'Models that issue signals',
  ...NO_CHART,
  paragraphs: [
    `A signal is BUY or SELL only where its model has proven skill: a correlation with the next day's move at least ${formatCount(SOURCE_T_STATISTIC_MIN)} standard errors above zero, significant at ${formatNumber(100 * P_VALUE_MAX, 0)}% over all markets (Benjamini-Hochberg), and a lower 90% bound of the return after costs above zero. The rule was fixed before these simulations were run.`,
    'The model of a market is the one with the lowest Brier score on other simulations: its network, a linear model on the same inputs, the 20-day trend, or the season. Grade A is skill on both sets, grade B on the verdict set only.',
    `A new call needs an expected gain while it is held (${formatCount(HOLDING_FACTOR)} times that of a day) above ${formatNumber(COST_MULTIPLE, 1)} round trips. It stays until the probability crosses one half.`,
    'The Sharpe ratio is that of the signals at moderate risk, one unit of daily volatility per market, after spread, slippage and fees.',
  ],
  tables: [
    buildSourceTable('sources-verdict', 'Verdict', verdict),
    ...(confirmation
      ? [
          buildSourceTable(
            'sources-confirmation',
            'Confirmation on other simulations',
            confirmation,
          ),
        ]
      : []),
    buildSourceTable('sources-efficient', 'The same models in efficient markets', efficientVerdict),
    buildCandidateTable(selection.seeds, selection.rows),
  ],
});

const buildCandidateTable = (
  seeds: readonly string[],
  rows: readonly CandidateRow[],
): CardTable => ({
  id: 'sources-candidates',
  caption: 'Candidates',
  note: `Selection simulations ${seeds.join(', ')}. Lower Brier score is better. Persistence: expected gains of five days as a multiple of that of the first`,
  columns: [
    columns.text('Market'),
    columns.text('Model'),
    columns.number('Brier score'),
    columns.number('IC'),
    columns.number('t'),
    columns.number('Sharpe after costs'),
    columns.number('Persistence'),
    columns.text('Chosen'),
  ],
  rows: rows.map(({ network, subject, source, brier, ic, icT, sharpe, persistence, isChosen }) => [
    getSubjectName(subject),
    getSourceName(network, source),
    formatFigure(brier, 5),
    formatSigned(ic, 3),
    formatSigned(icT, 1),
    formatSigned(sharpe, 2),
    formatFigure(persistence, 2),
    isChosen ? 'yes' : '',
  ]),
});

/** Loss by number of training paths. */
export const describeLearningCurves = ({ curve, selection }: Evaluation): CardSection => ({
  id: 'curves',
  title: 'Learning curves',
  ...NO_CHART,
  paragraphs: [
    `The loss of each network after training on fewer simulations, on simulations ${selection.seeds.join(', ')}. Where the last step still lowers the loss, more training data would help.`,
  ],
  tables: [buildCurveTable(curve)],
});

function buildCurveTable(curve: readonly CurveRow[]): CardTable {
  const paths = [...new Set(curve.map((row) => row.paths))].sort((a, b) => a - b);
  const first = curve.filter(
    (row, index) =>
      curve.findIndex(({ network, target }) => network === row.network && target === row.target) ===
      index,
  );
  const find = (row: CurveRow, count: number): CurveRow | undefined =>
    curve.find(
      ({ network, target, paths: own }) =>
        network === row.network && target === row.target && own === count,
    );
  return {
    id: 'curve-table',
    caption: 'Loss and IC by training years',
    note: 'Loss, and in brackets the correlation with outcomes',
    columns: [
      columns.text('Network'),
      columns.text('Loss'),
      ...paths.map((count) => {
        const years = curve.find((row) => row.paths === count)?.years ?? 0;
        return columns.number(`${formatCount(years)} years`);
      }),
    ],
    rows: first.map((row) => [
      `${row.network}: ${row.target}`,
      row.lossName,
      ...paths.map((count) => {
        const found = find(row, count);
        return found ? `${formatFigure(found.loss, 5)} (${formatSigned(found.ic, 3)})` : MISSING;
      }),
    ]),
  };
}
