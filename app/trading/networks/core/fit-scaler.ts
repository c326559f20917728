import { computeQuantiles } from '../../statistics/quantile';
import { computeDeviation, listFinite } from '../../statistics/sample';
import type { Scaler } from './scaler';
import type { Dataset } from './shape';

/** Interquartile range of a normal distribution in standard deviations. */
const NORMAL_IQR = 1.349;

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
