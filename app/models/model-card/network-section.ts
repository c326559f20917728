// Model card section of one network: inputs, results by subject, calibration.
import type { CardReliability, CardSection, CardTable } from '../../contracts/model-card';
import { formatCount } from '../../trading/domain/format';
import type { Evaluation, EvaluationRow } from '../../trading/networks/evaluation';
import { type NetworkSpec, listGroups } from '../../trading/networks/network-spec';
import {
  columns,
  formatFigure,
  buildRowsTable,
  formatFraction,
  getSubjectName,
  formatSubjectName,
} from './evaluation-table';

const joinNames = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

export function buildNetworkSection(spec: NetworkSpec, { rows }: Evaluation): CardSection {
  const own = rows.filter(({ network }) => network === spec.id);
  const skilled = own.filter(({ hasSkill }) => hasSkill).length;
  const firstByTarget = own
    .filter(({ reliability }) => reliability !== null)
    .filter(
      (row, index, all) =>
        all.findIndex(({ target }) => target === row.target) === index &&
        !/ d ahead$/.test(row.target),
    );
  return {
    id: spec.id,
    title: `${spec.id}: ${spec.name.toLowerCase()}`,
    paragraphs: [
      `Forecast: ${spec.description}. Subjects: ${joinNames(spec.subjects.map(getSubjectName))}.`,
      `Inputs: ${formatCount(spec.features.length)} features in groups: ${joinNames(listGroups(spec))}. All inputs are point-in-time. Missing values: median.`,
      `Of ${formatCount(own.length)} rows ${skilled === 0 ? 'none shows' : skilled === 1 ? 'one shows' : `${formatCount(skilled)} show`} skill.`,
    ],
    tables: [
      buildRowsTable(
        `${spec.id}-rows`,
        `${spec.id}, out of sample`,
        'Lower loss is better; p of the difference to the best benchmark',
        own,
        { head: 'Subject', of: formatSubjectName },
      ),
      buildBenchmarkTable(spec.id, own),
      ...firstByTarget.map((row) => buildCalibrationTable(row)),
    ],
    reliability: firstByTarget.map(
      (row): CardReliability => ({
        id: `${spec.id}-${formatSlug(row.target)}-chart`,
        caption: `${spec.id}: ${row.target}`,
        points: row.reliability ?? [],
      }),
    ),
  };
}

const formatSlug = (words: string): string => words.replace(/\W+/g, '-');

/** Losses of all benchmarks, all subjects pooled, one row per target. */
function buildBenchmarkTable(id: string, own: readonly EvaluationRow[]): CardTable {
  const firstByTarget = own.filter(
    (row, index) => own.findIndex(({ target }) => target === row.target) === index,
  );
  const names = [...new Set(firstByTarget.flatMap(({ rivals }) => rivals.map(({ name }) => name)))];
  return {
    id: `${id}-rivals`,
    caption: `${id} vs each benchmark`,
    note: 'Mean loss over the same cases',
    columns: [columns.text('Target'), columns.number(id), ...names.map(columns.number)],
    rows: firstByTarget.map((row) => [
      row.target,
      formatFigure(row.loss, 4),
      ...names.map((name) =>
        formatFigure(row.rivals.find((benchmark) => benchmark.name === name)?.loss ?? null, 4),
      ),
    ]),
  };
}

function buildCalibrationTable({ network, target, reliability }: EvaluationRow): CardTable {
  return {
    id: `${network}-${formatSlug(target)}-reliability`,
    caption: `Calibration of ${network}: ${target}`,
    note: 'Cases grouped by forecast probability',
    columns: [columns.text('Forecast'), columns.number('Observed'), columns.number('Cases')],
    rows: (reliability ?? []).map((point) => [
      formatFraction(point.chance),
      formatFraction(point.came),
      formatCount(point.count),
    ]),
  };
}
