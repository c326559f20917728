// Feed guard over one contract, with times in seconds after a Wednesday noon in New York.
import { getFrontInstrument } from '../../app/trading/domain/contract';
import type { CommodityKey } from '../../app/trading/domain/commodity';
import { type Bar, type Quote, buildQuote } from '../../app/trading/domain/quote';
import { toTicks } from '../../app/trading/domain/units';
import { type FeedGuardOptions, createFeedGuard } from '../../app/trading/market/feed-guard';
import type { MarketInput } from '../../app/trading/market/guard-checks';
import type { MarketEvent } from '../../app/trading/ports';

export const MARKET = 'public';
export const NOON_MS = Date.UTC(2026, 2, 4, 17);

type Kind = MarketEvent['type'];

export function createGuardedFeed(
  commodity: CommodityKey = 'natural-gas',
  options: Partial<FeedGuardOptions> & {
    readonly startTicks?: number | null;
    readonly staleAfterMs?: number;
  } = {},
) {
  const { startTicks = 3000, staleAfterMs = 15_000, ...rest } = options;
  const instrument = getFrontInstrument(commodity);
  const storedQuote = (): Quote | null =>
    startTicks === null ? null : buildQuote(toTicks(startTicks), 1, NOON_MS - 5000);
  const guard = createFeedGuard({
    market: MARKET,
    kind: 'news',
    hours: 'always',
    storedQuote,
    ...rest,
  });
  guard.filterEvent(
    {
      type: 'MarketListed',
      market: MARKET,
      instruments: [instrument],
      staleAfterMs,
      atMs: NOON_MS,
    },
    NOON_MS,
  );
  const applyEvent = (event: MarketEvent, atMs: number, nowMs: number, isBackfill = false) =>
    guard.filterEvent({ type: 'Market', event, atMs, isBackfill }, nowMs) as readonly MarketInput[];
  const at = { market: MARKET, instrumentId: instrument.id };
  return {
    guard,
    instrument,
    /**
     * Sends a quote `seconds` after noon; returns accepted prices, marked when they reach no
     * resting order.
     */
    quote(
      seconds: number,
      ticks: number,
      more: Partial<Quote> & {
        readonly type?: Exclude<Kind, 'BarClosed'>;
        readonly delayMs?: number;
      } = {},
    ) {
      const { type = 'QuoteArrived', delayMs = 0, ...over } = more;
      const atMs = NOON_MS + seconds * 1000;
      const accepted = applyEvent(
        { type, ...at, quote: { ...buildQuote(toTicks(ticks), 1, atMs), ...over } },
        atMs,
        atMs + delayMs,
      );
      return accepted.map(
        ({ event, isBackfill }) => `${event.quote.lastTicks}${isBackfill ? ' as the past' : ''}`,
      );
    },
    bar(
      seconds: number,
      bar: Pick<Bar, 'openTicks' | 'highTicks' | 'lowTicks' | 'closeTicks'>,
      lengthSeconds = 60,
    ) {
      const endsMs = NOON_MS + seconds * 1000 - 1;
      const fullBar: Bar = { ...bar, startsMs: endsMs + 1 - lengthSeconds * 1000, endsMs };
      return applyEvent(
        { type: 'BarClosed', ...at, bar: fullBar, quote: buildQuote(bar.closeTicks, 1, endsMs) },
        endsMs,
        endsMs,
      ).map(({ event }) => event.type);
    },
    status: (seconds = 0) => guard.getStatus(NOON_MS + seconds * 1000),
  };
}
