/** Heating and cooling degree days from temperatures. */
import { computeMean } from '../statistics/sample';
import { plainName } from '../market/csv-columns';
import type { WeatherColumns } from './weather-columns';
import type { WeatherDay } from './weather-days';

export type TemperatureUnit = 'C' | 'F';

type Cells = WeatherDay['cells'];

/** How a day's mean temperature is taken. */
export interface MeanPlan {
  readonly unit: TemperatureUnit;
  /** The plan in words, with what was guessed. */
  readonly text: string;
  readonly meanOf: (cells: Cells) => number | null;
}

/**
 * Takes the mean column, else the middle of maximum and minimum; null when the file has neither.
 */
export function meanPlan(
  header: readonly string[],
  columns: WeatherColumns,
  days: readonly WeatherDay[],
  wanted: TemperatureUnit | undefined,
): MeanPlan | null {
  const { mean, max, min } = columns;
  if (mean !== null) return buildPlan(header, [mean], days, wanted);
  return max !== null && min !== null ? buildPlan(header, [max, min], days, wanted) : null;
}

function buildPlan(
  header: readonly string[],
  indices: readonly number[],
  days: readonly WeatherDay[],
  wanted: TemperatureUnit | undefined,
): MeanPlan {
  const names = indices.map((index) => header[index] ?? '');
  const { unit, because } = buildUnit(names[0] ?? '', indices, days, wanted);
  const source =
    names.length === 1 ? `'${names[0] ?? ''}'` : `the middle of '${names.join("' and '")}'`;
  const text = `degree days from ${source} in ${unit === 'C' ? 'Celsius' : 'Fahrenheit'} (${because}), base 65 F`;
  return { unit, text, meanOf: (cells) => findCompleteMean(indices.map((index) => cells[index])) };
}

function findCompleteMean(values: readonly (number | undefined)[]): number | null {
  const given = values.filter((value) => value !== undefined);
  return given.length === values.length ? computeMean(given) : null;
}

/**
 * Warmer than this was no day in Celsius at any place with a market; in Fahrenheit every summer is.
 */
const CELSIUS_MAX = 47;

function buildUnit(
  name: string,
  indices: readonly number[],
  days: readonly WeatherDay[],
  wanted: TemperatureUnit | undefined,
): { readonly unit: TemperatureUnit; readonly because: string } {
  const stated = namedUnit(name);
  if (stated) return { unit: stated, because: 'as the column says' };
  if (wanted) return { unit: wanted, because: 'as asked' };
  const isHot = days.some(({ cells }) =>
    indices.some((index) => (cells[index] ?? 0) > CELSIUS_MAX),
  );
  return { unit: isHot ? 'F' : 'C', because: 'by the look of the values' };
}

/** The unit that a column's name ends with, null when it states none. */
function namedUnit(column: string): TemperatureUnit | null {
  const unit = /\b(c|f|degc|degf|celsius|fahrenheit)$/.exec(plainName(column))?.[1];
  if (unit === undefined) return null;
  return unit === 'c' || unit === 'degc' || unit === 'celsius' ? 'C' : 'F';
}

/** Degree days count from this temperature (the base of the US weather service). */
const BASE_FAHRENHEIT = 65;

/**
 * Degree days of a mean temperature: max(0, 65 F - mean) and max(0, mean - 65 F), in Fahrenheit
 * degrees.
 */
export function degreeDays(
  mean: number,
  unit: TemperatureUnit,
): { readonly hdd: number; readonly cdd: number } {
  const fahrenheit = unit === 'F' ? mean : (mean * 9) / 5 + 32;
  return {
    hdd: Math.max(0, BASE_FAHRENHEIT - fahrenheit),
    cdd: Math.max(0, fahrenheit - BASE_FAHRENHEIT),
  };
}
