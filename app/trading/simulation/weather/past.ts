/** A day that is over, as views of the midnight that ended it. */
import type { PastDay } from '../parts';
import { CELL_COUNT } from './climate';
import { type DayCourse, HOURS, temperatureAt } from './hourly';
import { AT, type WeatherState } from './state';

/** The day before a state; `course` makes its hours when a high or a low is asked for. */
export function buildPastDay(after: WeatherState, course: () => DayCourse): PastDay {
  const view = (offset: number): Float64Array => after.values.subarray(offset, offset + CELL_COUNT);
  let extremes: { readonly high: Float64Array; readonly low: Float64Array } | null = null;
  return {
    day: after.day - 1,
    meanF: view(AT.pastMeanF),
    rainInches: view(AT.pastRain),
    windMph: view(AT.pastWind),
    landfall: after.landfall,
    get highF() {
      return (extremes ??= buildExtremes(course())).high;
    },
    get lowF() {
      return (extremes ??= buildExtremes(course())).low;
    },
  };
}

function buildExtremes(course: DayCourse): {
  readonly high: Float64Array;
  readonly low: Float64Array;
} {
  const [high, low] = [
    new Float64Array(CELL_COUNT).fill(-Infinity),
    new Float64Array(CELL_COUNT).fill(Infinity),
  ];
  for (let index = 0; index < CELL_COUNT * HOURS; index += 1) {
    const cell = Math.floor(index / HOURS);
    const value = temperatureAt(course, cell, index % HOURS);
    if (value > (high[cell] ?? 0)) high[cell] = value;
    if (value < (low[cell] ?? 0)) low[cell] = value;
  }
  return { high, low };
}
