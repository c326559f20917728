// Every source of prices keeps one contract, and a desk trades on one that it has never seen.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openTerminal } from '../../../app/server/desk/terminal.server';
import { historySource } from '../../../app/server/feeds/history-source.server';
import { createMarketSource } from '../../../app/server/feeds/market-source.server';
import { simulatedSource } from '../../../app/server/feeds/simulated-source.server';
import { unconnectedSource } from '../../../app/server/feeds/unconnected-source.server';
import { readEnv } from '../../../app/server/platform/env.server';
import { toLots } from '../../../app/trading/domain/units';
import { PACED_START_MS, pacedFeed } from '../../support/paced-feed';
import { QUOTED, QUOTES_FROM_MS, quoteSource } from '../../support/quote-source';
import { writeStandingMarket } from '../../support/standing-market';
import { describeMarketSource } from './market-source-contract';
import { MINUTE_MS } from '../../../app/trading/domain/time';

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'frontmonth-source-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describeMarketSource('the simulated market', {
  makeSource: () => simulatedSource('contract'),
  presentMs: Date.UTC(2012, 4, 9, 14, 7, 3, 217),
});
describeMarketSource('a folder of histories', {
  makeSource: () => historySource({ feed: pacedFeed('contract'), barsPerSecond: 1000 }),
  presentMs: PACED_START_MS + 10 * MINUTE_MS,
});
describeMarketSource('a source in memory', {
  makeSource: quoteSource,
  presentMs: QUOTES_FROM_MS + 22_000,
});

describe('a source that a desk was not written for', () => {
  const openDesk = (dataDir: string) =>
    openTerminal({
      dataDir,
      source: quoteSource(),
      timeZone: 'America/New_York',
      auditsBehind: false,
      speaks: true,
      readsRisk: true,
    });

  it('is traded on: one position is opened at its quote and closed again', async () => {
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
    const [held] = desk.view('ann')?.positions ?? [];
    expect(held?.position).toMatchObject({
      instrumentId: QUOTED.id,
      direction: 'LONG',
      lots: 10,
      status: 'ACTIVE',
    });
    await send({ type: 'ClosePosition', positionId: held?.position.id ?? '' });
    expect(desk.view('ann')?.positions).toEqual([]);
  });

  it('is asked for everything else: what it does not have is missing with its reason', async () => {
    const source = quoteSource();
    const desk = openDesk(makeFolder());
    onTestFinished(() => desk.close());
    expect(desk.status().feed).toMatchObject({ market: source.market, fault: null });
    expect(desk.signals()).toMatchObject({ phase: 'none', reason: source.signals.reason });
    expect(desk.risk.of(source.market).reason).toBe(source.risk.reason);
    expect(desk.backtests.hasDeskWorld).toBe(false);
    expect(desk.weather(source.market)).toBeNull();
    await desk.weatherRead();
  });
});

describe('the settings', () => {
  it.each([
    ['simulated', 'simulated', 'wall clock', true],
    ['public', 'simulated', 'wall clock', false],
    ['replay', 'replay', 'events', false],
  ])('choose the source once: FEED=%s', (FEED, market, time, hasWorld) => {
    const folder = makeFolder();
    writeStandingMarket(folder);
    const source = createMarketSource(readEnv({ FEED, HISTORY_DIR: folder }));
    expect([source.market, source.time, source.backtests.from !== null]).toEqual([
      market,
      time,
      hasWorld,
    ]);
  });

  it('leave a desk without prices where no feed is connected, with a reason for each part', async () => {
    const source = unconnectedSource();
    const running = source.start({
      runner: {
        offer: () => expect.fail('there is nothing to offer'),
        state: () => expect.fail('nothing is asked of the desk'),
        twins: () => expect.fail('nothing is asked of the desk'),
      },
      clock: { nowMs: () => 0, monotonicMs: () => 0, advance: () => undefined },
      nowMs: () => 0,
      playbooksOf: () => [],
      storedQuotes: new Map(),
      warmsUp: true,
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
  it('a history names what it lacks, and is read for risk from its own bars', () => {
    const feed = pacedFeed('parts');
    const source = historySource({ feed, barsPerSecond: 1 });
    expect(source.signals.reason).toContain('replayed data');
    expect(source.backtests.reason).toContain('no simulated market');
    expect(source.risk.from).toEqual({ kind: 'bars', feed });
    expect(source.barMs?.('corn')).toBe(MINUTE_MS);
  });

  it('the simulated market gives its seed to all that reads its world', () => {
    const source = simulatedSource('seed-1');
    expect([source.signals.from, source.risk.from, source.backtests.from]).toEqual([
      { seed: 'seed-1' },
      { kind: 'world', seed: 'seed-1' },
      { seed: 'seed-1' },
    ]);
  });
});
