// The part of the model card about one network: what it reads and tells, how it did subject by
// subject, and how its chances were met.
import type { CardReliability, CardSection, CardTable } from '../../contracts/model-card';
import { formatCount } from '../../trading/domain/format';
import type { Evaluation, EvaluationRow } from '../../trading/networks/evaluation';
import { type NetworkSpec, listGroups } from '../../trading/networks/network-spec';
import { columns, formatFigure, rowsTable, formatShare, subjectName, subjectRow } from './figures';

const list = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

export function networkSection(spec: NetworkSpec, { rows }: Evaluation): CardSection {
  const own = rows.filter(({ network }) => network === spec.id);
  const good = own.filter(({ hasSkill }) => hasSkill).length;
  const first = own
    .filter(({ reliability }) => reliability !== null)
    .filter(
      (row, place, all) =>
        all.findIndex(({ target }) => target === row.target) === place &&
        !/ d ahead$/.test(row.target),
    );
  return {
    id: spec.id,
    title: `${spec.id}: ${spec.name.toLowerCase()}`,
    paragraphs: [
      `It tells ${spec.tells}. It is asked about ${list(spec.subjects.map(subjectName))}.`,
      `Inputs: ${formatCount(spec.features.length)} features in groups: ${list(listGroups(spec))}. All inputs are point-in-time. Missing values: median.`,
      `Of ${formatCount(own.length)} rows ${good === 0 ? 'none shows' : good === 1 ? 'one shows' : `${formatCount(good)} show`} skill.`,
    ],
    tables: [
      rowsTable(
        `${spec.id}-rows`,
        `${spec.id} on unseen worlds`,
        'A smaller loss is better; p is that of the difference to the best rival',
        own,
        { head: 'About', of: subjectRow },
      ),
      rivalsTable(spec.id, own),
      ...first.map((row) => reliabilityTable(row)),
    ],
    reliability: first.map(
      (row): CardReliability => ({
        id: `${spec.id}-${formatSlug(row.target)}-chart`,
        caption: `${spec.id}: ${row.target}`,
        points: row.reliability ?? [],
      }),
    ),
  };
}

const formatSlug = (words: string): string => words.replace(/\W+/g, '-');

/** Losses of all rivals where all subjects stand together, one row a target. */
function rivalsTable(id: string, own: readonly EvaluationRow[]): CardTable {
  const first = own.filter(
    (row, place) => own.findIndex(({ target }) => target === row.target) === place,
  );
  const names = [...new Set(first.flatMap(({ rivals }) => rivals.map(({ name }) => name)))];
  return {
    id: `${id}-rivals`,
    caption: `${id} beside each simple rival`,
    note: 'Mean loss over the same cases',
    columns: [columns.text('Target'), columns.number(id), ...names.map(columns.number)],
    rows: first.map((row) => [
      row.target,
      formatFigure(row.loss, 4),
      ...names.map((name) =>
        formatFigure(row.rivals.find((rival) => rival.name === name)?.loss ?? null, 4),
      ),
    ]),
  };
}

function reliabilityTable({ network, target, reliability }: EvaluationRow): CardTable {
  return {
    id: `${network}-${formatSlug(target)}-reliability`,
    caption: `How the chances of ${network} were met: ${target}`,
    note: 'Cases in classes of like chances',
    columns: [columns.text('Chance told'), columns.number('Came'), columns.number('Cases')],
    rows: (reliability ?? []).map((point) => [
      formatShare(point.chance),
      formatShare(point.came),
      formatCount(point.count),
    ]),
  };
}
