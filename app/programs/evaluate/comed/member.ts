// Forecast members: fitted on past days, then applied to later ones.
import { HOURS } from './hours';
import type { ComedInputs } from './inputs';

/** Training days by history index, with input rows and 24 scaled prices each. */
export interface TrainingDays {
  readonly inputs: ComedInputs;
  readonly places: readonly number[];
  /** Scaled prices of all days of the history, 24 a day; only those of `places` may be read. */
  readonly z: Float64Array;
}

/** Scaled prices of the 24 hours of a day. */
export type DayForecast = (index: number) => Float64Array;

export interface Member {
  readonly name: string;
  /** Days between refits. */
  readonly refitDays: number;
  /** Number of most recent days to fit on. */
  readonly windowDays: number;
  readonly fit: (trainingSet: TrainingDays) => DayForecast;
}

/** Rows and targets of all training days. */
export function buildDayMatrix({ inputs, places: dayIndices, z }: TrainingDays): {
  readonly x: readonly Float64Array[];
  readonly y: readonly Float64Array[];
} {
  return {
    x: dayIndices.map((index) => inputs.day(index)),
    y: dayIndices.map((index) => z.subarray(index * HOURS, (index + 1) * HOURS)),
  };
}
