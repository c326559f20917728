// Formats weather figures as text.
import type { ReadingDto } from '../../contracts/api/weather';
import {
  MISSING,
  formatNumber,
  formatSignedNumber,
  capitalizeFirst,
} from '../../trading/domain/format';

/** Appends a unit, except to a missing value. */
export const appendUnit = (text: string, unit: string): string =>
  text === MISSING ? text : `${text}${unit}`;

/** Weather type, condition and intensity; equal words appear once. */
export function formatConditions({
  type,
  condition,
  intensity,
}: Pick<ReadingDto, 'type' | 'condition' | 'intensity'>): string {
  if (type === null) return 'No reading';
  const conditionText =
    condition === null || condition === type.toLowerCase() ? type : `${type}, ${condition}`;
  return `${capitalizeFirst(conditionText)}, intensity ${formatNumber(intensity, 0)} of 100`;
}

/** Anomaly of the last day, in °F and in standard deviations. */
export function formatAnomaly({
  departure,
  deviations,
}: Pick<ReadingDto, 'departure' | 'deviations'>): string {
  if (departure === null) return MISSING;
  return `${formatSignedNumber(departure, 1)} °F from normal${deviations === null ? '' : `, ${formatSignedNumber(deviations, 2)} sd`}`;
}
