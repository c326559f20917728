/**
 * Tables of the season by day and cell, made once: what remains of the climate when events have
 * their share.
 */
import { climateMeanF, climateSdF, seasonTable } from './climate';
import { eventClimate } from './hazard';

/** What a day's departure keeps from the day before. */
export const MEMORY = 0.72;
/**
 * Part of the ordinary deviation that is weather of the day, and part that is the blocking ridge;
 * the ridge lasts.
 */
export const DAILY_PART = 0.93;
export const RIDGE_PART = 0.3;
export const RIDGE_MEMORY = 0.972;
export const RIDGE_SHOCK = Math.sqrt(1 - RIDGE_MEMORY ** 2);

const events = eventClimate();
const ORDINARY = DAILY_PART ** 2 + RIDGE_PART ** 2;
/** Events never take more of the variance than this, wherever their reach ends. */
const EVENTS_SHARE_MAX = 0.6;

/** Climate of the daily mean, deg F. */
export const MEAN_F = seasonTable(climateMeanF);
export const SD_F = seasonTable(climateSdF);

/**
 * The mean without what events add to it on average, so that with them it is that of the climate.
 */
export const BASE_F = MEAN_F.map((mean, index) => mean - (events.meanF[index] ?? 0));

/** Deviation of the ordinary weather, such that with events the whole has that of the climate. */
export const ORDINARY_SD_F = SD_F.map((sd, index) =>
  Math.sqrt(
    (sd ** 2 - Math.min(EVENTS_SHARE_MAX * sd ** 2, events.variance[index] ?? 0)) / ORDINARY,
  ),
);

/** Deviation of a day's innovation. */
export const SHOCK_SD_F = ORDINARY_SD_F.map((sd) => DAILY_PART * sd * Math.sqrt(1 - MEMORY ** 2));
