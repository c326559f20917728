// The worlds of a training in parts, each to be told by weights that were fitted on the other
// parts.
import { DAY_NOTE, type Rows, joinedRows } from './row-sink';

/** Parts that training is cut into for its calibration. */
export const FOLDS = 3;

interface Fold {
  readonly learnt: Rows;
  readonly told: Rows;
}

/**
 * Each part of the worlds with the rows of all others; empty where there is one world alone. Rows
 * come world by world, days within a world in order.
 */
export function buildFolds(rows: Rows): readonly Fold[] {
  const starts = worldStarts(rows);
  const parts = Math.min(FOLDS, starts.length);
  if (parts < 2) return [];
  const edge = (part: number): number =>
    starts[Math.round((part * starts.length) / parts)] ?? rows.rows;
  return Array.from({ length: parts }, (_, part) => {
    const [from, until] = [edge(part), edge(part + 1)];
    return {
      learnt: joinedRows([rowsFrom(rows, 0, from), rowsFrom(rows, until, rows.rows)]),
      told: rowsFrom(rows, from, until),
    };
  });
}

/** Rows at which the days begin anew. */
function worldStarts({ rows, notes, note }: Rows): readonly number[] {
  const getDayNote = (row: number): number => note[row * notes + DAY_NOTE] ?? NaN;
  return Array.from({ length: rows }, (_, row) => row).filter(
    (row) => row === 0 || getDayNote(row) < getDayNote(row - 1),
  );
}

const rowsFrom = (
  { inputs, targets, notes, x, y, note }: Rows,
  from: number,
  until: number,
): Rows => ({
  rows: until - from,
  inputs,
  targets,
  notes,
  x: x.subarray(from * inputs, until * inputs),
  y: y.subarray(from * targets, until * targets),
  note: note.subarray(from * notes, until * notes),
});
