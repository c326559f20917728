// Datasets for tests of networks, made from the project's source of chance.
import { normalQuantile } from '../../app/trading/domain/normal-curve';
import type { Dataset } from '../../app/trading/networks/core/shape';
import { seededRandom } from '../../app/trading/random';

/** Independent standard normals by place. */
export function normals(seed: string): (place: number) => number {
  const random = seededRandom(seed);
  return (place) => normalQuantile(random.uniform('normals', place) || 0.5);
}

/** Rows of standard normals with targets that a rule makes of each row and a further normal. */
export function madeDataset(
  seed: string,
  rows: number,
  inputs: number,
  targetsOf: (x: Float64Array, noise: number) => readonly number[],
): Dataset {
  const draw = normals(seed);
  const x = Float64Array.from({ length: rows * inputs }, (_, place) => draw(place));
  const made = Array.from({ length: rows }, (_, row) =>
    targetsOf(x.subarray(row * inputs, (row + 1) * inputs), draw(rows * inputs + row)),
  );
  return { rows, inputs, targets: made[0]?.length ?? 0, x, y: Float64Array.from(made.flat()) };
}

/** The same numbers with another one at a place. */
export const withNumber = (numbers: Float64Array, place: number, value: number): Float64Array =>
  numbers.map((old, at) => (at === place ? value : old));
