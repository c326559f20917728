// Terminal output of the network evaluation.
import { formatNumber } from '../../../trading/domain/format';
import { alignColumns } from '../align-columns';
import type { CheckRow, Evaluation, EvaluationRow } from '../../../trading/networks/evaluation';

const formatFigure = (value: number | null, digits: number): string =>
  value === null ? '' : formatNumber(value, digits);
const HEAD = [
  'network',
  'subject',
  'target',
  'n',
  'loss',
  'best benchmark',
  'benchmark loss',
  'p',
  'adjusted p',
  'linear',
  'IC',
  't',
  'attainable',
  'ratio',
  'hit',
  'top decile',
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
  row.hasSkill ? 'skill' : 'no skill',
];

const formatTable = (rows: readonly EvaluationRow[]): string =>
  alignColumns([HEAD, ...rows.map(listCells)]).join('\n');

const formatChecks = (rows: readonly CheckRow[]): string =>
  rows
    .map(
      ({ network, count, ic, icT }) =>
        `  ${network.padEnd(11)}n ${count}  IC ${formatFigure(ic, 4)}  t ${formatFigure(icT, 2)}`,
    )
    .join('\n');

export function formatEvaluation({
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
    `Simulated paths ${seeds.join(', ')}, ${years} years each (power ${powerYears})`,
    formatTable(rows),
    '',
    `Within path ${inside.seed}, ${inside.splits} expanding splits`,
    formatTable(inside.rows),
    '',
    'Placebo test: efficient markets',
    formatChecks(efficient),
    '',
    'Placebo test: trained on shuffled labels',
    formatChecks(shuffled),
    ...(real
      ? [
          '',
          `Real prices ${real.from} to ${real.until}, without weather: trained on simulations`,
          formatTable(real.asTrained),
          '',
          'The same, trained on the real history',
          formatTable(real.retrained),
        ]
      : ['', 'No real price histories found.']),
  ].join('\n');
}
