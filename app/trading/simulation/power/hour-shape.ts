/** Hourly profile of temperature and wind at a cell, as in the weather model. */
import type { MarketCell } from '../../weather/cell';
import { CLIMATE } from '../weather/climate';
import { computeHourDepartureF, computeHourWindFactor } from '../weather/hourly';
import { HOURS_PER_DAY } from './load';

export interface HourShape {
  /** Hour minus daily mean by UTC hour, deg F. */
  readonly offsetF: Float64Array;
  /** Wind of an hour divided by the daily mean. */
  readonly windRatio: Float64Array;
}

export const buildHourShape = (cell: MarketCell): HourShape => ({
  offsetF: Float64Array.from({ length: HOURS_PER_DAY }, (_, hour) =>
    computeHourDepartureF(cell, CLIMATE[cell].dayNightF, hour),
  ),
  windRatio: Float64Array.from({ length: HOURS_PER_DAY }, (_, hour) =>
    computeHourWindFactor(cell, hour),
  ),
});
