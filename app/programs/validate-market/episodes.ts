// Finds weather episodes for the figures: the first match on a path.
import { getDayStartMs } from '../../trading/simulation/calendar';
import { MARKET_CELLS, type MarketCell } from '../../trading/weather/cell';
import { listUnrolledContracts } from './chain-reader';
import type { WorldParts } from './open-world';
import { toDays } from './simulation-study';

const isWinter = (day: number): boolean =>
  [11, 0, 1].includes(new Date(getDayStartMs(day)).getUTCMonth());
/** Anomaly of a cold snap in Illinois, F. */
const COLD_SNAP_ANOMALY_F = -22;
/** Daily mean temperature of a freezing night, F. */
const FREEZE_F = 47;
/** Days, from the day before limit-up, within which the cold must occur. */
const COLD_DAYS = 8;
const MAJOR_CATEGORY = 3;
const LIKELY_PROBABILITY = 0.4;
/** Days shown after limit-up; the contract must not roll before. */
export const FREEZE_DAYS_AFTER = 14;
/** Warm-up days of a path. */
const FIRST_DAY = 60;

const getCellIndex = (cell: MarketCell): number => MARKET_CELLS.indexOf(cell);

function findFirstDay(years: number, isMatch: (day: number) => boolean): number | null {
  for (let day = FIRST_DAY; day < toDays(years); day += 1) if (isMatch(day)) return day;
  return null;
}

/** First cold snap in Illinois; null when there is none. */
export const findColdSnap = ({ weather }: WorldParts, years: number): number | null =>
  findFirstDay(
    years,
    (day) =>
      isWinter(day) &&
      (weather.getPastDay(day).meanF[getCellIndex('CHI')] ?? NaN) -
        weather.getClimate(getCellIndex('CHI'), day).meanF <
        COLD_SNAP_ANOMALY_F,
  );

/** Probability of a Gulf hurricane landfall from a day on, as forecast at its start. */
export const computeGulfLandfallProbability = ({ weather }: WorldParts, day: number): number =>
  1 -
  weather
    .getOutlook({ day, cycles: 0 })
    .storms.reduce(
      (none, { basin, landfallDay, probability }) =>
        none * (basin === 'gulf' && landfallDay >= day ? 1 - probability : 1),
      1,
    );

/** First Gulf landfall of category 3 or more that was likely the day before. */
export const findHurricane = (parts: WorldParts, years: number): number | null =>
  findFirstDay(
    years,
    (day) =>
      parts.weather.getPastDay(day).landfall.gulf >= MAJOR_CATEGORY &&
      computeGulfLandfallProbability(parts, day - 1) > LIKELY_PROBABILITY,
  );

/** First winter day on which orange juice closes limit up during or before a freeze in Florida. */
export function findLockedFreeze({ futures, weather }: WorldParts, years: number): number | null {
  return findFirstDay(years, (day) => {
    const isCold = (nth: number): boolean =>
      (weather.getPastDay(day - 1 + nth).meanF[getCellIndex('LAK')] ?? NaN) < FREEZE_F;
    if (!isWinter(day) || !Array.from({ length: COLD_DAYS }, (_, nth) => nth).some(isCold))
      return false;
    const [contract] = listUnrolledContracts(futures, 'OJ', day + FREEZE_DAYS_AFTER);
    if (!contract || !futures.listInstruments('OJ', day).some(({ id }) => id === contract.id))
      return false;
    const { band } = futures.getPath(contract, day);
    return band !== null && futures.getSettlement(contract, day + 1) >= band.high - 1e-9;
  });
}
