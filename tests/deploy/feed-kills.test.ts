// Processes of `npm run feed` that are killed and started again: a server behind them writes the log
// of a server with its own feed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTerminal } from '../../app/server/desk/terminal.server';
import { createMarketSource } from '../../app/server/feeds/market-source.server';
import { readEnv } from '../../app/server/platform/env.server';
import type { MarketSource } from '../../app/trading/engine/market-source';
import { findMissing, reportSkipped } from '../support/deploy-programs';
import { type ProgramProcess, startFeedProcess } from '../support/program-process';
import { writePacedHistories } from '../support/paced-histories';
import { type RedisServer, startRedis } from '../support/redis-server';
import { runBuiltProgram } from '../support/run-program';
import { SCENARIO_SEED, createRunRandom, getScenarioRunCount } from '../support/scenario-runs';
import { type SourceDesk, openSourceDesk } from '../support/source-desk';

const isSkipped = reportSkipped('kills of the feed', findMissing(['redis-server']));

const RUNS = Math.min(10, getScenarioRunCount(2));
const TRADING = { traded: ['natural-gas', 'crude-oil', 'corn'] as const, startAfter: 200 };
const KILLS = 4;
const KILL_MS_MAX = 1500;

describe.skipIf(isSkipped)('killed feeds', () => {
  let redis: RedisServer;
  let folder = '';
  const feeds: ProgramProcess[] = [];
  const desks: SourceDesk[] = [];

  beforeAll(async () => {
    redis = await startRedis();
    folder = mkdtempSync(join(tmpdir(), 'frontmonth-feeds-'));
  });
  afterEach(async () => {
    for (const desk of desks.splice(0)) await desk.running.stop();
    for (const feed of feeds.splice(0)) await feed.endProcess('SIGKILL');
    await redis.stop();
    await redis.start();
  });
  afterAll(async () => {
    await redis.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  async function startFeed(env: Readonly<Record<string, string>>): Promise<ProgramProcess> {
    const feed = await startFeedProcess({
      STREAM_URL: redis.url,
      DATA_DIR: join(folder, 'feed'),
      ...env,
    });
    feeds.push(feed);
    return feed;
  }

  const openStream = (): Promise<MarketSource> =>
    createMarketSource(readEnv({ FEED: 'stream', STREAM_URL: redis.url }));

  function openDesk(source: MarketSource): SourceDesk {
    const desk = openSourceDesk({ source, ...TRADING });
    desks.push(desk);
    return desk;
  }

  const waitForEnd = (desk: SourceDesk): Promise<void> =>
    vi.waitFor(() => expect(desk.running.status()?.phase).toBe('ended'), {
      timeout: 120_000,
      interval: 20,
    });

  it.each(Array.from({ length: RUNS }, (_, run) => run))(
    `change no decision, run %i of SCENARIO_SEED=${SCENARIO_SEED}`,
    async (run) => {
      const random = createRunRandom(run);
      const histories = join(folder, `histories-${run}`);
      writePacedHistories(histories, `kills ${run}`, 1);
      const replay = { FEED: 'replay', HISTORY_DIR: histories };
      const own = openDesk(
        await createMarketSource(readEnv({ ...replay, REPLAY_BARS_PER_SECOND: '100000' })),
      );
      await waitForEnd(own);
      const env = { ...replay, REPLAY_BARS_PER_SECOND: '400' };
      let feed = await startFeed(env);
      const desk = openDesk(await openStream());
      for (let kill = 0; kill < KILLS; kill += 1) {
        await pause(random() * KILL_MS_MAX);
        await feed.endProcess('SIGKILL');
        feed = await startFeed(env);
      }
      await waitForEnd(desk);
      expect(desk.events).toEqual(own.events);
      expect(desk.journal.records).toEqual(own.journal.records);
      expect(desk.hash()).toBe(own.hash());
      expect(own.journal.records.some(({ type }) => type === 'DecisionTaken')).toBe(true);
      expect(await feed.endProcess('SIGTERM')).toBe(0);
      expect(feed.readOutput()).toMatch(/ended: \d+ messages/);
    },
    300_000,
  );

  it('leave a terminal without prices, and the next feed gives them again', async () => {
    const env = { FEED: 'simulated' };
    const feed = await startFeed(env);
    const desk = openTerminal({
      dataDir: join(folder, 'terminal'),
      source: await openStream(),
      timeZone: 'America/New_York',
      auditsInBackground: false,
    });
    try {
      const waitForPhase = (phase: string): Promise<void> =>
        vi.waitFor(() => expect(desk.status().feed?.phase).toBe(phase), {
          timeout: 120_000,
          interval: 50,
        });
      await waitForPhase('running');
      const countLive = (): number =>
        Object.values(desk.state().markets['simulated']?.instruments ?? {}).filter(
          ({ isLive }) => isLive,
        ).length;
      await vi.waitFor(() => expect(countLive()).toBeGreaterThan(20), { timeout: 60_000 });
      await feed.endProcess('SIGKILL');
      await waitForPhase('catching up');
      expect(desk.status().feed?.fault).toMatch(/^no feed process publishes at redis:/);
      await startFeed(env);
      await waitForPhase('running');
      expect(countLive()).toBeGreaterThan(20);
    } finally {
      await desk.close();
    }
  }, 300_000);

  it('end when another feed publishes', async () => {
    const env = { FEED: 'simulated' };
    const first = await startFeed(env);
    await startFeed({ ...env, DATA_DIR: join(folder, 'second') });
    expect(await first.whenEnded).toBe(1);
    expect(first.readOutput()).toMatch(/Another feed publishes at redis:.*this one has ended/);
  }, 120_000);

  it.each([
    ['without STREAM_URL', { FEED: 'simulated', STREAM_URL: '' }, /set STREAM_URL to the address/],
    ['with FEED=stream', { FEED: 'stream' }, /publishes the stream and cannot read it/],
    ['with FEED=public', { FEED: 'public' }, /each server collects public data itself/],
    [
      'without Redis',
      { FEED: 'simulated', STREAM_URL: 'redis://desk:hidden-word@127.0.0.1:1' },
      /^feed: Redis at redis:\/\/127\.0\.0\.1:1 cannot be used: .*Start it, or correct STREAM_URL\.$/m,
    ],
  ])('do not start %s, and say what to do', async (_case, env, reason) => {
    const settings = { STREAM_URL: redis.url, ...env };
    const { code, stderr } = await runBuiltProgram('feed', join(folder, 'none'), [], '', settings);
    expect([code, stderr]).toEqual([1, expect.stringMatching(reason)]);
    expect(stderr).not.toContain('hidden-word');
  });
});
