/**
 * When the newest forecast of any place was published: what tells a feed that goes on speaking of
 * old forecasts from one that has new ones.
 */
import { MARKET_CELLS } from '../../weather/cell';
import type { PublicKnowledge } from './knowledge';

/** The name under which a market keeps it beside its inputs. */
export const FORECAST_ID = 'forecast/published-ms';

/** Milliseconds since 1970; NaN while no run is out. */
export function newestForecastMs(known: Pick<PublicKnowledge, 'run'>): number {
  const published = MARKET_CELLS.flatMap((cell) => known.run(cell, 0)?.publishedMs ?? []);
  return published.length === 0 ? NaN : Math.max(...published);
}
