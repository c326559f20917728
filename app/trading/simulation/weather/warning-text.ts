/** Words that warnings share: dates, places, chances. */
import { DateTime } from 'luxon';
import type { EpochMs } from '../../domain/units';
import { CELL_PLACES, type WeatherCell } from '../../weather/cell';
import { dayStartMs } from '../calendar';
import { CYCLE_MS, PUBLISH_AFTER_MS } from '../parts';

/** When what a cycle (1 to 4) of a day revealed is published. */
export const publishedAt = ({
  day,
  cycle,
}: {
  readonly day: number;
  readonly cycle: number;
}): EpochMs => dayStartMs(day) + (cycle - 1) * CYCLE_MS + PUBLISH_AFTER_MS;

/** A world day for a person, e.g. `12 Jan`. */
export const formatDate = (day: number): string =>
  DateTime.fromMillis(dayStartMs(day), { zone: 'utc' }).toFormat('d LLL');

/** The ISO date of a world day, for ids. */
export const formatIsoDay = (day: number): string =>
  new Date(dayStartMs(day)).toISOString().slice(0, 10);

export const formatPercent = (share: number): string => `${Math.round(100 * share)}%`;

export const placeName = (cell: WeatherCell): string => CELL_PLACES[cell].name;

/** `21 F below` or `9 F above`. */
export const departureText = (departureF: number): string =>
  `${Math.round(Math.abs(departureF))} F ${departureF < 0 ? 'below' : 'above'}`;

export const capitalizeFirst = (text: string): string =>
  text.charAt(0).toUpperCase() + text.slice(1);
