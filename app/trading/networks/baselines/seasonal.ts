/** Seasonal benchmark: frequency of rises by calendar month. */
import { computeRiseRate } from './no-skill';

const MONTHS = 12;
/** Pseudo-days that shrink each month toward the all-month frequency (weight of a beta prior). */
const PRIOR_DAYS = 50;

/**
 * Probability of a rise by month, January first, from returns and their months (0 to 11). Zero and
 * NaN returns are skipped. Throws RangeError for unequal lengths.
 */
export function computeSeasonalProbabilities(
  returns: ArrayLike<number>,
  months: ArrayLike<number>,
): readonly number[] {
  if (returns.length !== months.length)
    throw new RangeError(`each return needs its month, got ${returns.length} and ${months.length}`);
  const base = computeRiseRate(returns);
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
