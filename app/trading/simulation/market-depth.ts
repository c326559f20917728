/** Quote and market depth around the last price. */
import { getContract, getContractCosts } from '../domain/contract';
import type { Instrument } from '../domain/instrument';
import { type Quote, buildQuote as buildFreeQuote } from '../domain/quote';
import { type EpochMs, toTicks } from '../domain/units';
import { isInDaySession } from '../market/sessions';
import type { TapeTick } from './tape';

/** Factor on the displayed depth outside the venue's day session. */
const QUIET_DEPTH = 0.3;
/** Extra spread per unit of volatility ratio above 1. */
const VOLATILITY_SPREAD = 1.5;

/** Half the spread in ticks (a multiple of 0.5), by contract, session and volatility ratio. */
export function computeHalfSpreadTicks(
  instrument: Instrument,
  volatilityRatio: number,
  atMs: EpochMs,
): number {
  const { halfSpreadTicks, quietSpreadFactor } = getContractCosts(instrument);
  const sessionFactor = isInDaySession(getContract(instrument.commodity), atMs)
    ? 1
    : quietSpreadFactor;
  const spreadTicks =
    2 *
    halfSpreadTicks *
    (1 + VOLATILITY_SPREAD * Math.max(0, volatilityRatio - 1)) *
    sessionFactor;
  return Math.max(1, Math.round(spreadTicks)) / 2;
}

/**
 * Quote around a last price. At limit up there are no offers, at limit down no bids; the last price
 * is then the best price of the remaining side. During a pause nothing trades.
 */
export function buildQuote({ ticks, lock }: TapeTick, halfSpread: number, atMs: EpochMs): Quote {
  if (lock === 'UP')
    return {
      bidTicks: ticks,
      askTicks: toTicks(ticks + 2 * halfSpread),
      lastTicks: ticks,
      atMs,
      lock,
    };
  if (lock === 'DOWN')
    return {
      bidTicks: toTicks(ticks - 2 * halfSpread),
      askTicks: ticks,
      lastTicks: ticks,
      atMs,
      lock,
    };
  const quote = buildFreeQuote(ticks, halfSpread, atMs);
  return lock === null ? quote : { ...quote, lock };
}

/** A price level and its resting lots. */
export interface LadderLevel {
  readonly ticks: number;
  readonly lots: number;
}

export interface Ladder {
  readonly bids: readonly LadderLevel[];
  readonly asks: readonly LadderLevel[];
}

/**
 * Order book with `levels` levels a side, half a spread apart. At a daily limit one side is empty.
 */
export function buildLadder(
  instrument: Instrument,
  quote: Quote,
  halfSpread: number,
  levels: number,
): Ladder {
  const isLiquid = isInDaySession(getContract(instrument.commodity), quote.atMs);
  const lots = Math.max(
    1,
    Math.round(getContractCosts(instrument).depthLots * (isLiquid ? 1 : QUIET_DEPTH)),
  );
  const levelTicks = Math.ceil(halfSpread);
  const buildSide = (best: number, step: number): readonly LadderLevel[] =>
    Array.from({ length: levels }, (_, level) => ({ ticks: best + step * level, lots }));
  const isSideEmpty = (lock: Quote['lock']): boolean =>
    quote.lock === lock || quote.lock === 'BOTH';
  return {
    bids: isSideEmpty('DOWN') ? [] : buildSide(quote.bidTicks, -levelTicks),
    asks: isSideEmpty('UP') ? [] : buildSide(quote.askTicks, levelTicks),
  };
}
