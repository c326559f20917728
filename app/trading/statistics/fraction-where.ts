import type { Sample } from './sample';

/** Fraction of values that satisfy a condition, 0 to 1; NaN without values. */
export function computeFractionWhere(values: Sample, matches: (value: number) => boolean): number {
  let count = 0;
  for (let i = 0; i < values.length; i += 1) if (matches(values[i] ?? NaN)) count += 1;
  return count / values.length;
}
