/** Heating and cooling degree days from temperatures. */
import { computeMean } from '../statistics/sample';
import { normalizeName } from '../market/csv-columns';
import { DEGREE_DAY_BASE_F } from './demand-weights';
import type { WeatherColumns } from './weather-columns';
import type { WeatherDay } from './weather-days';

export type TemperatureUnit = 'C' | 'F';

type Cells = WeatherDay['cells'];

/** Source of the daily mean temperature. */
export interface MeanPlan {
  readonly unit: TemperatureUnit;
  /** Description, including guesses. */
  readonly text: string;
  readonly getMean: (cells: Cells) => number | null;
}

/** Uses the mean column, else the midpoint of maximum and minimum; null when both are missing. */
export function findMeanPlan(
  header: readonly string[],
  columns: WeatherColumns,
  days: readonly WeatherDay[],
  requestedUnit: TemperatureUnit | undefined,
): MeanPlan | null {
  const { mean, max, min } = columns;
  if (mean !== null) return buildPlan(header, [mean], days, requestedUnit);
  return max !== null && min !== null ? buildPlan(header, [max, min], days, requestedUnit) : null;
}

function buildPlan(
  header: readonly string[],
  indices: readonly number[],
  days: readonly WeatherDay[],
  requestedUnit: TemperatureUnit | undefined,
): MeanPlan {
  const names = indices.map((index) => header[index] ?? '');
  const { unit, reason } = detectUnit(names[0] ?? '', indices, days, requestedUnit);
  const source =
    names.length === 1 ? `'${names[0] ?? ''}'` : `the middle of '${names.join("' and '")}'`;
  const text = `degree days from ${source} in ${unit === 'C' ? 'Celsius' : 'Fahrenheit'} (${reason}), base 65 F`;
  return {
    unit,
    text,
    getMean: (cells) => computeCompleteMean(indices.map((index) => cells[index])),
  };
}

function computeCompleteMean(values: readonly (number | undefined)[]): number | null {
  const present = values.filter((value) => value !== undefined);
  return present.length === values.length ? computeMean(present) : null;
}

/** Values above this cannot be Celsius; Fahrenheit summers exceed it. */
const CELSIUS_MAX = 47;

function detectUnit(
  name: string,
  indices: readonly number[],
  days: readonly WeatherDay[],
  requestedUnit: TemperatureUnit | undefined,
): { readonly unit: TemperatureUnit; readonly reason: string } {
  const stated = parseUnit(name);
  if (stated) return { unit: stated, reason: 'from the column name' };
  if (requestedUnit) return { unit: requestedUnit, reason: 'as requested' };
  const isHot = days.some(({ cells }) =>
    indices.some((index) => (cells[index] ?? 0) > CELSIUS_MAX),
  );
  return { unit: isHot ? 'F' : 'C', reason: 'detected from the values' };
}

/** Unit at the end of a column name; null for none. */
function parseUnit(column: string): TemperatureUnit | null {
  const unit = /\b(c|f|degc|degf|celsius|fahrenheit)$/.exec(normalizeName(column))?.[1];
  if (unit === undefined) return null;
  return unit === 'c' || unit === 'degc' || unit === 'celsius' ? 'C' : 'F';
}

/** Degree days max(0, 65 F - mean) and max(0, mean - 65 F), in deg F. */
export function computeDegreeDays(
  mean: number,
  unit: TemperatureUnit,
): { readonly hdd: number; readonly cdd: number } {
  const fahrenheit = unit === 'F' ? mean : (mean * 9) / 5 + 32;
  return {
    hdd: Math.max(0, DEGREE_DAY_BASE_F - fahrenheit),
    cdd: Math.max(0, fahrenheit - DEGREE_DAY_BASE_F),
  };
}
