// Terminal output of the network evaluation.
import { formatNumber } from '../../../trading/domain/format';
import { alignColumns } from '../align-columns';
import type {
  CandidateRow,
  CheckRow,
  CurveRow,
  Evaluation,
  EvaluationRow,
  SourceRow,
  SourceTable,
} from '../../../trading/networks/evaluation';
import { getSourceName } from '../../../trading/networks/signal-source';

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

const formatTable = (table: readonly (readonly string[])[]): string =>
  alignColumns(table).join('\n');

const formatRows = (rows: readonly EvaluationRow[]): string =>
  formatTable([HEAD, ...rows.map(listCells)]);

const SOURCE_HEAD = [
  'subject',
  'model',
  'n',
  'IC',
  't',
  'adjusted p',
  'attainable',
  'ratio',
  'Sharpe',
  'lower bound',
  'calls',
  'Brier',
  'ECE',
  'ECE by chance',
  'verdict',
] as const;

const listSourceCells = (row: SourceRow): readonly string[] => [
  row.subject,
  getSourceName(row.network, row.source),
  String(row.count),
  formatFigure(row.ic, 3),
  formatFigure(row.icT, 1),
  formatFigure(row.adjusted, 4),
  formatFigure(row.attainable, 3),
  formatFigure(row.share, 2),
  formatFigure(row.sharpe, 2),
  formatFigure(row.lowerSharpe, 2),
  formatFigure(row.calls, 3),
  formatFigure(row.brier, 5),
  formatFigure(row.ece, 4),
  formatFigure(row.eceByChance, 4),
  row.hasSkill ? 'skill' : 'no proven skill',
];

const formatSources = (title: string, { seeds, years, powerYears, rows }: SourceTable): string =>
  [
    `${title}: ${rows.filter(({ hasSkill }) => hasSkill).length} of ${rows.length} subjects with skill. Paths ${seeds.join(', ')}, ${years} years each (power ${powerYears})`,
    formatTable([SOURCE_HEAD, ...rows.map(listSourceCells)]),
    '',
  ].join('\n');

const formatCandidates = (rows: readonly CandidateRow[]): string =>
  formatTable([
    ['subject', 'candidate', 'Brier', 'IC', 't', 'Sharpe', 'persistence', 'chosen'],
    ...rows.map(({ network, subject, source, brier, ic, icT, sharpe, persistence, isChosen }) => [
      subject,
      getSourceName(network, source),
      formatFigure(brier, 5),
      formatFigure(ic, 3),
      formatFigure(icT, 1),
      formatFigure(sharpe, 2),
      formatFigure(persistence, 2),
      isChosen ? 'yes' : '',
    ]),
  ]);

const formatCurve = (rows: readonly CurveRow[]): string =>
  formatTable([
    ['network', 'target', 'paths', 'years', 'loss', 'IC'],
    ...rows.map(({ network, target, paths, years, loss, ic }) => [
      network,
      target,
      String(paths),
      String(years),
      formatFigure(loss, 5),
      formatFigure(ic, 4),
    ]),
  ]);

const formatChecks = (rows: readonly CheckRow[]): string =>
  rows
    .map(
      ({ network, count, ic, icT }) =>
        `  ${network.padEnd(11)}n ${count}  IC ${formatFigure(ic, 4)}  t ${formatFigure(icT, 2)}`,
    )
    .join('\n');

export function formatEvaluation({
  rows,
  selection,
  verdict,
  confirmation,
  efficientVerdict,
  curve,
  inside,
  efficient,
  shuffled,
  real,
  seeds,
  years,
  powerYears,
}: Evaluation): string {
  return [
    `Candidates on paths ${selection.seeds.join(', ')}`,
    formatCandidates(selection.rows),
    '',
    formatSources('Verdict', verdict),
    ...(confirmation ? [formatSources('Confirmation', confirmation)] : []),
    formatSources('Efficient markets', efficientVerdict),
    `Learning curves on paths ${selection.seeds.join(', ')}`,
    formatCurve(curve),
    '',
    `Simulated paths ${seeds.join(', ')}, ${years} years each (power ${powerYears})`,
    formatRows(rows),
    '',
    `Within path ${inside.seed}, ${inside.splits} expanding splits`,
    formatRows(inside.rows),
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
          formatRows(real.asTrained),
          '',
          'The same, trained on the real history',
          formatRows(real.retrained),
        ]
      : ['', 'No real price histories found.']),
  ].join('\n');
}
