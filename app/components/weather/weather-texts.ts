// Weather figures as words: the same on the server and in the browser.
import type { ReadingDto } from '../../contracts/api/weather';
import { MISSING, decimalNumber, signedNumber, capitalizeFirst } from '../../trading/domain/format';

/** A figure with its unit; what is missing has none. */
export const withUnit = (text: string, unit: string): string =>
  text === MISSING ? text : `${text}${unit}`;

/** The kind of weather and its word: `Rain, heavy rain`; the same thing once. */
export function skyText({
  type,
  condition,
  intensity,
}: Pick<ReadingDto, 'type' | 'condition' | 'intensity'>): string {
  if (type === null) return 'No reading';
  const said =
    condition === null || condition === type.toLowerCase() ? type : `${type}, ${condition}`;
  return `${capitalizeFirst(said)}, intensity ${decimalNumber(intensity, 0)} of 100`;
}

/** How far the last day lies from its season, in °F and in standard deviations. */
export function departureText({
  departure,
  deviations,
}: Pick<ReadingDto, 'departure' | 'deviations'>): string {
  if (departure === null) return MISSING;
  return `${signedNumber(departure, 1)} °F from normal${deviations === null ? '' : `, ${signedNumber(deviations, 2)} sd`}`;
}
