import { type Sample, computeCentralMoment } from './sample';

/**
 * m4 / m2^2 with divisor n (K. Pearson 1905), 3 for a normal distribution; NaN for constant values.
 */
export const computeKurtosis = (values: Sample): number =>
  computeCentralMoment(values, 4) / computeCentralMoment(values, 2) ** 2;
