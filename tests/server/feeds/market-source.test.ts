// Every market source fulfills one contract, and a desk trades on a source it was not written for.
import { ConnectedQuotes } from '../../../app/server/brokers/connected-quotes';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { findMarketOrigin } from '../../../app/contracts/market-origin';
import { openTerminal } from '../../../app/server/desk/terminal.server';
import { createHistorySource } from '../../../app/server/feeds/history-source.server';
import { createMarketSource } from '../../../app/server/feeds/market-source.server';
import { createSimulatedSource } from '../../../app/server/feeds/simulated-source.server';
import { createUnconnectedSource } from '../../../app/server/feeds/unconnected-source.server';
import { STREAM_FORMAT, type StreamRun } from '../../../app/server/feeds/stream/stream-message';
import { FEEDS, type Feed, readEnv } from '../../../app/server/platform/env.server';
import { toLots } from '../../../app/trading/domain/units';
import type { MarketSource } from '../../../app/trading/engine/market-source';
import { PACED_START_MS, createPacedFeed } from '../../support/paced-feed';
import { QUOTED, QUOTES_FROM_MS, createQuoteSource } from '../../support/quote-source';
import { writeStaticMarket } from '../../support/static-market';
import { describeMarketSource } from './market-source-contract';
import { MINUTE_MS } from '../../../app/trading/domain/time';

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'frontmonth-source-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describeMarketSource('the simulated market', {
  makeSource: () => createSimulatedSource({ seed: 'contract' }),
  presentMs: Date.UTC(2012, 4, 9, 14, 7, 3, 217),
});
describeMarketSource('a folder of histories', {
  makeSource: () => createHistorySource({ feed: createPacedFeed('contract'), barsPerSecond: 1000 }),
  presentMs: PACED_START_MS + 10 * MINUTE_MS,
});
describeMarketSource('a source in memory', {
  makeSource: createQuoteSource,
  presentMs: QUOTES_FROM_MS + 22_000,
});

describe('a custom market source', () => {
  const openDesk = (dataDir: string) =>
    openTerminal({
      dataDir,
      source: createQuoteSource(),
      timeZone: 'America/New_York',
      auditsInBackground: false,
      hasSignals: true,
      hasRisk: true,
    });

  it('trades: opens a position at its quote and closes it', async () => {
    const desk = openDesk(makeFolder());
    onTestFinished(() => desk.close());
    await desk.ensureBook('ann');
    await vi.waitFor(() =>
      expect(desk.state().markets['quotes']?.instruments[QUOTED.id]?.quote).not.toBeNull(),
    );
    const buy = {
      type: 'PlaceOrder',
      instrumentId: QUOTED.id,
      side: 'BUY',
      orderType: 'MARKET',
      lots: toLots(10),
      priceTicks: null,
      stopDistanceTicks: null,
      targetDistanceTicks: null,
    } as const;
    const send = async (command: Parameters<typeof desk.execute>[0]['command']) => {
      const { outcome } = await desk.execute({ userId: 'ann', idempotencyKey: null, command });
      if (!outcome.ok) throw new Error(outcome.refusal.message);
    };
    await send(buy);
    const [held] = desk.getView('ann')?.positions ?? [];
    expect(held?.position).toMatchObject({
      instrumentId: QUOTED.id,
      direction: 'LONG',
      lots: 10,
      status: 'ACTIVE',
    });
    await send({ type: 'ClosePosition', positionId: held?.position.id ?? '' });
    expect(desk.getView('ann')?.positions).toEqual([]);
  });

  it('without further parts reports each as missing, with a reason', async () => {
    const source = createQuoteSource();
    const desk = openDesk(makeFolder());
    onTestFinished(() => desk.close());
    expect(desk.status().feed).toMatchObject({ market: source.market, fault: null });
    expect(desk.signals()).toMatchObject({ phase: 'none', reason: source.signals.reason });
    expect(desk.risk.getRisk(source.market).reason).toBe(source.risk.reason);
    expect(desk.backtests.hasInSampleHistory).toBe(false);
    expect(desk.findWeather(source.market)).toBeNull();
    await desk.whenWeatherLoaded();
  });
});

interface ExpectedSource extends Pick<MarketSource, 'market' | 'time'> {
  /** Badge of its prices on screens; null for prices of an exchange, which are shown as LIVE. */
  readonly badge: string | null;
  readonly hasWorld: boolean;
}
const SOURCES: Readonly<Record<Feed, ExpectedSource>> = {
  simulated: { market: 'simulated', badge: 'SIM', time: 'wall clock', hasWorld: true },
  public: { market: 'public', badge: null, time: 'wall clock', hasWorld: false },
  replay: { market: 'replay', badge: 'REPLAY', time: 'events', hasWorld: false },
  // What the feed publishes: here a history.
  stream: { market: 'replay', badge: 'REPLAY', time: 'events', hasWorld: false },
};

const HISTORY_RUN: StreamRun = {
  format: STREAM_FORMAT,
  version: '1',
  market: 'replay',
  time: 'events',
  seedDigest: null,
  barMs: null,
};

describe('the settings', () => {
  it.each(FEEDS)('select the source: FEED=%s', async (FEED) => {
    const folder = makeFolder();
    writeStaticMarket(folder);
    const { market, time, backtests } = await createMarketSource(
      readEnv({ FEED, HISTORY_DIR: folder, STREAM_URL: 'redis://127.0.0.1' }),
      () => Promise.resolve(HISTORY_RUN),
    );
    expect({
      market,
      badge: findMarketOrigin(market),
      time,
      hasWorld: backtests.from !== null,
    }).toEqual(SOURCES[FEED]);
  });

  it.each([
    ['production', '/srv/desk'],
    ['development', undefined],
  ])('store the past of the market in %s: %s', async (mode, cacheDir) => {
    vi.stubEnv('NODE_ENV', mode);
    onTestFinished(() => void vi.unstubAllEnvs());
    const source = await createMarketSource(readEnv({ FEED: 'simulated', DATA_DIR: '/srv/desk' }));
    expect(source.backtests.from?.cacheDir).toBe(cacheDir);
  });

  it('without a connected feed give a desk without prices, with a reason for each part', async () => {
    const source = createUnconnectedSource();
    const running = source.start({
      runner: {
        offer: () => expect.fail('there is nothing to offer'),
        state: () => expect.fail('nothing is asked of the desk'),
        shadows: () => expect.fail('nothing is asked of the desk'),
      },
      clock: { nowMs: () => 0, monotonicMs: () => 0, advance: () => undefined },
      nowMs: () => 0,
      listPlaybooks: () => [],
      storedQuotes: new Map(),
      openPublications: () => expect.fail('nothing is stored'),
      openSealedKeys: () => expect.fail('no key is read'),
      brokerQuotes: new ConnectedQuotes(() => 0),
      random: { uniform: () => expect.fail('nothing is random') },
      shouldWarmUp: true,
    });
    expect(running.status()).toBeNull();
    expect([source.signals.reason, source.risk.reason, source.backtests.reason]).toEqual([
      expect.stringContaining('No price feed'),
      expect.stringContaining('No price history'),
      expect.stringContaining('no simulated market'),
    ]);
    await running.stop();
  });
});

describe('the parts of a source', () => {
  it('a history names what it lacks, and provides risk from its own bars', () => {
    const feed = createPacedFeed('parts');
    const source = createHistorySource({ feed, barsPerSecond: 1 });
    expect(source.signals.reason).toContain('replayed data');
    expect(source.backtests.reason).toContain('no simulated market');
    expect(source.risk.from).toEqual({ kind: 'bars', feed });
    expect(source.barMs?.('corn')).toBe(MINUTE_MS);
  });

  it('the simulated market provides its seed to signals, risk and backtests', () => {
    const source = createSimulatedSource({ seed: 'seed-1' });
    expect([source.signals.from, source.risk.from, source.backtests.from]).toEqual([
      { kind: 'simulation', seed: 'seed-1' },
      { kind: 'world', seed: 'seed-1' },
      { seed: 'seed-1' },
    ]);
  });
});
