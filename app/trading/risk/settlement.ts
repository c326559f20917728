/**
 * Whether a month that has ended has its settlement, the price at which what is still held in it
 * leaves without spread or slippage.
 */
import type { EpochMs } from '../domain/units';

/**
 * True from a price at or after the end on; else when the last one was fresh at the end and none
 * has followed for as long as a price may be old.
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
