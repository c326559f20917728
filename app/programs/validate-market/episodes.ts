// Episodes worth a picture, found by search in a world: the first of its seed that fits.
import { dayStartMs } from '../../trading/simulation/calendar';
import { MARKET_CELLS, type MarketCell } from '../../trading/weather/cell';
import { heldContracts } from './chain-reader';
import { daysOfYears, type WorldParts } from './world-study';

const isWinter = (day: number): boolean =>
  [11, 0, 1].includes(new Date(dayStartMs(day)).getUTCMonth());
/** Degrees below the season in Illinois that everybody speaks of. */
const SNAP_F = -22;
/** A daily mean at which nights freeze. */
const FREEZE_F = 47;
/** Days from the one before the lock in which the cold has to come. */
const COLD_DAYS = 8;
const GREAT_CATEGORY = 3;
const LIKELY = 0.4;
/** Days after a lock over which its contract is shown: it must not be rolled before. */
export const FREEZE_DAYS_AFTER = 14;
/** The first weeks of a world have no weather behind them. */
const FIRST_DAY = 60;

const getCell = (cell: MarketCell): number => MARKET_CELLS.indexOf(cell);

function firstDay(years: number, fits: (day: number) => boolean): number | null {
  for (let day = FIRST_DAY; day < daysOfYears(years); day += 1) if (fits(day)) return day;
  return null;
}

/** The first day of deep cold in Illinois; null when there is none. */
export const findColdSnap = ({ weather }: WorldParts, years: number): number | null =>
  firstDay(
    years,
    (day) =>
      isWinter(day) &&
      (weather.pastDay(day).meanF[getCell('CHI')] ?? NaN) -
        weather.climate(getCell('CHI'), day).meanF <
        SNAP_F,
  );

/**
 * The chance that some hurricane makes landfall on the Gulf from a day on, as its beginning knows
 * it.
 */
export const gulfChance = ({ weather }: WorldParts, day: number): number =>
  1 -
  weather
    .outlookAt({ day, cycles: 0 })
    .storms.reduce(
      (none, { basin, landfallDay, probability }) =>
        none * (basin === 'gulf' && landfallDay >= day ? 1 - probability : 1),
      1,
    );

/** The first landfall of a great hurricane on the Gulf that was likely on the day before. */
export const findHurricane = (parts: WorldParts, years: number): number | null =>
  firstDay(
    years,
    (day) =>
      parts.weather.pastDay(day).landfall.gulf >= GREAT_CATEGORY &&
      gulfChance(parts, day - 1) > LIKELY,
  );

/**
 * The first winter day on which orange juice closes locked at its upper limit while it is cold in
 * Florida, or will be within days.
 */
export function findLockedFreeze({ futures, weather }: WorldParts, years: number): number | null {
  return firstDay(years, (day) => {
    const isCold = (nth: number): boolean =>
      (weather.pastDay(day - 1 + nth).meanF[getCell('LAK')] ?? NaN) < FREEZE_F;
    if (!isWinter(day) || !Array.from({ length: COLD_DAYS }, (_, nth) => nth).some(isCold))
      return false;
    const [held] = heldContracts(futures, 'OJ', day + FREEZE_DAYS_AFTER);
    if (!held || !futures.listed('OJ', day).some(({ id }) => id === held.id)) return false;
    const { band } = futures.path(held, day);
    return band !== null && futures.settlement(held, day + 1) >= band.high - 1e-9;
  });
}
