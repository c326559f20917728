/**
 * Publication time of the latest forecast of any cell; detects a feed that repeats old forecasts.
 */
import { MARKET_CELLS } from '../../weather/cell';
import type { PublicData } from './public-data';

/** Id beside the inputs of a market. */
export const FORECAST_INPUT_ID = 'forecast/published-ms';

/** Milliseconds since 1970; NaN before the first run. */
export function getNewestForecastMs(data: Pick<PublicData, 'findRun'>): number {
  const published = MARKET_CELLS.flatMap((cell) => data.findRun(cell, 0)?.publishedMs ?? []);
  return published.length === 0 ? NaN : Math.max(...published);
}
