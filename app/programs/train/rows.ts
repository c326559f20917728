// Training rows: features, targets and evaluation notes.

/** Row-major table. Notes are for evaluation only and never model inputs. */
export interface Rows {
  readonly rows: number;
  readonly inputs: number;
  readonly targets: number;
  readonly notes: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly note: Float64Array;
}

/** Notes of every row: subject index and day. */
export const SUBJECT_NOTE = 0;
export const DAY_NOTE = 1;
export const COMMON_NOTES = 2;

/** Concatenates rows of several paths, without rows whose targets are all missing. */
export function joinRows(parts: readonly Rows[]): Rows {
  const [first] = parts;
  if (!first) throw new RangeError('no rows to join');
  const { inputs, targets, notes } = first;
  const indicesByPart = parts.map((part) => listLabeledRows(part));
  const rows = indicesByPart.reduce((sum, indices) => sum + indices.length, 0);
  const joined = {
    rows,
    inputs,
    targets,
    notes,
    x: new Float64Array(rows * inputs),
    y: new Float64Array(rows * targets),
    note: new Float64Array(rows * notes),
  };
  let outputRow = 0;
  for (const [index, part] of parts.entries()) {
    for (const row of indicesByPart[index] ?? []) {
      joined.x.set(part.x.subarray(row * inputs, (row + 1) * inputs), outputRow * inputs);
      joined.y.set(part.y.subarray(row * targets, (row + 1) * targets), outputRow * targets);
      joined.note.set(part.note.subarray(row * notes, (row + 1) * notes), outputRow * notes);
      outputRow += 1;
    }
  }
  return joined;
}

/** Indices of rows with at least one target. */
const listLabeledRows = ({ rows, targets, y }: Rows): readonly number[] =>
  Array.from({ length: rows }, (_, row) => row).filter((row) =>
    y.subarray(row * targets, (row + 1) * targets).some((value) => !Number.isNaN(value)),
  );
