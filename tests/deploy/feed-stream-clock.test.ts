// A feed of the simulated market at desk time: a server behind it decides what one with its own feed
// decides, and nothing on prices that arrive too late. Every source fulfills one contract.
import { Redis } from 'ioredis';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { INITIAL_CAPITAL } from '../../app/server/desk/desk-config.server';
import type { ClockSource } from '../../app/server/desk/desk-clock.server';
import { createPlaybookFeed } from '../../app/server/feeds/playbook-feed.server';
import { pumpSimulated } from '../../app/server/feeds/simulated-pump.server';
import { createSimulatedSource } from '../../app/server/feeds/simulated-source.server';
import { FeedProcess } from '../../app/server/feeds/stream/feed-process.server';
import { STREAM_FORMAT } from '../../app/server/feeds/stream/stream-message';
import { readStreamRun } from '../../app/server/feeds/stream/stream-run.server';
import {
  createStreamSource,
  explainUnplayableRun,
} from '../../app/server/feeds/stream/stream-source.server';
import type { Command } from '../../app/trading/domain/command';
import type { CommodityKey } from '../../app/trading/domain/commodity';
import { toLots } from '../../app/trading/domain/units';
import { MINUTE_MS } from '../../app/trading/domain/time';
import type { EngineEvent } from '../../app/trading/engine/event';
import type { MarketSource } from '../../app/trading/engine/market-source';
import { createMarketKnowledge } from '../../app/trading/simulation/market-knowledge';
import { createWorld } from '../../app/trading/simulation/world';
import { describeMarketSource } from '../server/feeds/market-source-contract';
import { findMissing, reportSkipped } from '../support/deploy-programs';
import { createFiniteHistory } from '../support/history-source';
import { PACED_START_MS } from '../support/paced-feed';
import { type RedisServer, startRedis } from '../support/redis-server';
import { type SourceDesk, openSourceDesk } from '../support/source-desk';
import { createWallClock } from '../support/wall-clock';

const isSkipped = reportSkipped('a feed of the simulated market', findMissing(['redis-server']));

const ORIGIN = { seed: 'stream' };
const STEP_MS = 5000;

/** Strategies with a target when the test starts. */
const CHOSEN: readonly (readonly [CommodityKey, string])[] = [
  ['electricity', 'LOAD_FORECAST'],
  ['natural-gas', 'EXPORT_MOMENTUM'],
  ['corn', 'WEATHER_CROP'],
  ['soybeans', 'CURRENCY_HEDGE'],
  ['wheat', 'WEATHER_CROP'],
];

async function startTrading(desk: SourceDesk): Promise<void> {
  const market = 'simulated';
  await desk.send({ type: 'OpenBook', mode: 'simulation', market, capitalMills: INITIAL_CAPITAL });
  for (const [commodity, playbookId] of CHOSEN) {
    await desk.send({ type: 'ChoosePlaybook', commodity, playbookId });
    await desk.send({ type: 'StartTrading', commodity });
  }
}

describe.skipIf(isSkipped)('a feed of the simulated market', async () => {
  const redis: RedisServer = isSkipped ? (undefined as never) : await startRedis();
  const closers: (() => Promise<void>)[] = [];
  const world = createWorld(ORIGIN);

  afterEach(async () => {
    vi.restoreAllMocks();
    for (const close of closers.splice(0).reverse()) await close();
    await redis.clear();
  });
  afterAll(() => redis.remove());

  async function startFeed(source: MarketSource, clockSource?: ClockSource): Promise<FeedProcess> {
    const feed = new FeedProcess({
      url: redis.url,
      keepEvents: 500_000,
      keepPast: 500_000,
      source,
      onNotice: () => undefined,
      ...(clockSource ? { clockSource } : {}),
    });
    await feed.start();
    return feed;
  }

  /** The simulated market with the timers of a test and all its history in bars. */
  const createTimedSource = (wall: ReturnType<typeof createWallClock>): MarketSource => ({
    ...createSimulatedSource(ORIGIN),
    start(desk) {
      const knowledge = createMarketKnowledge(world);
      const pump = pumpSimulated({
        ...createPlaybookFeed(knowledge, (chain, atMs) => world.listMonthsAt(chain, atMs)),
        runner: desk.runner,
        market: 'simulated',
        world,
        clock: desk.clock,
        nowMs: () => wall.nowMs,
        setTimer: wall.setTimer,
        onFault: (error) => expect.fail(error.message),
      });
      return {
        curves: null,
        weather: null,
        publicData: null,
        bars: null,
        ...pump,
        whenWeatherLoaded: () => Promise.resolve(),
      };
    },
  });

  /** A buy of a quoted contract. */
  function buildSmallOrder({ events }: SourceDesk): Command {
    const quoted = events.find((event) => event.type === 'Market');
    return {
      type: 'PlaceOrder',
      instrumentId: quoted?.type === 'Market' ? quoted.event.instrumentId : '',
      side: 'BUY',
      orderType: 'MARKET',
      lots: toLots(1),
      priceTicks: null,
      stopDistanceTicks: null,
      targetDistanceTicks: null,
    };
  }

  /** A stream whose readers have no seed: all that they play is in the messages. */
  async function createReaderSource(): Promise<MarketSource> {
    const run = await readStreamRun(redis.url);
    if (typeof run === 'string') throw new Error(run);
    return createStreamSource({
      url: redis.url,
      run: { ...run, seedDigest: null },
      origin: ORIGIN,
    });
  }

  it('gives the decisions of an own feed, and none on prices that were missing for minutes', async () => {
    const startMs = Date.UTC(2012, 4, 9, 14, 0, 0);
    const wall = createWallClock(startMs);
    const clockSource = { wallMs: () => wall.nowMs, monotonicMs: () => wall.nowMs };
    const trading = { traded: [], startAfter: Infinity, clockSource };
    const feed = await startFeed(createTimedSource(wall), clockSource);
    closers.push(() => feed.stop());
    await feed.whenSent();
    const source = createTimedSource(wall);
    const own = openSourceDesk({ source, ...trading });
    closers.push(() => own.running.stop());
    const desk = openSourceDesk({ source: await createReaderSource(), ...trading });
    closers.push(() => desk.running.stop());
    const waitUntilEqual = (): Promise<void> =>
      vi.waitFor(() => expect(desk.events.at(-1)).toEqual(own.events.at(-1)), {
        timeout: 60_000,
        interval: 2,
      });
    const runFor = async (ms: number): Promise<void> => {
      for (const endMs = wall.nowMs + ms; wall.nowMs < endMs; ) {
        await wall.runTo(Math.min(endMs, wall.nowMs + STEP_MS));
        await waitUntilEqual();
      }
    };
    await wall.runTo(startMs + 1);
    await waitUntilEqual();
    await runFor(MINUTE_MS);
    for (const each of [own, desk]) await startTrading(each);
    await runFor(45 * MINUTE_MS);
    expect(desk.events).toEqual(own.events);
    expect(desk.journal.records).toEqual(own.journal.records);
    expect(desk.hash()).toBe(own.hash());
    expect(own.journal.records.some(({ type }) => type === 'OrderFilled')).toBe(true);

    const reads = vi.spyOn(Redis.prototype, 'xread').mockImplementation(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return null;
    });
    // The read that waits already gives the next messages.
    await wall.runTo(wall.nowMs + STEP_MS);
    await vi.waitFor(() => expect(reads).toHaveBeenCalled(), { timeout: 60_000 });
    const before = desk.events.length;
    const outageMs = wall.nowMs;
    for (let step = 0; step < 240; step += 1) await wall.runTo(wall.nowMs + STEP_MS);
    const { outcome } = await desk.send(buildSmallOrder(own));
    expect(outcome.ok ? '' : outcome.refusal.message).toMatch(/ s old; the limit is 15 s/);
    reads.mockRestore();
    const endMs = wall.nowMs;
    await waitUntilEqual();
    const isLive = (event: EngineEvent): boolean => event.type === 'Market' && !event.isBackfill;
    const missed = desk.events.slice(before);
    expect(missed.length).toBeGreaterThan(1000);
    expect(Math.min(...missed.filter(isLive).map(({ atMs }) => atMs))).toBeGreaterThanOrEqual(
      endMs - 15_000,
    );
    const decided = desk.journal.records.filter(
      ({ type, atMs }) => type === 'DecisionTaken' && atMs > outageMs && atMs < endMs - 15_000,
    );
    expect(decided).toEqual([]);
    await runFor(MINUTE_MS);
  }, 300_000);

  it('needs the seed of the feed, of which Redis holds a digest only', async () => {
    const feed = await startFeed(createSimulatedSource(ORIGIN));
    closers.push(() => feed.stop());
    const run = await readStreamRun(redis.url);
    if (typeof run === 'string') throw new Error(run);
    expect(JSON.stringify(run)).not.toContain(`"${ORIGIN.seed}"`);
    expect(explainUnplayableRun(run, ORIGIN)).toBeNull();
    expect(explainUnplayableRun(run, { seed: 'other' })).toContain('Set the same SIM_SEED');
    expect(explainUnplayableRun({ ...run, format: STREAM_FORMAT + 1 }, ORIGIN)).toContain(
      'from the same code',
    );
  });
});

describe.skipIf(isSkipped)('behind a stream', async () => {
  const redis: RedisServer = isSkipped ? (undefined as never) : await startRedis();
  const historyRedis: RedisServer = isSkipped ? (undefined as never) : await startRedis();
  const presentMs = Date.UTC(2012, 4, 9, 14, 7, 3, 217);
  /** Time stands until the server starts, which has the same clock. */
  let startedMs: number | null = null;
  const clockSource = {
    wallMs: () => presentMs + (startedMs === null ? 0 : performance.now() - startedMs),
    monotonicMs: () => (startedMs === null ? 0 : performance.now() - startedMs),
  };
  const open = async (url: string, source: MarketSource): Promise<FeedProcess> => {
    const feed = new FeedProcess({
      url,
      keepEvents: 500_000,
      keepPast: 500_000,
      source,
      onNotice: () => undefined,
      clockSource,
    });
    await feed.start();
    return feed;
  };
  const feeds = isSkipped
    ? []
    : [
        await open(redis.url, createSimulatedSource(ORIGIN)),
        await open(historyRedis.url, createFiniteHistory('contract', 20 * 60 * 12, 2000)),
      ];
  afterAll(async () => {
    for (const feed of feeds) await feed.stop();
    await redis.remove();
    await historyRedis.remove();
  });
  const readRun = async (url: string) => {
    const run = await readStreamRun(url);
    if (typeof run === 'string') throw new Error(run);
    return run;
  };
  if (isSkipped) return;
  const run = await readRun(redis.url);
  let calls = 0;
  describeMarketSource('the simulated market behind a stream', {
    makeSource() {
      calls += 1;
      // The first call is that of the descriptions.
      if (calls > 1) startedMs ??= performance.now();
      return createStreamSource({ url: redis.url, run, origin: ORIGIN });
    },
    presentMs,
  });
  const historyRun = await readRun(historyRedis.url);
  describeMarketSource('a history behind a stream', {
    makeSource: () =>
      createStreamSource({ url: historyRedis.url, run: historyRun, origin: ORIGIN }),
    presentMs: PACED_START_MS + 10 * MINUTE_MS,
  });
});
