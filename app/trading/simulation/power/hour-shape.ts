/**
 * How the warmth and the wind of a day spread over its hours at a cell.
 * It knows local sun time by longitude; it refuses the weather of any one day.
 */
import { CELL_PLACES, type MarketCell } from '../../weather/cell';
import { HOURS_PER_DAY } from './load';

/** Half the span between the warmest and the coldest hour, deg F, and the hour of the former. */
const SPAN_F = 10;
const WARMEST_HOUR = 15;

export interface HourShape {
  /** Departure of an hour from the daily mean by UTC hour, deg F. */
  readonly offsetF: Float64Array;
  /** Wind of an hour over that of its day. */
  readonly windRatio: Float64Array;
}

export function hourShape(cell: MarketCell): HourShape {
  const local = (hour: number): number => hour + CELL_PLACES[cell].longitude / 15;
  return {
    offsetF: Float64Array.from({ length: HOURS_PER_DAY }, (_, hour) => SPAN_F * Math.cos((2 * Math.PI * (local(hour) - WARMEST_HOUR)) / 24)),
    windRatio: new Float64Array(HOURS_PER_DAY).fill(1),
  };
}
