/** Shares of a sample: how many of its values pass a test. */
import type { Sample } from './sample';

/** Share of the values that pass, 0 to 1; NaN of nothing. */
export function shareWhere(values: Sample, passes: (value: number) => boolean): number {
  let count = 0;
  for (let i = 0; i < values.length; i += 1) if (passes(values[i] ?? NaN)) count += 1;
  return count / values.length;
}
