/** When a forecast on late prices expires: at a moment with a price to measure it by. */
import { getContract } from '../domain/contract';
import { DAY_MS, MINUTE_MS } from '../domain/time';
import type { EpochMs } from '../domain/units';
import { getSession } from '../market/sessions';
import type { TradedMonth } from './public-market';

/**
 * A forecast is recorded up to minutes after its stamp, and expires later by as much; the settlement
 * that measures it must not be before.
 */
const BEFORE_SETTLEMENT_MS = 20 * MINUTE_MS;
/** Once a venue has opened, its first price arrives within this time. */
const AFTER_OPEN_MS = 5 * MINUTE_MS;

/**
 * Expiry of a forecast over one day of trading. With delayed quotes a day after the stamp, or at the
 * next open if the venue is closed then; with settlements just before the one after the newest.
 */
export function findExpiry(
  {
    instrument,
    staleFromMs,
    isQuoted,
  }: Pick<TradedMonth, 'instrument' | 'staleFromMs' | 'isQuoted'>,
  stampMs: EpochMs,
): EpochMs {
  // The price of a settlement is stale at the next one.
  if (!isQuoted) return staleFromMs - BEFORE_SETTLEMENT_MS;
  const session = getSession(getContract(instrument.commodity), stampMs + DAY_MS);
  return session.isOpen ? stampMs + DAY_MS : session.opensMs + AFTER_OPEN_MS;
}
