/** Times of the public forecast runs. */
import type { EpochMs } from '../domain/units';
import { HOUR_MS } from '../domain/time';

/** A run starts at 0, 6, 12 and 18 h UTC and is published four hours later. */
export const FORECAST_CYCLE_MS = 6 * HOUR_MS;
export const FORECAST_DELAY_MS = 4 * HOUR_MS;

interface ForecastTime {
  readonly issuedMs: EpochMs;
  readonly publishedMs: EpochMs;
}

/** Runs with `fromMs` <= publishedMs < `untilMs`, in order of time. */
export function listForecastTimes(fromMs: EpochMs, untilMs: EpochMs): readonly ForecastTime[] {
  const times: ForecastTime[] = [];
  const firstMs = Math.ceil((fromMs - FORECAST_DELAY_MS) / FORECAST_CYCLE_MS) * FORECAST_CYCLE_MS;
  for (
    let issuedMs = firstMs;
    issuedMs + FORECAST_DELAY_MS < untilMs;
    issuedMs += FORECAST_CYCLE_MS
  )
    times.push({ issuedMs, publishedMs: issuedMs + FORECAST_DELAY_MS });
  return times;
}
