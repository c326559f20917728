/**
 * Normal chance by stream and step, from the uniform chance of the Random port.
 * It knows no cursor: one step is one value for ever; it refuses rejection, which would make values depend on one another.
 */
import type { Random } from '../ports';

/** A standard normal for a stream and a whole step >= 0. */
export type Normals = (stream: string, step: number) => number;

const SMALLEST = 2 ** -53;

/** Standard normals: two uniforms each, cosine branch (Box & Muller 1958, Ann. Math. Statist. 29). */
export const normalsOf = (random: Random): Normals => (stream, step) => {
  const radius = Math.sqrt(-2 * Math.log(Math.max(SMALLEST, random.uniform(stream, 2 * step))));
  return radius * Math.cos(2 * Math.PI * random.uniform(stream, 2 * step + 1));
};

/** The standard normal distribution function, by the logistic approximation of Bowling et al. (2009); absolute error below 0.0002. */
export const normalShare = (z: number): number => 1 / (1 + Math.exp(-0.07056 * z * z * z - 1.5976 * z));
