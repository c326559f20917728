// Rows of one network from one world, as they are made: features, targets and notes for judges.

/** Rows side by side, row-major. Notes are what only a judge may see. */
export interface Rows {
  readonly rows: number;
  readonly inputs: number;
  readonly targets: number;
  readonly notes: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly note: Float64Array;
}

/** Notes that every row has: place of the subject, and day. */
export const SUBJECT_NOTE = 0;
export const DAY_NOTE = 1;
export const COMMON_NOTES = 2;

/** A list of numbers that doubles its room. */
class Numbers {
  private values = new Float64Array(4096);
  length = 0;

  push(row: ArrayLike<number>): void {
    while (this.length + row.length > this.values.length) {
      const wider = new Float64Array(2 * this.values.length);
      wider.set(this.values);
      this.values = wider;
    }
    this.values.set(row, this.length);
    this.length += row.length;
  }

  set(place: number, value: number): void {
    this.values[place] = value;
  }

  toArray(): Float64Array {
    return this.values.slice(0, this.length);
  }
}

export class RowSink {
  private readonly x = new Numbers();
  private readonly y = new Numbers();
  private readonly note = new Numbers();
  private count = 0;

  constructor(
    private readonly inputs: number,
    private readonly targets: number,
    private readonly notes: number,
  ) {}

  /** Adds a row and answers its place. Throws RangeError for other lengths. */
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

  /** Fills a target that becomes known later. */
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

/** Rows of several worlds behind one another, without those whose targets were never known. */
export function joinedRows(parts: readonly Rows[]): Rows {
  const [first] = parts;
  if (!first) throw new RangeError('there are no rows to join');
  const { inputs, targets, notes } = first;
  const kept = parts.map((part) => knownPlaces(part));
  const rows = kept.reduce((sum, places) => sum + places.length, 0);
  const joined = {
    rows,
    inputs,
    targets,
    notes,
    x: new Float64Array(rows * inputs),
    y: new Float64Array(rows * targets),
    note: new Float64Array(rows * notes),
  };
  let at = 0;
  for (const [index, part] of parts.entries()) {
    for (const place of kept[index] ?? []) {
      joined.x.set(part.x.subarray(place * inputs, (place + 1) * inputs), at * inputs);
      joined.y.set(part.y.subarray(place * targets, (place + 1) * targets), at * targets);
      joined.note.set(part.note.subarray(place * notes, (place + 1) * notes), at * notes);
      at += 1;
    }
  }
  return joined;
}

/** Rows of which at least one target is known. */
const knownPlaces = ({ rows, targets, y }: Rows): readonly number[] =>
  Array.from({ length: rows }, (_, row) => row).filter((row) =>
    y.subarray(row * targets, (row + 1) * targets).some((value) => !Number.isNaN(value)),
  );
