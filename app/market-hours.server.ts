// The market day of the Market tile: from 9 to before 16 in the market's time zone, every day. Orders follow the venues' own sessions.
import { timeOfDay } from './trading/domain/format';
import type { EpochMs } from './trading/domain/units';

const OPENS_HOUR = 9;
const CLOSES_HOUR = 16;

export function marketStatus(atMs: EpochMs, timeZone: string): { isOpen: boolean; status: 'OPEN' | 'CLOSED'; timeZone: string } {
  const hour = Number(timeOfDay(atMs, timeZone).slice(0, 2));
  const isOpen = hour >= OPENS_HOUR && hour < CLOSES_HOUR;
  return { isOpen, status: isOpen ? 'OPEN' : 'CLOSED', timeZone };
}
