// The same quotes in one process, and through a Redis server of this machine to one and four servers.
import { mkdirSync } from 'node:fs';
import { CODE_VERSION } from '../../../server/platform/project.server';
import {
  STREAM_FORMAT,
  type StreamEvent,
  type StreamRun,
} from '../../../server/feeds/stream/stream-message';
import { StreamPublisher } from '../../../server/feeds/stream/stream-publisher.server';
import { StreamPump } from '../../../server/feeds/stream/stream-pump.server';
import { StreamReader } from '../../../server/feeds/stream/stream-reader.server';
import { startPump } from '../../../server/feeds/pump.server';
import { buildQuote } from '../../../trading/domain/quote';
import { toTicks } from '../../../trading/domain/units';
import { createFeedGuard } from '../../../trading/market/feed-guard';
import { NO_JOURNAL, openBenchDesk } from '../desk';
import { startRedis } from '../queue/queue-processes';
import { BENCH_INSTRUMENTS, BENCH_MARKET, BENCH_START_MS } from '../synthetic';
import { type Table, formatDecimal, formatInteger } from '../table';
import { getQuantile } from '../timed-request';
import { DAY_MS, SECOND_MS } from '../../../trading/domain/time';

export interface StreamSpeed {
  readonly events: number;
  readonly hereSeconds: number;
  readonly oneSeconds: number;
  readonly fourSeconds: number;
  /** Time through Redis / time in one process. */
  readonly oneRatio: number;
  readonly fourRatio: number;
  /** From the publisher to the engine at an even pace, in ms. */
  readonly lagMs: { readonly median: number; readonly p99: number };
}

const RUN: StreamRun = {
  format: STREAM_FORMAT,
  version: CODE_VERSION,
  market: BENCH_MARKET,
  time: 'events',
  seedDigest: null,
  barMs: null,
};

const LAG_EVENTS = 600;
const LAG_PAUSE_MS = 5;

/** A listing and quotes, one second apart. */
function listEvents(count: number): StreamEvent[] {
  const listing: StreamEvent = {
    type: 'MarketListed',
    market: BENCH_MARKET,
    instruments: BENCH_INSTRUMENTS,
    staleAfterMs: DAY_MS,
    atMs: BENCH_START_MS,
  };
  const quotes = Array.from({ length: count }, (_, index): StreamEvent => {
    const atMs = BENCH_START_MS + (index + 1) * SECOND_MS;
    const { id } = BENCH_INSTRUMENTS[index % BENCH_INSTRUMENTS.length] ?? { id: '' };
    const quote = buildQuote(toTicks(2000 + (index % 7)), 1, atMs);
    return {
      type: 'Market',
      event: { type: 'QuoteArrived', market: BENCH_MARKET, instrumentId: id, quote },
      atMs,
      isBackfill: false,
    };
  });
  return [listing, ...quotes];
}

const secondsSince = (startedMs: number): number => (performance.now() - startedMs) / 1000;

/** Feed guard and engine, without Redis. */
async function playHere(events: readonly StreamEvent[]): Promise<number> {
  const { runner } = await openBenchDesk(NO_JOURNAL, []);
  const guard = createFeedGuard({ market: BENCH_MARKET, kind: 'record', hours: 'venue' });
  const startedMs = performance.now();
  for (const [index, event] of events.entries()) {
    const accepted =
      event.type === 'Market' || event.type === 'MarketListed'
        ? guard.filterEvent(event, Infinity)
        : [event];
    for (const one of accepted) runner.offer(one);
    if (index % 250 === 0) runner.drain();
  }
  runner.drain();
  return secondsSince(startedMs);
}

/** A server that reads the stream. `onTaken` gets the number of events so far. */
async function openServer(url: string, onTaken: (count: number) => void) {
  const { runner, clock } = await openBenchDesk(NO_JOURNAL, []);
  let taken = 0;
  return startPump(
    new StreamPump({
      runner: {
        offer: (event) => {
          const isTaken = runner.offer(event);
          runner.drain();
          if (isTaken) onTaken((taken += 1));
          return isTaken;
        },
      },
      onFault: (error) => {
        throw error;
      },
      reader: new StreamReader({ url, onNotice: () => undefined }),
      run: RUN,
      clock,
      nowMs: () => clock.nowMs(),
      logEndMs: 0,
      explainOtherRun: () => null,
    }),
  );
}

async function publishAll(publisher: StreamPublisher, events: readonly StreamEvent[]) {
  for (const event of events)
    while (!publisher.publishMessage({ kind: 'event', event })) await publisher.whenSent();
}

async function withServers<T>(
  url: string,
  servers: number,
  events: number,
  measure: (publisher: StreamPublisher, allTaken: Promise<unknown>) => Promise<T>,
  onTaken: (count: number) => void = () => undefined,
): Promise<T> {
  const publisher = new StreamPublisher({
    url,
    keepEvents: 2 * events,
    keepPast: 1000,
    onNotice: () => undefined,
    onLost: () => undefined,
  });
  await publisher.startRun(RUN, Date.now());
  const waiting = Array.from({ length: servers }, () => {
    let resolveTaken: () => void = () => undefined;
    const done = new Promise<void>((resolve) => (resolveTaken = resolve));
    const countEvent = (count: number): void => {
      onTaken(count);
      if (count === events) resolveTaken();
    };
    return { done, pump: openServer(url, countEvent) };
  });
  const pumps = await Promise.all(waiting.map(({ pump }) => pump));
  try {
    return await measure(publisher, Promise.all(waiting.map(({ done }) => done)));
  } finally {
    await Promise.all(pumps.map((pump) => pump.stop()));
    await publisher.close();
  }
}

const playThrough = (url: string, servers: number, events: readonly StreamEvent[]) =>
  withServers(url, servers, events.length, async (publisher, allTaken) => {
    const startedMs = performance.now();
    await publishAll(publisher, events);
    await allTaken;
    return secondsSince(startedMs);
  });

async function measureLag(url: string): Promise<StreamSpeed['lagMs']> {
  const events = listEvents(LAG_EVENTS);
  const sentMs: number[] = [];
  const lags: number[] = [];
  const onTaken = (count: number): void => {
    lags.push(performance.now() - (sentMs[count - 1] ?? NaN));
  };
  await withServers(
    url,
    1,
    events.length,
    async (publisher, allTaken) => {
      for (const event of events) {
        sentMs.push(performance.now());
        publisher.publishMessage({ kind: 'event', event });
        await new Promise((resolve) => setTimeout(resolve, LAG_PAUSE_MS));
      }
      await allTaken;
    },
    onTaken,
  );
  lags.sort((a, b) => a - b);
  return { median: getQuantile(lags, 0.5), p99: getQuantile(lags, 0.99) };
}

/** Null without the program redis-server. */
export async function measureStream(folder: string, count: number): Promise<StreamSpeed | null> {
  mkdirSync(folder, { recursive: true });
  const redis = await startRedis(folder);
  if (!redis) return null;
  try {
    const events = listEvents(count);
    // Compiles the code of both ways.
    await playHere(events.slice(0, 1000));
    await playThrough(redis.url, 1, events.slice(0, 1000));
    const hereSeconds = await playHere(events);
    const oneSeconds = await playThrough(redis.url, 1, events);
    const fourSeconds = await playThrough(redis.url, 4, events);
    return {
      events: count,
      hereSeconds,
      oneSeconds,
      fourSeconds,
      oneRatio: oneSeconds / hereSeconds,
      fourRatio: fourSeconds / hereSeconds,
      lagMs: await measureLag(redis.url),
    };
  } finally {
    await redis.stop();
  }
}

export function buildStreamTable(speed: StreamSpeed | null): Table {
  const table = { title: 'One feed for many servers', head: ['way', 'events per second', 'time'] };
  if (speed === null)
    return { ...table, note: 'Not measured: the program redis-server is not installed.', rows: [] };
  const { events, lagMs } = speed;
  const rows = [
    ['in one process', speed.hereSeconds, 1],
    ['through Redis to one server', speed.oneSeconds, speed.oneRatio],
    ['through Redis to four servers', speed.fourSeconds, speed.fourRatio],
  ] as const;
  return {
    ...table,
    note: `${formatInteger(events)} quotes through feed guard and engine, without accounts. Publisher and servers share one thread, and Redis the machine; to four servers each quote is played four times. At 200 quotes per second a quote needs ${formatDecimal(lagMs.median)} ms from the publisher to the engine, ${formatDecimal(lagMs.p99)} ms at the 99th percentile.`,
    rows: rows.map(([name, seconds, ratio]) => [
      name,
      formatInteger(events / seconds),
      `${ratio.toFixed(2)} x`,
    ]),
  };
}
