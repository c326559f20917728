/** The market day of the Market tile: from 9 to before 16 in the market's time zone, every day. */
import { timeOfDay } from './format';
import type { EpochMs } from './units';

const OPENS_HOUR = 9;
const CLOSES_HOUR = 16;

/** Whether the market day runs at an instant. */
export function isMarketDay(atMs: EpochMs, timeZone: string): boolean {
  const hour = Number(timeOfDay(atMs, timeZone).slice(0, 2));
  return hour >= OPENS_HOUR && hour < CLOSES_HOUR;
}

/** The word for it, the same on tile and wire. */
export const marketWord = (isOpen: boolean): 'OPEN' | 'CLOSED' => (isOpen ? 'OPEN' : 'CLOSED');
