// A server plays the messages of a feed: late prices decide nothing, a new run repeats nothing, and
// what keeps it from going on is named.
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { StreamEvent, StreamRun } from '../../../../app/server/feeds/stream/stream-message';
import { StreamPump } from '../../../../app/server/feeds/stream/stream-pump.server';
import {
  type StreamEntry,
  StreamError,
} from '../../../../app/server/feeds/stream/stream-reader.server';
import { startPump } from '../../../../app/server/feeds/pump.server';
import { createSettableClock } from '../../../../app/trading/clock';
import { buildQuote } from '../../../../app/trading/domain/quote';
import { toTicks } from '../../../../app/trading/domain/units';
import type { EngineEvent } from '../../../../app/trading/engine/event';
import { PACED_INSTRUMENTS } from '../../../support/paced-feed';

const START_MS = Date.UTC(2026, 0, 5, 15);
const RUN: StreamRun = {
  format: 1,
  version: '1',
  market: 'm',
  time: 'wall clock',
  seedDigest: null,
  barMs: null,
};

const LISTING: StreamEvent = {
  type: 'MarketListed',
  market: 'm',
  instruments: PACED_INSTRUMENTS,
  staleAfterMs: 15_000,
  atMs: START_MS,
};

const buildQuoteAt = (atMs: number): StreamEvent => ({
  type: 'Market',
  event: {
    type: 'QuoteArrived',
    market: 'm',
    instrumentId: PACED_INSTRUMENTS[0]?.id ?? '',
    quote: buildQuote(toTicks(3000), 1, atMs),
  },
  atMs,
  isBackfill: false,
});

const buildInputsAt = (atMs: number): StreamEvent => ({
  type: 'Inputs',
  market: 'm',
  values: { a: atMs },
  atMs,
});

const buildEntry = (
  event: StreamEvent,
  sequence: number,
  { epoch = 1, isOfPast = false } = {},
): StreamEntry => ({ position: { epoch, sequence }, message: { kind: 'event', event }, isOfPast });

/** A pump whose messages a test adds. */
function openPump(run = RUN) {
  const pages: (readonly StreamEntry[] | Error)[] = [];
  const events: EngineEvent[] = [];
  const clock = createSettableClock(START_MS);
  const problem = { text: null as string | null };
  const pump = startPump(
    new StreamPump({
      runner: { offer: (event) => events.push(event) > 0 },
      onFault: () => undefined,
      reader: {
        async *readEntries() {
          await new Promise((resolve) => setTimeout(resolve, 1));
          const page = pages.shift() ?? [];
          if (page instanceof Error) throw page;
          yield* page;
          return { hasMore: pages.length > 0 };
        },
        findProblem: () => problem.text,
        close: () => Promise.resolve(),
      },
      run,
      clock,
      nowMs: () => clock.nowMs(),
      logEndMs: START_MS,
      explainOtherRun: ({ market }) => (market === 'm' ? null : `another market: ${market}`),
    }),
  );
  onTestFinished(() => pump.stop());
  const playEntries = async (...entries: readonly StreamEntry[]): Promise<void> => {
    pages.push(entries);
    await vi.waitFor(() => expect(pages).toEqual([]));
    await new Promise((resolve) => setTimeout(resolve, 10));
  };
  return { pump, pages, events, clock, problem, playEntries };
}

const listBackfill = (events: readonly EngineEvent[]): (boolean | null)[] =>
  events.map((event) => (event.type === 'Market' ? event.isBackfill : null));

describe('prices from a stream', () => {
  it('are history before the start, where later ones are lost, and after the stale limit', async () => {
    const { events, clock, playEntries } = openPump();
    await playEntries(
      buildEntry(LISTING, 1),
      // The guard holds the first price until another one confirms it.
      buildEntry(buildQuoteAt(START_MS - 2), 2),
      buildEntry(buildQuoteAt(START_MS - 1), 3),
      buildEntry(buildQuoteAt(START_MS), 4),
    );
    expect(listBackfill(events)).toEqual([null, true, true, false]);
    clock.advance(START_MS + 60_000);
    await playEntries(
      buildEntry(buildQuoteAt(START_MS + 44_999), 5),
      buildEntry(buildQuoteAt(START_MS + 45_000), 6),
      buildEntry(buildQuoteAt(START_MS + 50_000), 7, { isOfPast: true }),
      buildEntry(buildQuoteAt(START_MS + 60_000), 8),
    );
    expect(listBackfill(events)).toEqual([null, true, true, false, true, false, true, false]);
  });

  it('of a history are never late, and history up to the end of the log', async () => {
    const { events, clock, playEntries } = openPump({ ...RUN, time: 'events' });
    clock.advance(START_MS + 3_600_000);
    await playEntries(
      buildEntry({ ...LISTING, atMs: START_MS + 7_200_000 }, 1),
      buildEntry(buildQuoteAt(START_MS), 2),
      buildEntry(buildQuoteAt(START_MS + 1), 3),
    );
    expect(listBackfill(events)).toEqual([null, true, false]);
    // The listing does not move time to that of the feed.
    expect(events[0]?.atMs).toBe(START_MS + 3_600_000);
  });

  it('are applied once where a later run publishes them again', async () => {
    const { events, playEntries } = openPump({ ...RUN, time: 'events' });
    const [first, second] = [buildQuoteAt(START_MS + 1000), buildQuoteAt(START_MS + 2000)];
    const inputs = buildInputsAt(START_MS + 1500);
    await playEntries(
      ...[LISTING, first, inputs].map((event, index) => buildEntry(event, index + 1)),
      ...[LISTING, first, inputs, second].map((event, index) =>
        buildEntry(event, index + 1, { epoch: 2 }),
      ),
    );
    expect(events).toEqual([LISTING, first, inputs, second]);
  });
});

describe('the status of a stream', () => {
  it('names what keeps prices away, and recovers', async () => {
    const { pump, problem, playEntries } = openPump();
    await playEntries(buildEntry(LISTING, 1));
    expect(pump.status()).toMatchObject({ phase: 'running', fault: null });
    problem.text = 'messages 2 to 5 of the feed are missing and are read again';
    expect(pump.status()).toMatchObject({ phase: 'catching up', fault: problem.text });
    problem.text = null;
    expect(pump.status()).toMatchObject({ phase: 'running', fault: null });
  });

  it('names the fault of the source of the feed', async () => {
    const { pump, playEntries } = openPump();
    const message = { kind: 'phase', phase: 'failed', fault: 'the file ended' } as const;
    await playEntries({ position: { epoch: 1, sequence: 1 }, message, isOfPast: false });
    expect(pump.status()).toMatchObject({
      phase: 'catching up',
      fault: 'the feed process has failed: the file ended',
    });
  });

  it.each([
    ['lost messages', new StreamError('messages 2 to 5 of the feed are lost')],
    ['another market', { kind: 'run', run: { ...RUN, market: 'x' } } as const],
  ])('is failed after %s, and nothing follows', async (_what, cause) => {
    const { pump, pages, events, playEntries } = openPump();
    await playEntries(buildEntry(LISTING, 1));
    pages.push(
      cause instanceof Error
        ? cause
        : [{ position: { epoch: 2, sequence: 1 }, message: cause, isOfPast: false }],
      [buildEntry(buildQuoteAt(START_MS + 1000), 6)],
    );
    await vi.waitFor(() => expect(pump.status().phase).toBe('failed'));
    expect(pump.status().fault).toMatch(/lost|another market: x/);
    expect(events).toEqual([LISTING]);
  });

  it('stays after a fault of Redis, which is tried again', async () => {
    const { pump, pages, events } = openPump();
    pages.push(new Error('LOADING Redis is loading'), [buildEntry(LISTING, 1)]);
    await vi.waitFor(() => expect(events).toEqual([LISTING]), { timeout: 10_000 });
    expect(pump.status().phase).not.toBe('failed');
  });
});
