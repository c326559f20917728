// The market status as calls answer it.
import { isMarketDay, marketWord } from '../../trading/domain/market-day';
import type { EpochMs } from '../../trading/domain/units';

export function marketStatus(
  atMs: EpochMs,
  timeZone: string,
): { isOpen: boolean; status: 'OPEN' | 'CLOSED'; timeZone: string } {
  const isOpen = isMarketDay(atMs, timeZone);
  return { isOpen, status: marketWord(isOpen), timeZone };
}
