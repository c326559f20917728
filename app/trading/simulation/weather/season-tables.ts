/** Seasonal tables by day and cell: the climate without the contribution of events. */
import { computeClimateMeanF, computeClimateSdF, buildSeasonTable } from './climate';
import { computeEventClimate } from './unseen-events';

/** Daily autocorrelation of the temperature anomaly. */
export const MEMORY = 0.72;
/**
 * Weights of daily weather and of the persistent blocking ridge in the ordinary standard deviation.
 */
export const DAILY_WEIGHT = 0.93;
export const RIDGE_WEIGHT = 0.3;
export const RIDGE_MEMORY = 0.972;
export const RIDGE_SHOCK = Math.sqrt(1 - RIDGE_MEMORY ** 2);

const events = computeEventClimate();
const ORDINARY = DAILY_WEIGHT ** 2 + RIDGE_WEIGHT ** 2;
/** Largest fraction of the variance due to events. */
const EVENTS_VARIANCE_MAX = 0.6;

/** Climate of the daily mean, deg F. */
export const MEAN_F = buildSeasonTable(computeClimateMeanF);
export const SD_F = buildSeasonTable(computeClimateSdF);

/** Mean without the average contribution of events, so that the total matches the climate. */
export const BASE_F = MEAN_F.map((mean, index) => mean - (events.meanF[index] ?? 0));

/** Standard deviation without events, such that the total matches the climate. */
export const ORDINARY_SD_F = SD_F.map((sd, index) =>
  Math.sqrt(
    (sd ** 2 - Math.min(EVENTS_VARIANCE_MAX * sd ** 2, events.variance[index] ?? 0)) / ORDINARY,
  ),
);

/** Standard deviation of a day's innovation. */
export const SHOCK_SD_F = ORDINARY_SD_F.map((sd) => DAILY_WEIGHT * sd * Math.sqrt(1 - MEMORY ** 2));
