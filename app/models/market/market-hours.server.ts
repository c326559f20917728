// Market status for the API.
import { isMarketOpen, getMarketStatus } from '../../trading/domain/market-status';
import type { EpochMs } from '../../trading/domain/units';

export function marketStatus(
  atMs: EpochMs,
  timeZone: string,
): { isOpen: boolean; status: 'OPEN' | 'CLOSED'; timeZone: string } {
  const isOpen = isMarketOpen(atMs, timeZone);
  return { isOpen, status: getMarketStatus(isOpen), timeZone };
}
