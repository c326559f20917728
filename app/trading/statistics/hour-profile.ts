/** The shape of a day: the middle value of each hour and a band about it. */
import { computeQuantiles } from './quantile';
import type { Sample } from './sample';

const HOURS_PER_DAY = 24;

/**
 * A list for each hour 0 to 23, in order of the shares asked for: quantiles of that hour's values
 * over all days. `hours` are local hours of the values.
 */
export function hourProfile(
  hours: Sample,
  values: Sample,
  shares: readonly number[],
): readonly (readonly number[])[] {
  const byHour = Array.from({ length: HOURS_PER_DAY }, (): number[] => []);
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] ?? NaN;
    if (Number.isFinite(value)) byHour[hours[i] ?? 0]?.push(value);
  }
  return byHour.map((list) => computeQuantiles(list, shares));
}
