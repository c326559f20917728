import { type Sample, computeCentralMoment } from './sample';

/** m3 / m2^1.5 with divisor n, negative for a long lower tail; NaN for constant values. */
export const computeSkewness = (values: Sample): number =>
  computeCentralMoment(values, 3) / computeCentralMoment(values, 2) ** 1.5;
