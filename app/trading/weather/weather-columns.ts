/** Finds temperature, rain and degree-day columns of a weather file, with units. */
import { normalizeName } from '../market/csv-columns';
import { parseMicros } from '../market/csv-price';

export interface WeatherColumns {
  /** All numeric columns with series names. */
  readonly series: readonly { readonly index: number; readonly name: string }[];
  readonly mean: number | null;
  readonly max: number | null;
  readonly min: number | null;
  readonly rain: number | null;
  readonly hdd: number | null;
  readonly cdd: number | null;
  /** A column of place names. */
  readonly place: number | null;
}

const UNIT = String.raw`( (c|f|degc|degf|celsius|fahrenheit))?$`;
const buildNamePattern = (words: string, ending: string = UNIT): RegExp =>
  new RegExp(`^(actual |daily )?(${words})${ending}`);
const MEAN = buildNamePattern(
  'mean temp|temp mean|mean temperature|temperature mean|temperature 2m mean|tmean|tavg|temp avg|avg temp|average temp|temp|temperature',
);
const MAX = buildNamePattern(
  'tmax|temp max|max temp|temp high|high temp|temperature max|max temperature|temperature 2m max|mean max temp',
);
const MIN = buildNamePattern(
  'tmin|temp min|min temp|temp low|low temp|temperature min|min temperature|temperature 2m min|mean min temp',
);
const RAIN = buildNamePattern(
  'prcp|precip|precipitation|rain|rainfall|precipitation sum',
  '( (in|mm|inch|inches|cm))?$',
);
const HDD = buildNamePattern('hdd|hdds|heating degree days', '$');
const CDD = buildNamePattern('cdd|cdds|cooling degree days', '$');
const PLACE = /^(location|place|station|station name|city|name|region|state)$/;

/** Finds the columns other than the date. */
export function findWeatherColumns(
  header: readonly string[],
  sample: readonly (readonly string[])[],
  date: number,
): WeatherColumns {
  const plain = header.map(normalizeName);
  const indices = header.map((_, index) => index).filter((index) => index !== date);
  const isNumeric = (index: number): boolean =>
    sample.some((fields) => typeof parseMicros(fields[index] ?? '') === 'number');
  const numeric = indices.filter(isNumeric);
  const find = (pattern: RegExp): number | null =>
    numeric.find((index) => pattern.test(plain[index] ?? '')) ?? null;
  return {
    series: numeric.map((index) => ({ index, name: (plain[index] ?? '').replaceAll(' ', '_') })),
    mean: find(MEAN),
    max: find(MAX),
    min: find(MIN),
    rain: find(RAIN),
    hdd: find(HDD),
    cdd: find(CDD),
    place: indices.find((index) => !isNumeric(index) && PLACE.test(plain[index] ?? '')) ?? null,
  };
}
