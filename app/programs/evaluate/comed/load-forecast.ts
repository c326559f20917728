// Day-ahead load forecasts as vintages: values with the time at which they were published.
import { DAY_MS } from '../../../trading/domain/time';
import { HOURS } from './hours';

const HOUR_MS = DAY_MS / HOURS;

/**
 * Bids for a day close at 10:30 a.m. of the day before, local time (PJM since April 2016; noon
 * before).
 */
const BIDS_CLOSE_MS = 10.5 * HOUR_MS;
/**
 * The forecast that bidders had: the data set holds the last one before bids close (J. Lago et al.
 * 2021) but no time, so it counts as published at 9 a.m. of the day before.
 */
const PUBLISHED_MS = 9 * HOUR_MS;

/** Times are local, as UTC. */
export const getBidsCloseMs = (dayMs: number): number => dayMs - DAY_MS + BIDS_CLOSE_MS;
export const getPublicationMs = (dayMs: number): number => dayMs - DAY_MS + PUBLISHED_MS;

/** A forecast of the 24 hours of a day, MW. */
export interface LoadVintage {
  readonly dayMs: number;
  readonly publishedMs: number;
  /** Whole PJM system, and the COMED zone. */
  readonly system: Float64Array;
  readonly zone: Float64Array;
}

/** The newest forecast for a day that was published by `knownMs`; null if there is none. */
export type GetLoadForecast = (dayMs: number, knownMs: number) => LoadVintage | null;

export function createLoadForecasts(vintages: readonly LoadVintage[]): GetLoadForecast {
  const byDay = new Map<number, LoadVintage[]>();
  for (const vintage of vintages)
    byDay.set(vintage.dayMs, [...(byDay.get(vintage.dayMs) ?? []), vintage]);
  for (const ofDay of byDay.values()) ofDay.sort((a, b) => b.publishedMs - a.publishedMs);
  return (dayMs, knownMs) =>
    byDay.get(dayMs)?.find(({ publishedMs }) => publishedMs <= knownMs) ?? null;
}
