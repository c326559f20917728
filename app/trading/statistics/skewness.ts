/** Skewness: to which side the rare, large values lie; below zero they are low ones. */
import { type Sample, centralMoment } from './sample';

/** m3 / m2^1.5 with divisor n; NaN when nothing varies. */
export const computeSkewness = (values: Sample): number =>
  centralMoment(values, 3) / centralMoment(values, 2) ** 1.5;
