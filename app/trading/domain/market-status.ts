/** Hours of the Market tile: 9:00 to before 16:00 in the given time zone, every day. */
import { formatTimeOfDay } from './format';
import type { EpochMs } from './units';

const OPENS_HOUR = 9;
const CLOSES_HOUR = 16;

/** Text of the tile. */
export const MARKET_HOURS = `${OPENS_HOUR}:00–${CLOSES_HOUR}:00`;

export function isMarketOpen(atMs: EpochMs, timeZone: string): boolean {
  const hour = Number(formatTimeOfDay(atMs, timeZone).slice(0, 2));
  return hour >= OPENS_HOUR && hour < CLOSES_HOUR;
}

/** Status text of tile and API. */
export const getMarketStatus = (isOpen: boolean): 'OPEN' | 'CLOSED' => (isOpen ? 'OPEN' : 'CLOSED');
