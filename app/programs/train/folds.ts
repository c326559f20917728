// Splits the training paths into cross-validation folds.
import { DAY_NOTE, type Rows, joinRows } from './rows';

/** Number of folds used for calibration. */
export const FOLDS = 3;

interface Fold {
  readonly train: Rows;
  readonly heldOut: Rows;
}

/**
 * Each fold with the rows of all others; empty for a single path. Rows must be ordered by path and
 * day.
 */
export function buildFolds(rows: Rows): readonly Fold[] {
  const starts = findPathStarts(rows);
  const parts = Math.min(FOLDS, starts.length);
  if (parts < 2) return [];
  const getFoldStart = (part: number): number =>
    starts[Math.round((part * starts.length) / parts)] ?? rows.rows;
  return Array.from({ length: parts }, (_, part) => {
    const [from, until] = [getFoldStart(part), getFoldStart(part + 1)];
    return {
      train: joinRows([sliceRows(rows, 0, from), sliceRows(rows, until, rows.rows)]),
      heldOut: sliceRows(rows, from, until),
    };
  });
}

/** Row indices at which a new path starts (the day decreases). */
function findPathStarts({ rows, notes, note }: Rows): readonly number[] {
  const getDayNote = (row: number): number => note[row * notes + DAY_NOTE] ?? NaN;
  return Array.from({ length: rows }, (_, row) => row).filter(
    (row) => row === 0 || getDayNote(row) < getDayNote(row - 1),
  );
}

const sliceRows = (
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
