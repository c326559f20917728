// Growable table of training rows.
import type { Rows } from './rows';

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
