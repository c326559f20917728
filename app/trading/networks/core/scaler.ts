/** Feature scaling: robust z-scores, clipped at 4, plus flags for missing values. */
import { computeQuantiles } from '../../statistics/quantile';
import { computeDeviation, listFinite } from '../../statistics/sample';
import type { Dataset } from './shape';

/** Interquartile range of a normal distribution in standard deviations. */
const NORMAL_IQR = 1.349;
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
 * Fits median and scale of each feature. A feature with a fixed scale gets median 0. Throws
 * RangeError for a flag on a missing feature.
 */
export function fitScaler(
  { rows, inputs, x }: Dataset,
  flagged: readonly number[],
  fixedScales: readonly (number | null)[] = [],
): Scaler {
  if (flagged.some((index) => !Number.isSafeInteger(index) || index < 0 || index >= inputs))
    throw new RangeError(`flags stand for features 0 to ${inputs - 1}, got ${flagged.join(', ')}`);
  const column = new Float64Array(rows);
  const fitted = Array.from({ length: inputs }, (_, index) => {
    const fixedScale = fixedScales[index] ?? null;
    if (fixedScale !== null) return { median: 0, scale: fixedScale };
    for (let row = 0; row < rows; row += 1) column[row] = x[row * inputs + index] ?? NaN;
    return computeMedianAndScale(listFinite(column));
  });
  return {
    median: fitted.map(({ median }) => median),
    scale: fitted.map(({ scale }) => scale),
    flagged,
  };
}

/**
 * Median, and interquartile range / 1.349. If the range is zero (flags, rare events), the standard
 * deviation; 1 for constant or missing values.
 */
function computeMedianAndScale(values: Float64Array): {
  readonly median: number;
  readonly scale: number;
} {
  const [low = 0, median = 0, high = 0] =
    values.length > 0 ? computeQuantiles(values, [0.25, 0.5, 0.75]) : [];
  const spread = (high - low) / NORMAL_IQR;
  const deviation = spread > 0 ? spread : computeDeviation(values);
  return { median, scale: deviation > 0 ? deviation : 1 };
}

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
