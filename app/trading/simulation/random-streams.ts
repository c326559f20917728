/**
 * The chance of a world: uniforms and normals by stream, step and place, never by a cursor.
 *
 * Sources: the 32-bit finaliser of MurmurHash3 (A. Appleby, public domain), two rounds over four
 * words;
 * the normal quantile of domain/normal-curve.ts.
 */
import { normalQuantile } from '../domain/normal-curve';

export {
  expectedAbove,
  expectedBelow,
  normalDensity,
  normalQuantile,
  normalShare,
} from '../domain/normal-curve';

/** A named source of values; `chance.stream` makes it. */
export type Stream = number & { readonly brand?: 'stream' };

/** A stream at one step, hashed once for all of its places; `chance.row` makes it. */
export type Row = number & { readonly brand?: 'row' };

export interface Chance {
  /** The stream of a name: ask once, keep it, for its name is hashed. */
  stream(name: string): Stream;
  row(stream: Stream, step: number): Row;
  /** As `uniform` at the row's stream and step. */
  uniformAt(row: Row, place: number): number;
  /**
   * Uniforms of so many places, the first at `first`, into `out` from `offset` on: in bulk no
   * number is handed over one by one.
   */
  fill(row: Row, first: number, count: number, out: Float64Array, offset: number): void;
  /**
   * Uniform in (0, 1), one of 2^32 values; `step` and `place` are whole numbers of 32 bits, such as
   * a day and a cell.
   */
  uniform(stream: Stream, step: number, place?: number): number;
  /** Standard normal from one uniform by its quantile; within 6.3 standard deviations. */
  normal(stream: Stream, step: number, place?: number): number;
  /** Exponential of mean 1. */
  exponential(stream: Stream, step: number, place?: number): number;
}

function mix32(word: number): number {
  let h = word | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** FNV-1a over UTF-16 code units. */
function hashText(text: string, basis: number): number {
  let h = basis | 0;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return mix32(h);
}

/** The chance of a seed. */
export const createChance = (seed: string): Chance => new SeededChance(seed);

/** A class, so that what the engine has learned of one world's draws holds for the next one's. */
class SeededChance implements Chance {
  private readonly first: number;
  private readonly second: number;

  constructor(seed: string) {
    this.first = hashText(seed, 0x811c9dc5);
    this.second = hashText(seed, 0x9e3779b9);
  }

  stream(name: string): Stream {
    return hashText(name, 0x811c9dc5);
  }

  row(stream: Stream, step: number): Row {
    return mix32(mix32(this.first ^ stream) ^ Math.imul(step | 0, 0x9e3779b1)) ^ this.second;
  }

  uniformAt(row: Row, place: number): number {
    return ((mix32(row ^ Math.imul((place | 0) + 1, 0x85ebca77)) >>> 0) + 0.5) / 4_294_967_296;
  }

  fill(row: Row, first: number, count: number, out: Float64Array, offset: number): void {
    for (let index = 0; index < count; index += 1)
      out[offset + index] = this.uniformAt(row, first + index);
  }

  uniform(stream: Stream, step: number, place = 0): number {
    return this.uniformAt(this.row(stream, step), place);
  }

  normal(stream: Stream, step: number, place = 0): number {
    return normalQuantile(this.uniform(stream, step, place));
  }

  exponential(stream: Stream, step: number, place = 0): number {
    return -Math.log(this.uniform(stream, step, place));
  }
}
