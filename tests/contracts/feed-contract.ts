// Contract tests for every feed. The test of a feed calls `describeFeed` with a factory.
import { beforeAll, describe, expect, it } from 'vitest';
import { findBarError, findQuoteError } from '../../app/trading/domain/quote';
import type { Instrument } from '../../app/trading/domain/instrument';
import type { Feed, MarketEvent } from '../../app/trading/ports';

/** Maximum number of checked events; a feed may be endless. */
const EVENTS_MAX = 20_000;

async function collectEvents(feed: Feed): Promise<readonly MarketEvent[]> {
  const events: MarketEvent[] = [];
  for await (const event of feed.events()) {
    events.push(event);
    if (events.length >= EVENTS_MAX) break;
  }
  return events;
}

/** Time of an event; a bar counts at its end. */
const atMs = (event: MarketEvent): number =>
  event.type === 'BarClosed' ? event.bar.endsMs : event.quote.atMs;

export function describeFeed(name: string, makeFeed: () => Feed): void {
  describe(`${name} fulfills the feed contract`, () => {
    let feed: Feed;
    let events: readonly MarketEvent[];
    let instruments: ReadonlyMap<string, Instrument>;
    beforeAll(async () => {
      feed = makeFeed();
      events = await collectEvents(feed);
      instruments = new Map(feed.instruments.map((instrument) => [instrument.id, instrument]));
    });
    const ofInstrument = (id: string): readonly MarketEvent[] =>
      events.filter((event) => event.instrumentId === id);
    const listFaults = (fault: (event: MarketEvent) => string | null): string[] =>
      events
        .map((event, index) => ({ index, why: fault(event) }))
        .filter(({ why }) => why !== null)
        .map(({ index, why }) => `event ${index}: ${why ?? ''}`);

    it('lists unique instruments and emits events for all of them', () => {
      expect(feed.instruments.length).toBeGreaterThan(0);
      expect(instruments.size).toBe(feed.instruments.length);
      expect(new Set(events.map(({ instrumentId }) => instrumentId))).toEqual(
        new Set(instruments.keys()),
      );
      expect(feed.staleAfterMs).toBeGreaterThan(0);
    });

    it('emits events of its own market only', () =>
      expect(new Set(events.map(({ market }) => market))).toEqual(new Set([feed.market])));

    it('emits events in time order', () => {
      let last = -Infinity;
      expect(
        listFaults((event) => {
          const isBack = atMs(event) < last;
          last = atMs(event);
          return isBack ? 'earlier than the one before' : null;
        }),
      ).toEqual([]);
    });

    it('uses whole milliseconds', () =>
      expect(
        listFaults((event) => (Number.isSafeInteger(atMs(event)) ? null : 'no whole millisecond')),
      ).toEqual([]));

    it('emits valid quotes with the time of the event', () => {
      expect(
        listFaults((event) => {
          const instrument = instruments.get(event.instrumentId);
          return instrument
            ? (findQuoteError(instrument, event.quote) ??
                (event.quote.atMs === atMs(event) ? null : 'quote of another time'))
            : 'unknown instrument';
        }),
      ).toEqual([]);
    });

    it('emits valid closed bars with the closing quote', () => {
      expect(
        listFaults((event) => {
          const instrument = instruments.get(event.instrumentId);
          if (event.type !== 'BarClosed' || !instrument) return null;
          if (event.bar.endsMs < event.bar.startsMs) return 'ends before it starts';
          return (
            findBarError(instrument, event.bar) ??
            (event.quote.lastTicks === event.bar.closeTicks ? null : 'quote differs from close')
          );
        }),
      ).toEqual([]);
    });

    it('opens each bar once before its close, without overlap', () => {
      for (const id of instruments.keys()) {
        let openedMs: number | null = null;
        let endedMs = -Infinity;
        for (const event of ofInstrument(id)) {
          if (event.type === 'BarOpened') {
            expect(openedMs, `${id}: a bar opened inside another`).toBeNull();
            expect(event.quote.atMs, `${id}: bars overlap`).toBeGreaterThan(endedMs);
            openedMs = event.quote.atMs;
          } else if (event.type === 'BarClosed') {
            expect(event.bar.startsMs, `${id}: closed a bar that never opened`).toBe(openedMs);
            endedMs = event.bar.endsMs;
            openedMs = null;
          }
        }
      }
    });

    it('is repeatable, also from a new instance', async () => {
      expect(await collectEvents(feed)).toEqual(events);
      expect(await collectEvents(makeFeed())).toEqual(events);
    });
  });
}
