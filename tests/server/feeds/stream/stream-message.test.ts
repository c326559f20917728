// Messages of a feed survive their way as text, and nothing else is taken for one.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type StreamEvent,
  type StreamMessage,
  formatMessage,
  isPartOfPast,
  parseMessage,
} from '../../../../app/server/feeds/stream/stream-message';
import { buildQuote } from '../../../../app/trading/domain/quote';
import { toTicks } from '../../../../app/trading/domain/units';
import { PACED_INSTRUMENTS, PACED_START_MS } from '../../../support/paced-feed';

const QUOTE = buildQuote(toTicks(3000), 1, PACED_START_MS);
const PRICED = { market: 'm', instrumentId: 'NG', quote: QUOTE } as const;

const LISTING: StreamEvent = {
  type: 'MarketListed',
  market: 'm',
  instruments: PACED_INSTRUMENTS,
  staleAfterMs: 15_000,
  atMs: PACED_START_MS,
  warmUpBars: ['1h', '1d'],
};

const listMessages = (): StreamMessage[] => [
  { kind: 'event', event: LISTING },
  {
    kind: 'event',
    event: {
      type: 'Weather',
      reading: {
        type: 'WeatherObserved',
        market: 'm',
        series: 'hdd',
        value: -0.5,
        validMs: 1,
        publishedMs: 2,
      },
      atMs: 2,
    },
  },
  { kind: 'phase', phase: 'failed', fault: 'the file ended' },
  {
    kind: 'run',
    run: { format: 1, version: '1', market: 'm', time: 'events', seedDigest: null, barMs: null },
  },
];

describe('a message of a feed', () => {
  it.each(listMessages().map((message) => [message.kind, message] as const))(
    'is the same after its way as text: %s',
    (_kind, message) => {
      expect(parseMessage(formatMessage(message))).toEqual(message);
    },
  );

  it('keeps quotes and bars of any prices, times and locks', () => {
    const ticks = fc.integer({ min: -1_000_000, max: 1_000_000 }).map(toTicks);
    const quotes = fc.record(
      {
        bidTicks: ticks,
        askTicks: ticks,
        lastTicks: ticks,
        atMs: fc.nat(),
        lock: fc.constantFrom('UP' as const, 'DOWN' as const, 'BOTH' as const),
      },
      { requiredKeys: ['bidTicks', 'askTicks', 'lastTicks', 'atMs'] },
    );
    const bars = fc.record({
      openTicks: ticks,
      highTicks: ticks,
      lowTicks: ticks,
      closeTicks: ticks,
      startsMs: fc.nat(),
      endsMs: fc.nat(),
    });
    fc.assert(
      fc.property(quotes, bars, fc.boolean(), (quote, bar, isBackfill) => {
        const event = { type: 'BarClosed', ...PRICED, quote, bar } as const;
        const message = {
          kind: 'event',
          event: { type: 'Market', event, atMs: bar.endsMs, isBackfill },
        } as const;
        expect(parseMessage(formatMessage(message))).toEqual(message);
      }),
    );
  });

  it('keeps an input that is no longer available', () => {
    const event = { type: 'Inputs', market: 'm', values: { a: NaN, b: 1.5 }, atMs: 1 } as const;
    expect(parseMessage(formatMessage({ kind: 'event', event }))).toEqual({ kind: 'event', event });
  });

  it.each([
    ['no JSON', '{"kind":'],
    ['another kind', '{"kind":"order"}'],
    ['an event of another type', '{"kind":"event","event":{"type":"Command","atMs":1}}'],
    [
      'a listing without a stale limit',
      JSON.stringify({ kind: 'event', event: { ...LISTING, staleAfterMs: 0 } }),
    ],
    [
      'a quote without a time',
      JSON.stringify({
        kind: 'event',
        event: {
          type: 'Market',
          event: { type: 'QuoteArrived', ...PRICED, quote: { ...QUOTE, atMs: undefined } },
          atMs: 1,
          isBackfill: false,
        },
      }),
    ],
  ])('is not %s', (_what, text) => {
    expect(parseMessage(text)).toBeNull();
  });

  it('is part of the past unless a later price replaces it', () => {
    const buildPrice = (type: 'QuoteArrived' | 'BarOpened'): StreamMessage => ({
      kind: 'event',
      event: { type: 'Market', event: { type, ...PRICED }, atMs: 1, isBackfill: false },
    });
    expect(listMessages().map(isPartOfPast)).toEqual([true, true, false, true]);
    expect([buildPrice('QuoteArrived'), buildPrice('BarOpened')].map(isPartOfPast)).toEqual([
      false,
      false,
    ]);
  });
});
