import type { WeatherCell } from './cell';

export interface CellWeight {
  readonly cell: WeatherCell;
  /** Positive; the weights of a place add to 1. */
  readonly weight: number;
}

/** Minimum available weight of a mean. */
const WEIGHT_MIN = 0.5;

/** Weighted mean over cells with a value; null below half of the weight. */
export function computeWeightedMean(
  cells: readonly CellWeight[],
  getValue: (cell: WeatherCell) => number | null,
): number | null {
  let weights = 0;
  let sum = 0;
  for (const { cell, weight } of cells) {
    const value = getValue(cell);
    if (value === null) continue;
    weights += weight;
    sum += weight * value;
  }
  return weights >= WEIGHT_MIN ? sum / weights : null;
}
