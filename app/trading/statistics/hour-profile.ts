/** Intraday profile: quantiles by hour. */
import { computeQuantiles } from './quantile';
import type { Sample } from './sample';

const HOURS_PER_DAY = 24;

/**
 * One list per hour 0 to 23: quantiles of that hour's values at each level. `hours` are the local
 * hours of the values.
 */
export function computeHourProfile(
  hours: Sample,
  values: Sample,
  levels: readonly number[],
): readonly (readonly number[])[] {
  const byHour = Array.from({ length: HOURS_PER_DAY }, (): number[] => []);
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] ?? NaN;
    if (Number.isFinite(value)) byHour[hours[i] ?? 0]?.push(value);
  }
  return byHour.map((list) => computeQuantiles(list, levels));
}
