// Formats weather figures as text.
import type { ReadingDto } from '../../contracts/api/weather';
import {
  MISSING,
  formatDeparture,
  formatNumber,
  formatSignedNumber,
  capitalizeFirst,
} from '../../trading/domain/format';

/** Appends a unit, except to a missing value. */
export const appendUnit = (text: string, unit: string): string =>
  text === MISSING ? text : `${text}${unit}`;

/** Weather type and condition; the type is left out where the condition contains or implies it. */
export function formatWeather({ type, condition }: Pick<ReadingDto, 'type' | 'condition'>): string {
  if (type === null) return MISSING;
  const isSame = condition?.includes(type.toLowerCase()) === true;
  const text =
    condition === null
      ? type
      : isSame || type === 'Heat' || type === 'Cold' || type === 'Wind'
        ? condition
        : `${type}, ${condition}`;
  return capitalizeFirst(text);
}

/** Weather and intensity. */
export const formatConditions = (
  reading: Pick<ReadingDto, 'type' | 'condition' | 'intensity'>,
): string =>
  reading.type === null && reading.condition === null
    ? 'No reading'
    : `${formatWeather(reading)}, intensity ${formatNumber(reading.intensity, 0)} of 100`;

/** The last day against normal: `12.3 °F above normal (+2.10 sd)`. */
export function formatLastDay({
  departure,
  deviations,
}: Pick<ReadingDto, 'departure' | 'deviations'>): string {
  if (departure === null) return MISSING;
  const sigma = deviations === null ? '' : ` (${formatSignedNumber(deviations, 2)} sd)`;
  return `${formatDeparture(departure, 1)}${sigma}`;
}
