// One feed for many servers through a real Redis server: the same decisions as with an own feed,
// also where messages are dropped, repeated or delayed, and where feed and Redis end and start again.
import { Redis } from 'ioredis';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { FeedProcess } from '../../app/server/feeds/stream/feed-process.server';
import { EVENTS_KEY, PAST_KEY, RUN_KEY } from '../../app/server/feeds/stream/stream-keys';
import type { StreamRun } from '../../app/server/feeds/stream/stream-message';
import { readStreamRun } from '../../app/server/feeds/stream/stream-run.server';
import { StreamReader } from '../../app/server/feeds/stream/stream-reader.server';
import { createStreamSource } from '../../app/server/feeds/stream/stream-source.server';
import type { MarketSource } from '../../app/trading/engine/market-source';
import { findMissing, reportSkipped } from '../support/deploy-programs';
import { findFreePort } from '../support/free-port';
import { createFiniteHistory } from '../support/history-source';
import { type RedisServer, startRedis } from '../support/redis-server';
import { SCENARIO_SEED, createRunRandom } from '../support/scenario-runs';
import { type SourceDesk, openSourceDesk } from '../support/source-desk';

const isSkipped = reportSkipped('a feed for many servers', findMissing(['redis-server']));

const EVENTS = 6000;
const TRADED = ['natural-gas', 'crude-oil', 'corn'] as const;
const TRADING = { traded: TRADED, startAfter: 400 };

const waitFor = (check: () => unknown): Promise<unknown> =>
  vi.waitFor(check, { timeout: 120_000, interval: 20 });

const hasEnded = ({ running }: SourceDesk): boolean => running.status()?.phase === 'ended';

type ReadRows = Awaited<ReturnType<Redis['xread']>>;

describe.skipIf(isSkipped)('a feed for many servers', async () => {
  const redis: RedisServer = isSkipped ? (undefined as never) : await startRedis();
  const closers: (() => Promise<void>)[] = [];
  const notices: string[] = [];

  afterEach(async () => {
    vi.restoreAllMocks();
    for (const close of closers.splice(0).reverse()) await close();
    await redis.clear();
    notices.length = 0;
  });
  afterAll(() => redis.remove());

  async function startFeed(
    source: MarketSource,
    keep: { readonly keepEvents?: number; readonly keepPast?: number } = {},
  ): Promise<FeedProcess> {
    const feed = new FeedProcess({
      url: redis.url,
      keepEvents: 100_000,
      keepPast: 100_000,
      ...keep,
      source,
      onNotice: (text) => void notices.push(text),
    });
    await feed.start();
    closers.push(() => feed.stop());
    return feed;
  }

  async function readRun(): Promise<StreamRun> {
    const run = await readStreamRun(redis.url);
    if (typeof run === 'string') throw new Error(run);
    return run;
  }

  async function openReader(trading = TRADING): Promise<SourceDesk> {
    const source = createStreamSource({
      url: redis.url,
      run: await readRun(),
      origin: { seed: 'unused' },
    });
    return addDesk(openSourceDesk({ source, ...trading }));
  }

  function addDesk(desk: SourceDesk): SourceDesk {
    closers.push(() => desk.running.stop());
    return desk;
  }

  async function playOwnFeed(seed: string): Promise<SourceDesk> {
    const desk = addDesk(openSourceDesk({ source: createFiniteHistory(seed, EVENTS), ...TRADING }));
    await waitFor(() => expect(hasEnded(desk)).toBe(true));
    const kinds = new Set(desk.journal.records.map(({ type }) => type));
    expect([...kinds]).toEqual(expect.arrayContaining(['DecisionTaken', 'OrderFilled']));
    return desk;
  }

  function expectSame(desk: SourceDesk, own: SourceDesk): void {
    expect(desk.events).toEqual(own.events);
    expect(desk.journal.records).toEqual(own.journal.records);
    expect(desk.hash()).toBe(own.hash());
  }

  it('gives two servers the log of a server with its own feed, hash by hash', async () => {
    const own = await playOwnFeed('many');
    await startFeed(createFiniteHistory('many', EVENTS));
    const desks = [await openReader(), await openReader()];
    await waitFor(() => expect(desks.every(hasEnded)).toBe(true));
    for (const desk of desks) expectSame(desk, own);
  });

  describe.each([1, 2, 3])(`with faults of run %i of SCENARIO_SEED=${SCENARIO_SEED}`, (run) => {
    const seed = `faults ${run}`;
    /** Slow enough for some seconds of faults. */
    const BARS_PER_SECOND = 500;
    const openSlowHistory = () => createFiniteHistory(seed, EVENTS, BARS_PER_SECOND);

    it('fills what is dropped, and applies nothing twice or out of order', async () => {
      const own = await playOwnFeed(seed);
      const random = createRunRandom(run);
      const counts = disturbReads(random);
      await startFeed(openSlowHistory());
      const desk = await openReader();
      await waitFor(() => expect(hasEnded(desk)).toBe(true));
      expectSame(desk, own);
      expect(Math.min(counts.dropped, counts.repeated, counts.moved)).toBeGreaterThan(10);
    });

    it('reads each number once and in order', async () => {
      disturbReads(createRunRandom(run));
      const feed = await startFeed(createFiniteHistory(seed, 2000));
      const reader = new StreamReader({ url: redis.url, onNotice: () => undefined });
      closers.push(() => reader.close());
      const numbers: number[] = [];
      const readPage = async (): Promise<void> => {
        for await (const { position } of reader.readEntries()) numbers.push(position.sequence);
      };
      await waitFor(() => expect(feed.getStatus().feed?.phase).toBe('ended'));
      while (numbers.length < 2000) await readPage();
      expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    });

    it('goes on after lost connections of feed and servers', async () => {
      const own = await playOwnFeed(seed);
      const random = createRunRandom(run);
      await startFeed(openSlowHistory());
      const desk = await openReader();
      const client = new Redis(redis.url);
      let kills = 0;
      while (!hasEnded(desk)) {
        await new Promise((resolve) => setTimeout(resolve, 50 + 250 * random()));
        kills += Number(await client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'));
      }
      client.disconnect();
      expectSame(desk, own);
      expect(kills).toBeGreaterThan(5);
    });

    it('goes on after feeds that ended, where the next one begins at the end of the stream', async () => {
      const own = await playOwnFeed(seed);
      const random = createRunRandom(run);
      let feed = await startFeed(openSlowHistory());
      const desk = await openReader();
      for (let nth = 0; nth < 3; nth += 1) {
        await new Promise((resolve) => setTimeout(resolve, 200 + 600 * random()));
        await feed.stop();
        feed = await startFeed(openSlowHistory());
      }
      await waitFor(() => expect(hasEnded(desk)).toBe(true));
      expectSame(desk, own);
      const late = await openReader();
      await waitFor(() => expect(hasEnded(late)).toBe(true));
      expectSame(late, own);
    });

    it('publishes its past again to a Redis server that lost everything', async () => {
      const own = await playOwnFeed(seed);
      const random = createRunRandom(run);
      await startFeed(openSlowHistory());
      const desk = await openReader();
      await new Promise((resolve) => setTimeout(resolve, 300 + 1000 * random()));
      await redis.stop();
      await waitFor(() =>
        expect(desk.running.status()).toMatchObject({
          phase: 'catching up',
          fault: expect.stringMatching(
            /^Redis at redis:.* does not answer; prices are out of date/,
          ),
        }),
      );
      await redis.start();
      await waitFor(() => expect(hasEnded(desk)).toBe(true));
      expectSame(desk, own);
      expect(notices.join()).toContain('Redis is empty. The feed publishes its past again.');
    });
  });

  it('gives a late server the past of a trimmed stream without decisions on it', async () => {
    const feed = await startFeed(createFiniteHistory('late', EVENTS), { keepEvents: 500 });
    await waitFor(() => expect(feed.getStatus().feed?.phase).toBe('ended'));
    // After the past of about 1400 bars.
    const desk = await openReader({ ...TRADING, startAfter: 1500 });
    await waitFor(() => expect(hasEnded(desk)).toBe(true));
    const bars = desk.events.flatMap((event) =>
      event.type === 'Market' && event.event.type === 'BarClosed' ? [event] : [],
    );
    expect(bars).toHaveLength(EVENTS / 4);
    const [first] = bars.filter(({ isBackfill }) => !isBackfill);
    const decided = desk.journal.records.flatMap((record) =>
      record.type === 'DecisionTaken' ? [record.atMs] : [],
    );
    expect(first?.atMs).toBeGreaterThan(bars[0]?.atMs ?? Infinity);
    expect(decided.length).toBeGreaterThan(0);
    expect(Math.min(...decided)).toBeGreaterThanOrEqual(first?.atMs ?? Infinity);
  });

  it('ends a server whose missing messages are nowhere, and says what to do', async () => {
    // Slow enough to publish after the server has ended, also on a busy machine.
    await startFeed(createFiniteHistory('lost', EVENTS, 100));
    const desk = await openReader();
    await waitFor(() => expect(desk.events.length).toBeGreaterThan(200));
    const client = new Redis(redis.url);
    // Between two reads: everything up to now, with messages that no server has read, and the next
    // message.
    const readRows = Redis.prototype.xread;
    vi.spyOn(Redis.prototype, 'xread').mockImplementationOnce(async function (
      this: Redis,
      ...call
    ) {
      const sent = await client.xlen(EVENTS_KEY);
      await waitFor(async () => expect(await client.xlen(EVENTS_KEY)).toBeGreaterThan(sent + 2));
      await client.call('XTRIM', EVENTS_KEY, 'MAXLEN', '0');
      await client.call('XTRIM', PAST_KEY, 'MAXLEN', '0');
      await waitFor(async () => expect(await client.xlen(EVENTS_KEY)).toBeGreaterThan(2));
      await client.call('XTRIM', EVENTS_KEY, 'MAXLEN', '2');
      return (readRows as (...args: unknown[]) => Promise<ReadRows>).apply(this, call);
    });
    await waitFor(() => expect(desk.running.status()?.phase).toBe('failed'));
    expect(desk.running.status()?.fault).toMatch(
      /^messages \d+ to \d+ of the feed are lost.*Restart this server/,
    );
    const { length } = desk.events;
    const published = await client.xlen(EVENTS_KEY);
    await waitFor(async () =>
      expect(await client.xlen(EVENTS_KEY)).toBeGreaterThan(published + 50),
    );
    client.disconnect();
    expect(desk.events).toHaveLength(length);
  });

  it('reports a feed that is away, and an end of the run by another feed', async () => {
    const first = await startFeed(createFiniteHistory('away', EVENTS, 20));
    const desk = await openReader();
    await waitFor(() => expect(desk.running.status()?.phase).toBe('running'));
    await first.stop();
    await waitFor(() =>
      expect(desk.running.status()).toMatchObject({
        phase: 'catching up',
        fault: expect.stringMatching(/^no feed process publishes at redis:.*; start npm run feed$/),
      }),
    );
    const second = await startFeed(createFiniteHistory('away', EVENTS, 20));
    await waitFor(() => expect(desk.running.status()?.phase).toBe('running'));
    await startFeed(createFiniteHistory('away', EVENTS, 20));
    await second.whenReplaced;
  });

  it('ends a server at a feed of another market or format', async () => {
    const feed = await startFeed(createFiniteHistory('other', EVENTS, 20));
    const desk = await openReader();
    await waitFor(() => expect(desk.running.status()?.phase).toBe('running'));
    await feed.stop();
    const source = createFiniteHistory('other', EVENTS, 20);
    await startFeed({ ...source, market: 'elsewhere' });
    await waitFor(() => expect(desk.running.status()?.phase).toBe('failed'));
    expect(desk.running.status()?.fault).toContain('publishes the market elsewhere instead of');
  });

  it('does not start without Redis or a feed, in one sentence without the password', async () => {
    expect(await readStreamRun(redis.url)).toMatch(/^no feed has published at redis:/);
    const client = new Redis(redis.url);
    await client.hset(RUN_KEY, { epoch: 1, run: '{"format":"x"}', sequence: 0 });
    client.disconnect();
    expect(await readStreamRun(redis.url)).toMatch(/is of another version/);
    const url = `redis://desk:hidden-word@127.0.0.1:${await findFreePort()}`;
    const reason = await readStreamRun(url);
    expect(reason).toMatch(/^Redis at redis:\/\/127.* cannot be used: .*ECONNREFUSED.*STREAM_URL$/);
    expect(reason).not.toContain('hidden-word');
  });
});

/** Drops, repeats and moves messages on their way to the servers. */
function disturbReads(random: () => number) {
  const counts = { dropped: 0, repeated: 0, moved: 0 };
  const readRows = Redis.prototype.xread as (...args: unknown[]) => Promise<ReadRows>;
  const disturbRows = <T>(rows: readonly T[]): T[] => {
    const disturbed = rows.flatMap((row) => {
      const dice = random();
      if (dice < 0.05) counts.dropped += 1;
      else if (dice < 0.1) counts.repeated += 1;
      return dice < 0.05 ? [] : dice < 0.1 ? [row, row] : [row];
    });
    for (let index = 1; index < disturbed.length; index += 1)
      if (random() < 0.05) {
        [disturbed[index - 1], disturbed[index]] = [
          disturbed[index] as T,
          disturbed[index - 1] as T,
        ];
        counts.moved += 1;
      }
    return disturbed;
  };
  vi.spyOn(Redis.prototype, 'xread').mockImplementation(async function (this: Redis, ...call) {
    const answer = await readRows.apply(this, call);
    return answer?.map(([key, rows]) => [key, disturbRows(rows)]) as ReadRows;
  });
  return counts;
}
