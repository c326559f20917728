/**
 * The chance of a world: uniforms and normals by stream, step and place, never by a cursor.
 * It knows a seed; it refuses rejection sampling and histories, so that any value may be asked for first and a new stream shifts no old one.
 *
 * Sources: the 32-bit finaliser of MurmurHash3 (A. Appleby, public domain), two rounds over four words;
 * the normal quantile of domain/normal-curve.ts.
 */
import { normalQuantile } from '../domain/normal-curve';

export { expectedAbove, expectedBelow, normalDensity, normalQuantile, normalShare } from '../domain/normal-curve';

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
  /** Uniform in (0, 1), one of 2^32 values; `step` and `place` are whole numbers of 32 bits, such as a day and a cell. */
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
export function chanceOf(seed: string): Chance {
  const first = hashText(seed, 0x811c9dc5);
  const second = hashText(seed, 0x9e3779b9);
  const row = (stream: Stream, step: number): Row => mix32(mix32(first ^ stream) ^ Math.imul(step | 0, 0x9e3779b1)) ^ second;
  const uniformAt = (of: Row, place: number): number => ((mix32(of ^ Math.imul((place | 0) + 1, 0x85ebca77)) >>> 0) + 0.5) / 4_294_967_296;
  const uniform = (stream: Stream, step: number, place = 0): number => uniformAt(row(stream, step), place);
  return {
    stream: (name) => hashText(name, 0x811c9dc5),
    row,
    uniformAt,
    uniform,
    normal: (stream, step, place = 0) => normalQuantile(uniform(stream, step, place)),
    exponential: (stream, step, place = 0) => -Math.log(uniform(stream, step, place)),
  };
}
