// Episodes worth a picture, found by search in a world: the first of its seed that fits.
import { dayStartMs } from '../../trading/simulation/calendar';
import { MARKET_CELLS, type MarketCell } from '../../trading/weather/cell';
import { heldContracts } from './chain-reader';
import { daysOfYears, type WorldParts } from './world-study';

const isWinter = (day: number): boolean => [11, 0, 1].includes(new Date(dayStartMs(day)).getUTCMonth());
/** Degrees below the season in Illinois that everybody speaks of. */
const SNAP_F = -22;
/** A daily mean at which nights freeze. */
const FREEZE_F = 47;
/** Days from the one before the lock in which the cold has to come. */
const COLD_DAYS = 8;
const GREAT_CATEGORY = 3;
/** The first weeks of a world have no weather behind them. */
const FIRST_DAY = 60;

const cellOf = (cell: MarketCell): number => MARKET_CELLS.indexOf(cell);

function firstDay(years: number, fits: (day: number) => boolean): number | null {
  for (let day = FIRST_DAY; day < daysOfYears(years); day += 1) if (fits(day)) return day;
  return null;
}

/** The first day of deep cold in Illinois; null when there is none. */
export const findColdSnap = ({ weather }: WorldParts, years: number): number | null =>
  firstDay(years, (day) => isWinter(day) && (weather.pastDay(day).meanF[cellOf('CHI')] ?? NaN) - weather.climate(cellOf('CHI'), day).meanF < SNAP_F);

/** The first landfall of a great hurricane on the Gulf. */
export const findHurricane = ({ weather }: WorldParts, years: number): number | null => firstDay(years, (day) => weather.pastDay(day).landfall.gulf >= GREAT_CATEGORY);

/** The first winter day on which orange juice closes locked at its upper limit while it is cold in Florida, or will be within days. */
export function findLockedFreeze({ futures, weather }: WorldParts, years: number): number | null {
  return firstDay(years, (day) => {
    const isCold = (nth: number): boolean => (weather.pastDay(day - 1 + nth).meanF[cellOf('LAK')] ?? NaN) < FREEZE_F;
    if (!isWinter(day) || !Array.from({ length: COLD_DAYS }, (_, nth) => nth).some(isCold)) return false;
    const [held] = heldContracts(futures, 'OJ', day);
    const band = held && futures.path(held, day).band;
    return band != null && futures.settlement(held as NonNullable<typeof held>, day + 1) >= band.high - 1e-9;
  });
}
