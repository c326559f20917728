/**
 * Raw features made alike: the distance from the median in robust deviations, cut off at four, with
 * a flag beside it where one is missing.
 */
import { computeQuantiles } from '../../statistics/quantile';
import { computeDeviation, listPresent } from '../../statistics/sample';
import type { Dataset } from './shape';

/** Interquartile range of a normal distribution in standard deviations. */
const NORMAL_IQR = 1.349;
/** Beyond so many deviations a feature says no more. */
export const CLIP = 4;

export interface Scaler {
  /** Median of each feature, in its own unit; what stands for a missing one. */
  readonly median: readonly number[];
  /** What one scaled unit is, in the feature's own unit; above zero. */
  readonly scale: readonly number[];
  /**
   * Places of the features that have a flag, in the order of the flags, which follow the features.
   */
  readonly flagged: readonly number[];
}

/** Inputs that a network gets from this scaler: the features and then the flags. */
export const scaledInputs = ({ median, flagged }: Scaler): number => median.length + flagged.length;

/**
 * Medians and scales of each feature's numbers. A feature whose scale is given has zero in its
 * middle by itself: that scale stands, about zero.
 * Throws RangeError for a flag on no feature.
 */
export function fitScaler(
  { rows, inputs, x }: Dataset,
  flagged: readonly number[],
  given: readonly (number | null)[] = [],
): Scaler {
  if (flagged.some((place) => !Number.isSafeInteger(place) || place < 0 || place >= inputs))
    throw new RangeError(`flags stand for features 0 to ${inputs - 1}, got ${flagged.join(', ')}`);
  const column = new Float64Array(rows);
  const fitted = Array.from({ length: inputs }, (_, place) => {
    const own = given[place] ?? null;
    if (own !== null) return { median: 0, scale: own };
    for (let row = 0; row < rows; row += 1) column[row] = x[row * inputs + place] ?? NaN;
    return buildMiddle(listPresent(column));
  });
  return {
    median: fitted.map(({ median }) => median),
    scale: fitted.map(({ scale }) => scale),
    flagged,
  };
}

/**
 * The median and the interquartile range over 1.349. Where the middle half is one value (flags,
 * rare events) the standard deviation
 * stands for the range, and 1 where nothing varies or nothing is there.
 */
function buildMiddle(present: Float64Array): { readonly median: number; readonly scale: number } {
  const [low = 0, median = 0, high = 0] =
    present.length > 0 ? computeQuantiles(present, [0.25, 0.5, 0.75]) : [];
  const spread = (high - low) / NORMAL_IQR;
  const deviation = spread > 0 ? spread : computeDeviation(present);
  return { median, scale: deviation > 0 ? deviation : 1 };
}

/**
 * Scales the raw row that begins at `rawAt` into `out` from `outAt` on: features, then flags (1
 * where missing, else 0).
 */
export function scaleRow(
  { median, scale, flagged }: Scaler,
  raw: ArrayLike<number>,
  rawAt: number,
  out: Float64Array,
  outAt: number,
): void {
  const count = median.length;
  for (let place = 0; place < count; place += 1) {
    const value = ((raw[rawAt + place] ?? NaN) - (median[place] ?? 0)) / (scale[place] ?? 1);
    out[outAt + place] = Number.isNaN(value) ? 0 : Math.max(-CLIP, Math.min(CLIP, value));
  }
  for (let flag = 0; flag < flagged.length; flag += 1) {
    out[outAt + count + flag] = Number.isNaN(raw[rawAt + (flagged[flag] ?? 0)] ?? NaN) ? 1 : 0;
  }
}

/**
 * A dataset of raw features as a network takes it; the targets are shared, not copied. Throws
 * RangeError when the features are not the scaler's.
 */
export function scaleDataset(scaler: Scaler, dataset: Dataset): Dataset {
  if (dataset.inputs !== scaler.median.length)
    throw new RangeError(
      `the scaler knows ${scaler.median.length} features, the dataset has ${dataset.inputs}`,
    );
  const inputs = scaledInputs(scaler);
  const x = new Float64Array(dataset.rows * inputs);
  for (let row = 0; row < dataset.rows; row += 1)
    scaleRow(scaler, dataset.x, row * dataset.inputs, x, row * inputs);
  return { ...dataset, inputs, x };
}
