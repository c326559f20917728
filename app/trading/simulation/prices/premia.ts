/** Expected returns by season as premia in the price level, which are zero at expiry. */
import { computeNormalProbability } from '../../domain/normal-distribution';
import { DAYS_PER_YEAR, computeBell } from '../calendar';
import type { Alpha, PowerPremium, SeasonPremium } from './alpha';

/** Seasons of a premium resolved before a day since the epoch, as a number of seasons. */
function countResolvedSeasons(
  { centerDay, widthDays }: Pick<SeasonPremium, 'centerDay' | 'widthDays'>,
  day: number,
): number {
  const years = Math.round((day - centerDay) / DAYS_PER_YEAR);
  return years + computeNormalProbability((day - centerDay - years * DAYS_PER_YEAR) / widthDays);
}

/**
 * Log price of a chain's contract above its expectation at the start of `day`; zero at its expiry.
 * The change from day to day is the expected return, the same for all contracts.
 */
export function computeSeasonPremium(
  { seasonPremia }: Pick<Alpha, 'seasonPremia'>,
  chain: string,
  day: number,
  endDay: number,
): number {
  let log = 0;
  for (const premium of seasonPremia) {
    if (premium.chain !== chain) continue;
    log +=
      premium.size * (countResolvedSeasons(premium, endDay) - countResolvedSeasons(premium, day));
  }
  return log;
}

/** Days before delivery at which a strip has the stated premium. */
const POWER_PREMIUM_DAYS = 56;

/** Price of a strip above its expectation, as a fraction of it, `lead` days before `firstDay`. */
export function computePowerPremium(
  { seasons, elsewhere }: PowerPremium,
  firstDay: number,
  lead: number,
): number {
  const size = seasons.reduce(
    (sum, season) =>
      sum + (season.size - elsewhere) * computeBell(firstDay, season.centerDay, season.widthDays),
    elsewhere,
  );
  return size * (Math.max(0, lead) / POWER_PREMIUM_DAYS);
}
