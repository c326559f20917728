// Word of the badge on prices.
import { findMarketOrigin } from '../../contracts/market-origin';
import type { DataAge } from '../../contracts/messages';
import { formatCount } from '../../trading/domain/format';
import { MINUTE_MS } from '../../trading/domain/time';

interface AgeInput {
  /** Time of the newest value; null before the first. */
  readonly newestMs: number | null;
  readonly nowMs: number;
  /** Values younger than this are live. */
  readonly liveMs: number;
  /** Word before the first value. */
  readonly emptyWord: string;
}

/** SIM, REPLAY, LIVE, or the delay of the newest value in minutes. */
export function describeDataAge(
  market: string,
  { newestMs, nowMs, liveMs, emptyWord }: AgeInput,
): DataAge {
  const origin = findMarketOrigin(market);
  if (origin !== null) return { word: origin, isLive: false };
  if (newestMs === null) return { word: emptyWord, isLive: false };
  const ageMs = nowMs - newestMs;
  return ageMs < liveMs
    ? { word: 'LIVE', isLive: true }
    : { word: `DELAYED ${formatCount(Math.floor(ageMs / MINUTE_MS))} MIN`, isLive: false };
}
