/** Feature scaling: robust z-scores, clipped at 4, plus flags for missing values. */
import type { Dataset } from './shape';

/** Maximum absolute value of a scaled feature. */
export const CLIP = 4;

export interface Scaler {
  /** Median of each feature in its unit; replaces a missing value. */
  readonly median: readonly number[];
  /** Size of one scaled unit, in the feature's unit; positive. */
  readonly scale: readonly number[];
  /**
   * Indexes of features with a missing flag, in the order of the flags, which follow the features.
   */
  readonly flagged: readonly number[];
}

/** Number of network inputs: features plus flags. */
export const countScaledInputs = ({ median, flagged }: Scaler): number =>
  median.length + flagged.length;

/**
 * Scales the raw row at `rawAt` into `out` from `outAt`: features, then flags (1 if missing, else
 * 0).
 */
export function scaleRow(
  { median, scale, flagged }: Scaler,
  raw: ArrayLike<number>,
  rawAt: number,
  out: Float64Array,
  outAt: number,
): void {
  const count = median.length;
  for (let index = 0; index < count; index += 1) {
    const value = ((raw[rawAt + index] ?? NaN) - (median[index] ?? 0)) / (scale[index] ?? 1);
    out[outAt + index] = Number.isNaN(value) ? 0 : Math.max(-CLIP, Math.min(CLIP, value));
  }
  for (let flag = 0; flag < flagged.length; flag += 1) {
    out[outAt + count + flag] = Number.isNaN(raw[rawAt + (flagged[flag] ?? 0)] ?? NaN) ? 1 : 0;
  }
}

/**
 * Scales a dataset of raw features; the targets are shared, not copied. Throws RangeError for a
 * wrong number of features.
 */
export function scaleDataset(scaler: Scaler, dataset: Dataset): Dataset {
  if (dataset.inputs !== scaler.median.length)
    throw new RangeError(
      `the scaler knows ${scaler.median.length} features, the dataset has ${dataset.inputs}`,
    );
  const inputs = countScaledInputs(scaler);
  const x = new Float64Array(dataset.rows * inputs);
  for (let row = 0; row < dataset.rows; row += 1)
    scaleRow(scaler, dataset.x, row * dataset.inputs, x, row * inputs);
  return { ...dataset, inputs, x };
}
