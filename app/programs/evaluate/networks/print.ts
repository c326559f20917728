// An evaluation as a table for a terminal.
import { decimalNumber } from '../../../trading/domain/format';
import type { CheckRow, Evaluation, EvaluationRow } from '../../../trading/networks/evaluation';

const formatFigure = (value: number | null, digits: number): string =>
  value === null ? '' : decimalNumber(value, digits);
const HEAD = [
  'network',
  'subject',
  'target',
  'n',
  'loss',
  'best rival',
  'its loss',
  'p',
  'corrected',
  'line',
  'IC',
  't',
  'attainable',
  'share',
  'hit',
  'top',
  'Brier',
  'log loss',
  'ECE',
  'AUC',
  'Sharpe',
  'verdict',
] as const;

const listCells = (row: EvaluationRow): readonly string[] => [
  row.network,
  row.subject,
  row.target,
  String(row.count),
  formatFigure(row.loss, 4),
  row.best,
  formatFigure(row.rivals.find(({ name }) => name === row.best)?.loss ?? null, 4),
  formatFigure(row.pValue, 4),
  formatFigure(row.adjusted, 4),
  formatFigure(row.lineLoss, 4),
  formatFigure(row.ic, 3),
  formatFigure(row.icT, 1),
  formatFigure(row.attainable, 3),
  formatFigure(row.share, 2),
  formatFigure(row.hit, 3),
  formatFigure(row.topHit, 3),
  formatFigure(row.brier, 4),
  formatFigure(row.logLoss, 4),
  formatFigure(row.ece, 4),
  formatFigure(row.area, 3),
  formatFigure(row.sharpe, 2),
  row.hasSkill ? 'skill' : 'no evidence of skill',
];

function formatTable(rows: readonly EvaluationRow[]): string {
  const table = [HEAD, ...rows.map(listCells)];
  const widths = HEAD.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const formatChecks = (rows: readonly CheckRow[]): string =>
  rows
    .map(
      ({ network, count, ic, icT }) =>
        `  ${network.padEnd(11)}n ${count}  IC ${formatFigure(ic, 4)}  t ${formatFigure(icT, 2)}`,
    )
    .join('\n');

export function evaluationText({
  rows,
  inside,
  efficient,
  shuffled,
  real,
  seeds,
  years,
  powerYears,
}: Evaluation): string {
  return [
    `Worlds ${seeds.join(', ')}, ${years} years each, of power ${powerYears}`,
    formatTable(rows),
    '',
    `Inside world ${inside.seed}, ${inside.splits} expanding splits`,
    formatTable(inside.rows),
    '',
    'Efficient worlds: nothing to find',
    formatChecks(efficient),
    '',
    'Trained on shuffled labels: nothing to find',
    formatChecks(shuffled),
    ...(real
      ? [
          '',
          `Real prices ${real.from} to ${real.until}, weather unknown: as trained`,
          formatTable(real.asTrained),
          '',
          'The same, trained on the history itself',
          formatTable(real.retrained),
        ]
      : ['', 'There are no real histories here.']),
  ].join('\n');
}
