/** Kurtosis: how much of the scatter comes from rare, large values. */
import { type Sample, centralMoment } from './sample';

/** m4 / m2^2 with divisor n (K. Pearson 1905); NaN when nothing varies. */
export const computeKurtosis = (values: Sample): number =>
  centralMoment(values, 4) / centralMoment(values, 2) ** 2;
