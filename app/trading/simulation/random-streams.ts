/**
 * Counter-based random numbers: each value depends on seed, stream, step and index only, never on
 * call order.
 *
 * Sources: the 32-bit finalizer of MurmurHash3 (A. Appleby, public domain), two rounds over four
 * words; the normal quantile of domain/normal-curve.ts.
 */
import { computeNormalQuantile } from '../domain/normal-distribution';

export {
  computeExpectedAbove as expectedAbove,
  computeExpectedBelow as expectedBelow,
  computeNormalDensity as normalDensity,
  computeNormalQuantile as normalQuantile,
  computeNormalProbability as normalShare,
} from '../domain/normal-distribution';

/** Hash of a stream name; created by `getStream`. */
export type RandomStream = number & { readonly brand?: 'stream' };

/** A stream at one step, hashed once for all indexes; created by `atStep`. */
export type StreamStep = number & { readonly brand?: 'row' };

export interface RandomStreams {
  /** Stream of a name. Hashes the name, so callers keep the result. */
  getStream(name: string): RandomStream;
  atStep(stream: RandomStream, step: number): StreamStep;
  /** Same value as `drawUniform` at the stream and step. */
  drawUniformAt(row: StreamStep, index: number): number;
  /**
   * Writes `count` uniforms, for indexes from `first` on, into `out` from `offset` on. Faster than
   * single draws.
   */
  fillUniforms(
    row: StreamStep,
    first: number,
    count: number,
    out: Float64Array,
    offset: number,
  ): void;
  /**
   * Uniform in (0, 1), one of 2^32 values; `step` and `index` are 32-bit integers such as day and
   * cell.
   */
  drawUniform(stream: RandomStream, step: number, index?: number): number;
  /** Standard normal by inversion; within 6.3 standard deviations. */
  drawNormal(stream: RandomStream, step: number, index?: number): number;
  /** Exponential of mean 1. */
  drawExponential(stream: RandomStream, step: number, index?: number): number;
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

export const createRandomStreams = (seed: string): RandomStreams => new SeededStreams(seed);

/** A class rather than closures: V8 reuses its optimized code for every instance. */
class SeededStreams implements RandomStreams {
  private readonly first: number;
  private readonly second: number;

  constructor(seed: string) {
    this.first = hashText(seed, 0x811c9dc5);
    this.second = hashText(seed, 0x9e3779b9);
  }

  getStream(name: string): RandomStream {
    return hashText(name, 0x811c9dc5);
  }

  atStep(stream: RandomStream, step: number): StreamStep {
    return mix32(mix32(this.first ^ stream) ^ Math.imul(step | 0, 0x9e3779b1)) ^ this.second;
  }

  drawUniformAt(row: StreamStep, index: number): number {
    return ((mix32(row ^ Math.imul((index | 0) + 1, 0x85ebca77)) >>> 0) + 0.5) / 4_294_967_296;
  }

  fillUniforms(
    row: StreamStep,
    first: number,
    count: number,
    out: Float64Array,
    offset: number,
  ): void {
    for (let index = 0; index < count; index += 1)
      out[offset + index] = this.drawUniformAt(row, first + index);
  }

  drawUniform(stream: RandomStream, step: number, index = 0): number {
    return this.drawUniformAt(this.atStep(stream, step), index);
  }

  drawNormal(stream: RandomStream, step: number, index = 0): number {
    return computeNormalQuantile(this.drawUniform(stream, step, index));
  }

  drawExponential(stream: RandomStream, step: number, index = 0): number {
    return -Math.log(this.drawUniform(stream, step, index));
  }
}
