/**
 * Rows of numbers with two times each, in typed arrays: what they are of, and since when they could
 * be known.
 */
import type { EpochMs } from '../domain/units';

const ROWS_FIRST = 64;

/**
 * A table in order of `valid`, then `published`. Rows are numbers from 0; they move when rows are
 * inserted or removed.
 */
export class VintageTable {
  size = 0;
  private valid = new Float64Array(ROWS_FIRST);
  private published = new Float64Array(ROWS_FIRST);
  private values: Float64Array;

  constructor(private readonly width: number) {
    this.values = new Float64Array(ROWS_FIRST * width);
  }

  validAt = (row: number): EpochMs => this.valid[row] ?? Number.NaN;
  publishedAt = (row: number): EpochMs => this.published[row] ?? Number.NaN;
  value = (row: number, column: number): number =>
    this.values[row * this.width + column] ?? Number.NaN;

  /** What the arrays take, bytes. */
  get bytes(): number {
    return this.valid.byteLength + this.published.byteLength + this.values.byteLength;
  }

  /**
   * Adds a row of at most `width` numbers; false when one of these two times is there already,
   * which then stays as it is.
   */
  insert(validMs: EpochMs, publishedMs: EpochMs, values: ArrayLike<number>): boolean {
    const row = this.place(validMs, publishedMs);
    if (row < this.size && this.valid[row] === validMs && this.published[row] === publishedMs)
      return false;
    if (this.size === this.valid.length) this.grow();
    if (row < this.size) {
      this.valid.copyWithin(row + 1, row, this.size);
      this.published.copyWithin(row + 1, row, this.size);
      this.values.copyWithin((row + 1) * this.width, row * this.width, this.size * this.width);
    }
    this.valid[row] = validMs;
    this.published[row] = publishedMs;
    for (let column = 0; column < this.width; column += 1)
      this.values[row * this.width + column] = values[column] ?? Number.NaN;
    this.size += 1;
    return true;
  }

  private grow(): void {
    const wider = (array: Float64Array) => {
      const grown = new Float64Array(array.length * 2);
      grown.set(array);
      return grown;
    };
    this.valid = wider(this.valid);
    this.published = wider(this.published);
    this.values = wider(this.values);
  }

  /** The first row that is not before these two times. */
  private place(validMs: EpochMs, publishedMs: EpochMs): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const at = this.validAt(middle);
      if (at < validMs || (at === validMs && this.publishedAt(middle) < publishedMs))
        low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The row of a time as it was known, -1 when it was not. */
  asOf(validMs: EpochMs, knownMs: EpochMs): number {
    const row = this.newest(knownMs, validMs + 1);
    return row >= 0 && this.valid[row] === validMs ? row : -1;
  }

  /**
   * The row of the latest time before `untilMs` of which something was known, in its vintage then;
   * -1 when there is none.
   */
  newest(knownMs: EpochMs, untilMs: EpochMs = Infinity): number {
    let row = this.place(untilMs, -Infinity) - 1;
    while (row >= 0 && this.publishedAt(row) > knownMs) row -= 1;
    return row;
  }

  /** Rows for `fromMs` <= valid < `untilMs`, one for each time, in the vintage that was known. */
  between(fromMs: EpochMs, untilMs: EpochMs, knownMs: EpochMs): readonly number[] {
    const rows: number[] = [];
    const end = this.place(untilMs, -Infinity);
    for (let row = this.place(fromMs, -Infinity); row < end; row += 1) {
      if (this.publishedAt(row) > knownMs) continue;
      const last = rows.at(-1);
      if (last !== undefined && this.valid[last] === this.valid[row]) rows[rows.length - 1] = row;
      else rows.push(row);
    }
    return rows;
  }

  /** Removes all rows but those that are wanted; answers how many went. */
  keep(isWanted: (row: number) => boolean): number {
    let kept = 0;
    for (let row = 0; row < this.size; row += 1) {
      if (!isWanted(row)) continue;
      if (kept !== row) this.move(row, kept);
      kept += 1;
    }
    const gone = this.size - kept;
    this.size = kept;
    return gone;
  }

  private move(from: number, to: number): void {
    this.valid[to] = this.validAt(from);
    this.published[to] = this.publishedAt(from);
    this.values.copyWithin(to * this.width, from * this.width, (from + 1) * this.width);
  }
}
