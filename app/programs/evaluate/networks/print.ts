// An evaluation as a table for a terminal.
import { decimalNumber } from '../../../trading/domain/format';
import type { CheckRow, Evaluation, EvaluationRow } from '../../../trading/networks/evaluation';

const figure = (value: number | null, digits: number): string =>
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

const cellsOf = (row: EvaluationRow): readonly string[] => [
  row.network,
  row.subject,
  row.target,
  String(row.count),
  figure(row.loss, 4),
  row.best,
  figure(row.rivals.find(({ name }) => name === row.best)?.loss ?? null, 4),
  figure(row.pValue, 4),
  figure(row.adjusted, 4),
  figure(row.lineLoss, 4),
  figure(row.ic, 3),
  figure(row.icT, 1),
  figure(row.attainable, 3),
  figure(row.share, 2),
  figure(row.hit, 3),
  figure(row.topHit, 3),
  figure(row.brier, 4),
  figure(row.logLoss, 4),
  figure(row.ece, 4),
  figure(row.area, 3),
  figure(row.sharpe, 2),
  row.hasSkill ? 'skill' : 'no evidence of skill',
];

function tableOf(rows: readonly EvaluationRow[]): string {
  const table = [HEAD, ...rows.map(cellsOf)];
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

const checksOf = (rows: readonly CheckRow[]): string =>
  rows
    .map(
      ({ network, count, ic, icT }) =>
        `  ${network.padEnd(11)}n ${count}  IC ${figure(ic, 4)}  t ${figure(icT, 2)}`,
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
    tableOf(rows),
    '',
    `Inside world ${inside.seed}, ${inside.splits} expanding splits`,
    tableOf(inside.rows),
    '',
    'Efficient worlds: nothing to find',
    checksOf(efficient),
    '',
    'Trained on shuffled labels: nothing to find',
    checksOf(shuffled),
    ...(real
      ? [
          '',
          `Real prices ${real.from} to ${real.until}, weather unknown: as trained`,
          tableOf(real.asTrained),
          '',
          'The same, trained on the history itself',
          tableOf(real.retrained),
        ]
      : ['', 'There are no real histories here.']),
  ].join('\n');
}
