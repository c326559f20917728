/** What stands around the last price: the touch, and the levels of a ladder. */
import { contractCosts, levelDepthLots } from '../domain/contract';
import type { Instrument } from '../domain/instrument';
import type { Quote } from '../domain/quote';
import { type EpochMs, toTicks } from '../domain/units';
import { isBusyHour } from './calendar';
import type { TapeTick } from './tape';

/**
 * Outside 9 to 16 in New York and at weekends the spread is so many times as wide and the depth so
 * small a share.
 */
const QUIET_SPREAD = 2;
const QUIET_DEPTH = 0.3;
/** Spread added per unit of volatility beyond the usual. */
const UNREST_SPREAD = 1.5;

/** Half of the spread in ticks: contract, hour, unrest. At least one. */
export function halfSpreadTicks(instrument: Instrument, unrest: number, atMs: EpochMs): number {
  const hours = isBusyHour(atMs) ? 1 : QUIET_SPREAD;
  return Math.max(
    1,
    Math.round(
      contractCosts(instrument).halfSpreadTicks *
        (1 + UNREST_SPREAD * Math.max(0, unrest - 1)) *
        hours,
    ),
  );
}

/**
 * The quote around a last price; a price at its limit stands at the edge of the book whose other
 * side is empty.
 */
export function buildQuote({ ticks, lock }: TapeTick, half: number, atMs: EpochMs): Quote {
  if (lock === 'UP')
    return { bidTicks: ticks, askTicks: toTicks(ticks + 2 * half), lastTicks: ticks, atMs, lock };
  if (lock === 'DOWN')
    return { bidTicks: toTicks(ticks - 2 * half), askTicks: ticks, lastTicks: ticks, atMs, lock };
  return {
    bidTicks: toTicks(ticks - half),
    askTicks: toTicks(ticks + half),
    lastTicks: ticks,
    atMs,
  };
}

/** One price of the ladder with the lots that stand there. */
export interface LadderLevel {
  readonly ticks: number;
  readonly lots: number;
}

export interface Ladder {
  readonly bids: readonly LadderLevel[];
  readonly asks: readonly LadderLevel[];
}

/**
 * So many levels to each side of a quote, one half spread apart; the side that a limit has emptied
 * has none.
 */
export function buildLadder(
  instrument: Instrument,
  quote: Quote,
  half: number,
  levels: number,
): Ladder {
  const lots = Math.max(
    1,
    Math.round(levelDepthLots(instrument) * (isBusyHour(quote.atMs) ? 1 : QUIET_DEPTH)),
  );
  const side = (best: number, step: number): readonly LadderLevel[] =>
    Array.from({ length: levels }, (_, level) => ({ ticks: best + step * level, lots }));
  const isOff = (lock: Quote['lock']): boolean => quote.lock === lock || quote.lock === 'BOTH';
  return {
    bids: isOff('DOWN') ? [] : side(quote.bidTicks, -half),
    asks: isOff('UP') ? [] : side(quote.askTicks, half),
  };
}
