/** Which columns of a weather file hold temperatures, rain, degree days, and in which unit. */
import { plainName } from '../market/csv-columns';
import { parseMicros } from '../market/csv-price';

export interface WeatherColumns {
  /** Every numeric column with the name of its series. */
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
const named = (words: string, ending: string = UNIT): RegExp =>
  new RegExp(`^(actual |daily )?(${words})${ending}`);
const MEAN = named(
  'mean temp|temp mean|mean temperature|temperature mean|temperature 2m mean|tmean|tavg|temp avg|avg temp|average temp|temp|temperature',
);
const MAX = named(
  'tmax|temp max|max temp|temp high|high temp|temperature max|max temperature|temperature 2m max|mean max temp',
);
const MIN = named(
  'tmin|temp min|min temp|temp low|low temp|temperature min|min temperature|temperature 2m min|mean min temp',
);
const RAIN = named(
  'prcp|precip|precipitation|rain|rainfall|precipitation sum',
  '( (in|mm|inch|inches|cm))?$',
);
const HDD = named('hdd|hdds|heating degree days', '$');
const CDD = named('cdd|cdds|cooling degree days', '$');
const PLACE = /^(location|place|station|station name|city|name|region|state)$/;

/** Finds the columns among all but the date's. */
export function findWeatherColumns(
  header: readonly string[],
  sample: readonly (readonly string[])[],
  date: number,
): WeatherColumns {
  const plain = header.map(plainName);
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
