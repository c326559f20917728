/** Quote of a contract from the single figures that Interactive Brokers sends. */
import type { QuoteOrigin } from '../../../domain/broker-quotes';
import { getContract, getContractCosts } from '../../../domain/contract';
import { type Instrument, parsePrice } from '../../../domain/instrument';
import { type Quote, buildQuote } from '../../../domain/quote';
import { MINUTE_MS } from '../../../domain/time';
import { type EpochMs, type Ticks, toTicks } from '../../../domain/units';
import { getSession } from '../../sessions';

/** `frozen`: the last quotes of a closed session. */
export type LineType = 'live' | 'frozen' | 'delayed' | 'delayed frozen';

interface Figure {
  /** By the number of the figure, which the gateway has for each kind of data. */
  readonly isDelayed: boolean;
}

export interface PriceFigure extends Figure {
  readonly kind: 'bid' | 'ask' | 'last';
  /** Null where the market has none. */
  readonly price: number | null;
}

/** One figure of a contract. */
export type LineFigure =
  | { readonly kind: 'type'; readonly type: LineType }
  | PriceFigure
  /** Time of the last trade at the venue. */
  | (Figure & { readonly kind: 'traded'; readonly atMs: EpochMs });

/** What has arrived of one contract since it was requested. */
export interface QuoteLine {
  /** Null before the gateway has stated it. */
  readonly type: LineType | null;
  readonly bid: number | null;
  readonly ask: number | null;
  readonly last: number | null;
  /** Time of the last trade at the venue; null where none is stated. */
  readonly tradedMs: EpochMs | null;
  /** Arrival of the newest figure of the trade, and of bid or ask; null for none. */
  readonly tradeArrivedMs: EpochMs | null;
  readonly sidesArrivedMs: EpochMs | null;
}

export const EMPTY_LINE: QuoteLine = {
  type: null,
  bid: null,
  ask: null,
  last: null,
  tradedMs: null,
  tradeArrivedMs: null,
  sidesArrivedMs: null,
};

/** An account has at least 100 lines of quotes at a time, as its documentation states. */
export const LINES_MAX = 100;
/** Delays that the broker states for its free quotes: 10 minutes at CBOT, NYMEX and ICE US. */
const STATED_DELAY_MS = 10 * MINUTE_MS;
/** The longest that it states for futures, where a quote has no time of its own. */
const LONGEST_DELAY_MS = 15 * MINUTE_MS;
export const DELAYED_STALE_MS = LONGEST_DELAY_MS + MINUTE_MS;
const LIVE_STALE_MS = MINUTE_MS;

const SOURCE = 'Interactive Brokers';
const formatLateness = (delayMs: number): string => `${SOURCE}, ${delayMs / MINUTE_MS} min late`;
/** Origin of a quote of an earlier run. */
export const DELAYED_ORIGIN: QuoteOrigin = {
  priceSource: formatLateness(STATED_DELAY_MS),
  staleAfterMs: DELAYED_STALE_MS,
  isLive: false,
};
const UNTIMED_ORIGIN: QuoteOrigin = {
  ...DELAYED_ORIGIN,
  priceSource: formatLateness(LONGEST_DELAY_MS),
};
const LIVE_ORIGIN: QuoteOrigin = {
  priceSource: `${SOURCE}, live`,
  staleAfterMs: LIVE_STALE_MS,
  isLive: true,
};

/**
 * A line whose type changes starts again: figures of another delay do not belong together. Delayed
 * figures prove a delay, whatever was announced; live ones count where live data were announced.
 */
export function applyFigure(line: QuoteLine, figure: LineFigure, nowMs: EpochMs): QuoteLine {
  if (figure.kind === 'type')
    return line.type === figure.type ? line : { ...EMPTY_LINE, type: figure.type };
  const isLiveLine = line.type === 'live' || line.type === 'frozen';
  if (!figure.isDelayed) return isLiveLine ? applyValue(line, figure, nowMs) : line;
  const isDelayedLine = line.type !== null && !isLiveLine;
  return applyValue(isDelayedLine ? line : { ...EMPTY_LINE, type: 'delayed' }, figure, nowMs);
}

type ValueFigure = Exclude<LineFigure, { readonly kind: 'type' }>;

function applyValue(line: QuoteLine, figure: ValueFigure, nowMs: EpochMs): QuoteLine {
  switch (figure.kind) {
    case 'traded':
      return { ...line, tradedMs: figure.atMs, tradeArrivedMs: nowMs };
    case 'last':
      return { ...line, last: figure.price, tradeArrivedMs: nowMs };
    case 'bid':
    case 'ask': {
      const sidesArrivedMs = figure.price === null ? line.sidesArrivedMs : nowMs;
      return { ...line, [figure.kind]: figure.price, sidesArrivedMs };
    }
  }
}

interface LineQuote {
  readonly quote: Quote;
  readonly origin: QuoteOrigin;
}

/** Null before there is a price; a clause where the prices cannot be used. */
export function buildLineQuote(instrument: Instrument, line: QuoteLine): LineQuote | string | null {
  const { last, type } = line;
  if (last === null || type === null) return null;
  const lastTicks = toContractTicks(instrument, last);
  if (lastTicks === null) return `the price ${last} is not on the tick of the contract`;
  const atMs = computeQuoteMs(instrument, line);
  if (atMs === null) return 'the quote of a closed session has no time';
  const quote = buildQuote(lastTicks, getContractCosts(instrument).halfSpreadTicks, atMs);
  return { quote: withSides(instrument, quote, line), origin: findOrigin(line) };
}

function findOrigin({ type, tradedMs }: QuoteLine): QuoteOrigin {
  if (type === 'live') return LIVE_ORIGIN;
  return tradedMs === null ? UNTIMED_ORIGIN : DELAYED_ORIGIN;
}

/**
 * The earliest time at which the newest figure may have been valid at the venue. A trade has a time of
 * its own; bid and ask were valid at least as long after the trade as they arrived after it. Without
 * such a time it is the arrival less the longest delay, while the venue traded then: in a closed
 * session the gateway repeats its last figures. Null where no time is certain.
 */
function computeQuoteMs(instrument: Instrument, line: QuoteLine): EpochMs | null {
  const { type, tradedMs, tradeArrivedMs, sidesArrivedMs } = line;
  if (type === 'frozen' || type === 'delayed frozen') return tradedMs;
  const delayMs = type === 'live' ? 0 : LONGEST_DELAY_MS;
  const afterTradeMs =
    tradedMs === null || tradeArrivedMs === null || sidesArrivedMs === null
      ? null
      : tradedMs + (sidesArrivedMs - tradeArrivedMs);
  const untimedMs = tradedMs === null ? tradeArrivedMs : null;
  const moments = [
    afterTradeMs,
    ...[sidesArrivedMs, untimedMs].map((arrivedMs) => arrivedMs && arrivedMs - delayMs),
  ].filter((atMs): atMs is EpochMs => atMs !== null && isVenueOpen(instrument, atMs));
  const newestMs = Math.max(tradedMs ?? -Infinity, ...moments);
  return newestMs === -Infinity ? null : newestMs;
}

const isVenueOpen = ({ commodity }: Instrument, atMs: EpochMs): boolean =>
  getSession(getContract(commodity), atMs).isOpen;

/**
 * Bid and ask of the gateway where both are there and apart; else those of the half-spread. A last
 * price outside of them is that of an earlier market: the nearer side takes its place, as in a
 * settlement.
 */
function withSides(instrument: Instrument, quote: Quote, { bid, ask }: QuoteLine): Quote {
  const bidTicks = bid === null ? null : toContractTicks(instrument, bid);
  const askTicks = ask === null ? null : toContractTicks(instrument, ask);
  if (bidTicks === null || askTicks === null || bidTicks >= askTicks) return quote;
  const lastTicks = toTicks(Math.min(Math.max(quote.lastTicks, bidTicks), askTicks));
  return { ...quote, bidTicks, askTicks, lastTicks };
}

/** Digits that binary fractions add are removed; the finest tick has four decimals. */
const toContractTicks = (instrument: Instrument, price: number): Ticks | null =>
  parsePrice(instrument, String(Number(price.toFixed(6))));
