/** Climatology of direction: how often a price rose in a month of the year. */
import { alwaysChance } from './no-skill';

const MONTHS = 12;
/** Days by which each month is drawn to the share of all months: a beta prior of that weight. */
const PRIOR_DAYS = 50;

/**
 * Chance of a rise for each month, January first, from returns and the month of each (0 to 11).
 * Returns of zero or NaN say nothing. Throws RangeError for unequal lengths.
 */
export function seasonalChances(
  returns: ArrayLike<number>,
  months: ArrayLike<number>,
): readonly number[] {
  if (returns.length !== months.length)
    throw new RangeError(`each return needs its month, got ${returns.length} and ${months.length}`);
  const base = alwaysChance(returns);
  const rises = new Array<number>(MONTHS).fill(PRIOR_DAYS * base);
  const days = new Array<number>(MONTHS).fill(PRIOR_DAYS);
  for (let row = 0; row < returns.length; row += 1) {
    const [value, month] = [returns[row] ?? NaN, months[row] ?? 0];
    if (!(Math.abs(value) > 0)) continue;
    rises[month] = (rises[month] ?? 0) + Number(value > 0);
    days[month] = (days[month] ?? 0) + 1;
  }
  return rises.map((count, month) => count / (days[month] ?? 1));
}
