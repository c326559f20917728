// Synthetic datasets for network tests.
import { computeNormalQuantile } from '../../app/trading/domain/normal-distribution';
import type { Dataset } from '../../app/trading/networks/core/shape';
import { createSeededRandom } from '../../app/trading/random';

/** Independent standard normals by index. */
export function createNormals(seed: string): (index: number) => number {
  const random = createSeededRandom(seed);
  return (index) => computeNormalQuantile(random.uniform('normals', index) || 0.5);
}

/** Rows of standard normals, with targets computed from each row and a noise term. */
export function createDataset(
  seed: string,
  rows: number,
  inputs: number,
  computeTargets: (x: Float64Array, noise: number) => readonly number[],
): Dataset {
  const draw = createNormals(seed);
  const x = Float64Array.from({ length: rows * inputs }, (_, index) => draw(index));
  const records = Array.from({ length: rows }, (_, row) =>
    computeTargets(x.subarray(row * inputs, (row + 1) * inputs), draw(rows * inputs + row)),
  );
  return {
    rows,
    inputs,
    targets: records[0]?.length ?? 0,
    x,
    y: Float64Array.from(records.flat()),
  };
}

/** Copies numbers with one value changed. */
export const replaceNumber = (numbers: Float64Array, index: number, value: number): Float64Array =>
  numbers.map((old, at) => (at === index ? value : old));
