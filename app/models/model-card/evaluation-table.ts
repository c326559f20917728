// Table cells of the network evaluation.
import type { CardColumn, CardTable } from '../../contracts/model-card';
import { COMMODITIES } from '../../trading/domain/commodity';
import {
  MISSING,
  formatCount,
  formatNumber,
  formatPercent,
  formatSignedNumber,
  formatPValue,
} from '../../trading/domain/format';
import type { EvaluationRow } from '../../trading/networks/evaluation';
import { FUTURES } from '../../trading/networks/features/price-features';

export const formatFigure = (value: number | null, digits: number): string =>
  value === null ? MISSING : formatNumber(value, digits);
export const formatFraction = (value: number | null): string =>
  value === null ? MISSING : formatPercent(100 * value, 1);

/** Display name of a root symbol, hub or weather cell. */
export function getSubjectName(subject: string): string {
  const commodity = FUTURES[subject];
  return commodity ? COMMODITIES[commodity].displayName : subject.replace(/^ET-/, '');
}

const buildTextColumn = (name: string): CardColumn => ({ name, isNumber: false });
const buildNumberColumn = (name: string): CardColumn => ({ name, isNumber: true });
export const columns = { text: buildTextColumn, number: buildNumberColumn } as const;

interface Column {
  readonly head: CardColumn;
  readonly cell: (row: EvaluationRow) => string;
  /** Columns without any value are hidden. */
  readonly has?: (row: EvaluationRow) => boolean;
}

const findBestLoss = ({ rivals, best }: EvaluationRow): number | null =>
  rivals.find(({ name }) => name === best)?.loss ?? null;

const COLUMNS: readonly Column[] = [
  {
    head: buildTextColumn('Verdict'),
    cell: ({ hasSkill }) => (hasSkill ? 'skill' : 'no evidence of skill'),
  },
  { head: buildNumberColumn('Cases'), cell: (row) => formatCount(row.count) },
  { head: buildTextColumn('Loss'), cell: (row) => row.lossName },
  { head: buildNumberColumn('Own loss'), cell: (row) => formatFigure(row.loss, 4) },
  { head: buildTextColumn('Best benchmark'), cell: (row) => row.best },
  { head: buildNumberColumn('Benchmark loss'), cell: (row) => formatFigure(findBestLoss(row), 4) },
  { head: buildNumberColumn('p'), cell: (row) => formatPValue(row.pValue) },
  { head: buildNumberColumn('p corrected'), cell: (row) => formatPValue(row.adjusted) },
  { head: buildNumberColumn('Linear model loss'), cell: (row) => formatFigure(row.lineLoss, 4) },
  {
    head: buildNumberColumn('IC'),
    cell: (row) => (row.ic === null ? MISSING : formatSignedNumber(row.ic, 3)),
  },
  {
    head: buildNumberColumn('t'),
    cell: (row) => (row.icT === null ? MISSING : formatSignedNumber(row.icT, 1)),
  },
  {
    head: buildNumberColumn('IC attainable'),
    cell: (row) => formatFigure(row.attainable, 3),
    has: (row) => row.attainable !== null,
  },
  {
    head: buildNumberColumn('Fraction of attainable'),
    cell: (row) => formatFraction(row.share),
    has: (row) => row.share !== null,
  },
  {
    head: buildNumberColumn('Hit rate'),
    cell: (row) => formatFraction(row.hit),
    has: (row) => row.hit !== null,
  },
  {
    head: buildNumberColumn('Hit rate, top decile'),
    cell: (row) => formatFraction(row.topHit),
    has: (row) => row.topHit !== null,
  },
  {
    head: buildNumberColumn('Log loss'),
    cell: (row) => formatFigure(row.logLoss, 4),
    has: (row) => row.logLoss !== null,
  },
  {
    head: buildNumberColumn('Calibration error'),
    cell: (row) => formatFigure(row.ece, 3),
    has: (row) => row.ece !== null,
  },
  {
    head: buildNumberColumn('Expected calibration error'),
    cell: (row) => formatFigure(row.eceByChance, 3),
    has: (row) => row.eceByChance !== null,
  },
  {
    head: buildNumberColumn('Area under curve'),
    cell: (row) => formatFigure(row.area, 3),
    has: (row) => row.area !== null && row.hit === null,
  },
  {
    head: buildNumberColumn('Sharpe after costs'),
    cell: (row) => (row.sharpe === null ? MISSING : formatSignedNumber(row.sharpe, 2)),
    has: (row) => row.sharpe !== null,
  },
];

/** Builds a table of evaluation rows; `name` defines the first column. */
export function buildRowsTable(
  id: string,
  caption: string,
  note: string,
  rows: readonly EvaluationRow[],
  name: { readonly head: string; readonly of: (row: EvaluationRow) => string },
): CardTable {
  const shown = COLUMNS.filter(({ has }) => has === undefined || rows.some(has));
  return {
    id,
    caption,
    note,
    columns: [buildTextColumn(name.head), ...shown.map(({ head }) => head)],
    rows: rows.map((row) => [name.of(row), ...shown.map(({ cell }) => cell(row))]),
  };
}

export const formatRowName = ({ network, subject, target }: EvaluationRow): string =>
  `${network}, ${subject === 'all' ? 'pooled' : getSubjectName(subject)}: ${target}`;
export const formatSubjectName = ({ subject, target, isMain }: EvaluationRow): string =>
  `${subject === 'all' ? 'Pooled' : getSubjectName(subject)}${isMain ? '' : `, ${target}`}`;
