// What a way to forecast is: fitted on days, asked about a later one.
import type { Inputs } from './inputs';

/** Days to learn from, by place: rows of inputs, and 24 scaled prices each. */
export interface Lessons {
  readonly inputs: Inputs;
  readonly places: readonly number[];
  /** Scaled prices of all days of the history, 24 a day; only those of `places` may be read. */
  readonly z: Float64Array;
}

/** Scaled prices of the 24 hours of a day. */
export type DayForecast = (place: number) => Float64Array;

export interface Member {
  readonly name: string;
  /** It is fitted again after so many days; between, it goes on with what it has. */
  readonly refitDays: number;
  readonly fit: (lessons: Lessons) => DayForecast;
}

/** Rows and targets of all days to learn from, side by side. */
export function dayMatrix({ inputs, places, z }: Lessons): {
  readonly x: readonly Float64Array[];
  readonly y: readonly Float64Array[];
} {
  return {
    x: places.map((place) => inputs.day(place)),
    y: places.map((place) => z.subarray(place * 24, (place + 1) * 24)),
  };
}
