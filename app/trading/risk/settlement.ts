/**
 * Whether an expired contract has a settlement price; remaining positions close at it without
 * spread or slippage.
 */
import type { EpochMs } from '../domain/units';

/**
 * True after a quote at or past expiry, or if the last quote was fresh at expiry and none has
 * followed for the staleness limit.
 */
export const hasSettled = (
  expiresMs: EpochMs,
  quotedMs: EpochMs,
  staleAfterMs: number,
  nowMs: EpochMs,
): boolean =>
  nowMs >= expiresMs &&
  (quotedMs >= expiresMs ||
    (nowMs - expiresMs > staleAfterMs && expiresMs - quotedMs <= staleAfterMs));
