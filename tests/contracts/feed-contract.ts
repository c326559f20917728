// What every feed owes the desk. A feed's own test calls `describeFeed` with a maker of fresh
// feeds.
import { beforeAll, describe, expect, it } from 'vitest';
import { barFault, quoteFault } from '../../app/trading/domain/quote';
import type { Instrument } from '../../app/trading/domain/instrument';
import type { Feed, MarketEvent } from '../../app/trading/ports';

/** As many events as are looked at; a feed may go on for ever. */
const EVENTS_MAX = 20_000;

async function take(feed: Feed): Promise<readonly MarketEvent[]> {
  const events: MarketEvent[] = [];
  for await (const event of feed.events()) {
    events.push(event);
    if (events.length >= EVENTS_MAX) break;
  }
  return events;
}

/** When an event happens: a bar counts at its end. */
const atMs = (event: MarketEvent): number =>
  event.type === 'BarClosed' ? event.bar.endsMs : event.quote.atMs;

export function describeFeed(name: string, makeFeed: () => Feed): void {
  describe(`${name} keeps the contract of a feed`, () => {
    let feed: Feed;
    let events: readonly MarketEvent[];
    let instruments: ReadonlyMap<string, Instrument>;
    beforeAll(async () => {
      feed = makeFeed();
      events = await take(feed);
      instruments = new Map(feed.instruments.map((instrument) => [instrument.id, instrument]));
    });
    const ofInstrument = (id: string): readonly MarketEvent[] =>
      events.filter((event) => event.instrumentId === id);
    const failing = (fault: (event: MarketEvent) => string | null): string[] =>
      events
        .map((event, index) => ({ index, why: fault(event) }))
        .filter(({ why }) => why !== null)
        .map(({ index, why }) => `event ${index}: ${why ?? ''}`);

    it('has instruments, each once, and events of all of them', () => {
      expect(feed.instruments.length).toBeGreaterThan(0);
      expect(instruments.size).toBe(feed.instruments.length);
      expect(new Set(events.map(({ instrumentId }) => instrumentId))).toEqual(
        new Set(instruments.keys()),
      );
      expect(feed.staleAfterMs).toBeGreaterThan(0);
    });

    it('speaks of its own market alone', () =>
      expect(new Set(events.map(({ market }) => market))).toEqual(new Set([feed.market])));

    it('never goes back in time', () => {
      let last = -Infinity;
      expect(
        failing((event) => {
          const isBack = atMs(event) < last;
          last = atMs(event);
          return isBack ? 'earlier than the one before' : null;
        }),
      ).toEqual([]);
    });

    it('gives whole milliseconds', () =>
      expect(
        failing((event) => (Number.isSafeInteger(atMs(event)) ? null : 'no whole millisecond')),
      ).toEqual([]));

    it('quotes soundly, at the time of the event', () => {
      expect(
        failing((event) => {
          const instrument = instruments.get(event.instrumentId);
          return instrument
            ? (quoteFault(instrument, event.quote) ??
                (event.quote.atMs === atMs(event) ? null : 'quote of another time'))
            : 'unknown instrument';
        }),
      ).toEqual([]);
    });

    it('closes sound bars, each with the quote of its close', () => {
      expect(
        failing((event) => {
          const instrument = instruments.get(event.instrumentId);
          if (event.type !== 'BarClosed' || !instrument) return null;
          if (event.bar.endsMs < event.bar.startsMs) return 'ends before it starts';
          return (
            barFault(instrument, event.bar) ??
            (event.quote.lastTicks === event.bar.closeTicks ? null : 'quote differs from close')
          );
        }),
      ).toEqual([]);
    });

    it('opens each bar once, before it closes, without overlap', () => {
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

    it('says the same again when asked again, and when made again', async () => {
      expect(await take(feed)).toEqual(events);
      expect(await take(makeFeed())).toEqual(events);
    });
  });
}
