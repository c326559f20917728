/** Formatting shared by warnings: dates, places, probabilities. */
import { DateTime } from 'luxon';
import type { EpochMs } from '../../domain/units';
import { CELL_PLACES, type WeatherCell } from '../../weather/cell';
import { getDayStartMs } from '../calendar';
import { CYCLE_MS, PUBLISH_AFTER_MS } from '../market-models';

/** Publication time of a cycle (1 to 4) of a day. */
export const getPublishedMs = ({
  day,
  cycle,
}: {
  readonly day: number;
  readonly cycle: number;
}): EpochMs => getDayStartMs(day) + (cycle - 1) * CYCLE_MS + PUBLISH_AFTER_MS;

/** Formats a day, e.g. `12 Jan`. */
export const formatDate = (day: number): string =>
  DateTime.fromMillis(getDayStartMs(day), { zone: 'utc' }).toFormat('d LLL');

/** ISO date of a day, for ids. */
export const formatIsoDay = (day: number): string =>
  new Date(getDayStartMs(day)).toISOString().slice(0, 10);

export const formatPercent = (probability: number): string => `${Math.round(100 * probability)}%`;

export const getPlaceName = (cell: WeatherCell): string => CELL_PLACES[cell].name;
