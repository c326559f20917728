/** Bitemporal table in typed arrays: valid time and publication time per row. */
import type { EpochMs } from '../domain/units';

const INITIAL_ROWS = 64;

/** Rows ordered by `valid`, then `published`. Row numbers change on insert and removal. */
export class VintageTable {
  size = 0;
  private valid = new Float64Array(INITIAL_ROWS);
  private published = new Float64Array(INITIAL_ROWS);
  private values: Float64Array;

  constructor(private readonly width: number) {
    this.values = new Float64Array(INITIAL_ROWS * width);
  }

  getValidMs = (row: number): EpochMs => this.valid[row] ?? Number.NaN;
  getPublishedMs = (row: number): EpochMs => this.published[row] ?? Number.NaN;
  value = (row: number, column: number): number =>
    this.values[row * this.width + column] ?? Number.NaN;

  /** Memory of the arrays, bytes. */
  get bytes(): number {
    return this.valid.byteLength + this.published.byteLength + this.values.byteLength;
  }

  /** Adds a row of at most `width` numbers; false (no change) when both times exist already. */
  insert(validMs: EpochMs, publishedMs: EpochMs, values: ArrayLike<number>): boolean {
    const row = this.findRow(validMs, publishedMs);
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
    const growArray = (array: Float64Array) => {
      const grown = new Float64Array(array.length * 2);
      grown.set(array);
      return grown;
    };
    this.valid = growArray(this.valid);
    this.published = growArray(this.published);
    this.values = growArray(this.values);
  }

  /** First row not before these two times. */
  private findRow(validMs: EpochMs, publishedMs: EpochMs): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const at = this.getValidMs(middle);
      if (at < validMs || (at === validMs && this.getPublishedMs(middle) < publishedMs))
        low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Row of a valid time in the vintage known at `knownMs`; -1 for none. */
  findAsOf(validMs: EpochMs, knownMs: EpochMs): number {
    const row = this.findNewest(knownMs, validMs + 1);
    return row >= 0 && this.valid[row] === validMs ? row : -1;
  }

  /** Latest row before `untilMs` in the vintage known at `knownMs`; -1 for none. */
  findNewest(knownMs: EpochMs, untilMs: EpochMs = Infinity): number {
    let row = this.findRow(untilMs, -Infinity) - 1;
    while (row >= 0 && this.getPublishedMs(row) > knownMs) row -= 1;
    return row;
  }

  /**
   * Rows with `fromMs` <= valid < `untilMs`, one per valid time, in the vintage known at `knownMs`.
   */
  listBetween(fromMs: EpochMs, untilMs: EpochMs, knownMs: EpochMs): readonly number[] {
    const rows: number[] = [];
    const end = this.findRow(untilMs, -Infinity);
    for (let row = this.findRow(fromMs, -Infinity); row < end; row += 1) {
      if (this.getPublishedMs(row) > knownMs) continue;
      const last = rows.at(-1);
      if (last !== undefined && this.valid[last] === this.valid[row]) rows[rows.length - 1] = row;
      else rows.push(row);
    }
    return rows;
  }

  /** Removes all other rows; returns their number. */
  retain(isWanted: (row: number) => boolean): number {
    let retained = 0;
    for (let row = 0; row < this.size; row += 1) {
      if (!isWanted(row)) continue;
      if (retained !== row) this.move(row, retained);
      retained += 1;
    }
    const removed = this.size - retained;
    this.size = retained;
    return removed;
  }

  private move(from: number, to: number): void {
    this.valid[to] = this.getValidMs(from);
    this.published[to] = this.getPublishedMs(from);
    this.values.copyWithin(to * this.width, from * this.width, (from + 1) * this.width);
  }
}
