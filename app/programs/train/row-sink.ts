// Growable table of training rows: features, targets and evaluation notes.

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

/** Growable Float64Array. */
class GrowableArray {
  private values = new Float64Array(4096);
  length = 0;

  push(row: ArrayLike<number>): void {
    while (this.length + row.length > this.values.length) {
      const larger = new Float64Array(2 * this.values.length);
      larger.set(this.values);
      this.values = larger;
    }
    this.values.set(row, this.length);
    this.length += row.length;
  }

  set(column: number, value: number): void {
    this.values[column] = value;
  }

  toArray(): Float64Array {
    return this.values.slice(0, this.length);
  }
}

export class RowSink {
  private readonly x = new GrowableArray();
  private readonly y = new GrowableArray();
  private readonly note = new GrowableArray();
  private count = 0;

  constructor(
    private readonly inputs: number,
    private readonly targets: number,
    private readonly notes: number,
  ) {}

  /** Adds a row and returns its index. Throws RangeError for wrong lengths. */
  add(x: ArrayLike<number>, y: ArrayLike<number>, note: ArrayLike<number>): number {
    if (x.length !== this.inputs || y.length !== this.targets || note.length !== this.notes)
      throw new RangeError(
        `a row has ${this.inputs} inputs, ${this.targets} targets and ${this.notes} notes, got ${x.length}, ${y.length} and ${note.length}`,
      );
    this.x.push(x);
    this.y.push(y);
    this.note.push(note);
    this.count += 1;
    return this.count - 1;
  }

  /** Sets a target that becomes known later. */
  setTarget(row: number, target: number, value: number): void {
    this.y.set(row * this.targets + target, value);
  }

  toRows(): Rows {
    return {
      rows: this.count,
      inputs: this.inputs,
      targets: this.targets,
      notes: this.notes,
      x: this.x.toArray(),
      y: this.y.toArray(),
      note: this.note.toArray(),
    };
  }
}

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
