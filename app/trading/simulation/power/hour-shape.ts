/**
 * How the warmth and the wind of a day spread over its hours at a cell, as the weather spreads
 * them.
 */
import type { MarketCell } from '../../weather/cell';
import { CLIMATE } from '../weather/climate';
import { hourDepartureF, hourWindShare } from '../weather/hourly';
import { HOURS_PER_DAY } from './load';

export interface HourShape {
  /** Departure of an hour from the daily mean by UTC hour, deg F. */
  readonly offsetF: Float64Array;
  /** Wind of an hour over that of its day. */
  readonly windRatio: Float64Array;
}

export const hourShape = (cell: MarketCell): HourShape => ({
  offsetF: Float64Array.from({ length: HOURS_PER_DAY }, (_, hour) =>
    hourDepartureF(cell, CLIMATE[cell].dayNightF, hour),
  ),
  windRatio: Float64Array.from({ length: HOURS_PER_DAY }, (_, hour) => hourWindShare(cell, hour)),
});
