/** A past day as views into the state of the midnight that ends it. */
import type { PastDay } from '../market-models';
import { CELL_COUNT } from './climate';
import { type DayWeather, HOURS, getTemperatureF } from './hourly';
import { OFFSETS, type WeatherState } from './weather-state';

/** Day before a state; `computeDay` is called when a high or low is read. */
export function buildPastDay(after: WeatherState, computeDay: () => DayWeather): PastDay {
  const getView = (offset: number): Float64Array =>
    after.values.subarray(offset, offset + CELL_COUNT);
  let extremes: { readonly high: Float64Array; readonly low: Float64Array } | null = null;
  return {
    day: after.day - 1,
    meanF: getView(OFFSETS.pastMeanF),
    rainInches: getView(OFFSETS.pastRain),
    windMph: getView(OFFSETS.pastWind),
    landfall: after.landfall,
    get highF() {
      return (extremes ??= buildExtremes(computeDay())).high;
    },
    get lowF() {
      return (extremes ??= buildExtremes(computeDay())).low;
    },
  };
}

function buildExtremes(today: DayWeather): {
  readonly high: Float64Array;
  readonly low: Float64Array;
} {
  const [high, low] = [
    new Float64Array(CELL_COUNT).fill(-Infinity),
    new Float64Array(CELL_COUNT).fill(Infinity),
  ];
  for (let index = 0; index < CELL_COUNT * HOURS; index += 1) {
    const cell = Math.floor(index / HOURS);
    const value = getTemperatureF(today, cell, index % HOURS);
    if (value > (high[cell] ?? 0)) high[cell] = value;
    if (value < (low[cell] ?? 0)) low[cell] = value;
  }
  return { high, low };
}
