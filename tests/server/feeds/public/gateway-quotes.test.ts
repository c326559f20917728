// Quotes of a gateway in the public market of a whole desk: prices, screens, state and restarts.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DATA_ERRORS } from '../../../../app/programs/broker-mock/error-codes';
import { buildDataHealth } from '../../../../app/models/public-data/data-health.server';
import { changeSource } from '../../../../app/models/public-data/source-change.server';
import { listQuoteDtos } from '../../../../app/models/market/quotes.server';
import type { Terminal } from '../../../../app/models/desk/terminal';
import { openTerminal } from '../../../../app/server/desk/terminal.server';
import { renderMetrics } from '../../../../app/server/http/metrics.server';
import { createHistorySource } from '../../../../app/server/feeds/history-source.server';
import { createPublicSource } from '../../../../app/server/feeds/public/public-source.server';
import type { MarketSource } from '../../../../app/trading/engine/market-source';
import { MINUTE_MS, SECOND_MS } from '../../../../app/trading/domain/time';
import { toLots, toTicks } from '../../../../app/trading/domain/units';
import { createPacedFeed } from '../../../support/paced-feed';
import { GatewayDesk } from '../../../support/gateway-desk';
import { startFastTimer } from '../../../support/gateway-quotes';

/** The time of the double: Monday, 10:00 in New York. */
const NOW_MS = Date.UTC(2026, 10, 30, 15);
const WAIT = { timeout: 15_000, interval: 20 };
const ID = 'NG.F27';

const playGas = (gateway: GatewayDesk, last: number, tradedMs = NOW_MS - 10 * MINUTE_MS): void =>
  gateway.data.playQuote(gateway.contract, {
    bid: last - 0.001,
    ask: last + 0.001,
    last,
    tradedMs,
  });

function createDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'frontmonth-gateway-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  return dataDir;
}

const createSource = (dataDir: string, sources: readonly 'ibkr'[] = ['ibkr']): MarketSource =>
  createPublicSource({
    sources: new Set(sources),
    egress: { findKey: () => null, userAgent: 'a test', endpoint: null },
    createSend: () => () => expect.fail('no source is asked over HTTP'),
    dataDir,
  });

/** A desk whose users are connected to these gateways. */
function openGatewayDesk(
  gateways: Readonly<Record<string, GatewayDesk>>,
  dataDir = createDataDir(),
  source = createSource(dataDir),
): Terminal {
  const startedMs = performance.now();
  const desk = openTerminal({
    dataDir,
    source,
    timeZone: 'America/New_York',
    auditsInBackground: false,
    clockSource: {
      wallMs: () => NOW_MS + performance.now() - startedMs,
      monotonicMs: () => performance.now(),
    },
    createBrokers: () => ({
      listUsers: () => Object.keys(gateways),
      openBroker: (user) => gateways[user]?.createBroker(undefined, 7, startFastTimer) ?? null,
    }),
  });
  onTestFinished(() => desk.close());
  return desk;
}

function acceptTerms(desk: Terminal, intent = 'accept-terms'): void {
  const form = { intent, source: 'ibkr', sourceKey: null, username: 'ann' };
  expect(changeSource(desk, form)?.variant).toBe('success');
}

const findPrice = (desk: Terminal) => desk.state().markets['public']?.instruments[ID];
const waitForTicks = (desk: Terminal, ticks: number): Promise<void> =>
  vi.waitFor(() => expect(findPrice(desk)?.quote?.lastTicks).toBe(ticks), WAIT);
const findRow = (desk: Terminal) =>
  buildDataHealth(desk, null).sources?.find(({ id }) => id === 'ibkr');

/** The first quote of a contract is a price once a second one confirms it. */
async function playFirst(desk: Terminal, gateway: GatewayDesk): Promise<void> {
  playGas(gateway, 2.999, NOW_MS - 11 * MINUTE_MS);
  await vi.waitFor(() => expect(findPrice(desk)).toBeDefined(), WAIT);
  playGas(gateway, 3);
  await waitForTicks(desk, 3000);
}

/** With the terms accepted, and natural gas at 3. */
async function openQuotedDesk() {
  const gateway = await GatewayDesk.open();
  const dataDir = createDataDir();
  const desk = openGatewayDesk({ ann: gateway }, dataDir);
  acceptTerms(desk);
  await playFirst(desk, gateway);
  return { gateway, desk, dataDir };
}

describe('quotes of a gateway', () => {
  it('are prices of the public market, with source and age on screens', async () => {
    const { desk } = await openQuotedDesk();
    expect(findPrice(desk)).toMatchObject({
      quote: { bidTicks: 2999, askTicks: 3001, atMs: NOW_MS - 10 * MINUTE_MS },
      priceSource: 'Interactive Brokers, 10 min late',
      hasLiveQuotes: false,
      isLive: true,
    });
    const [row] = listQuoteDtos(desk, 'public', ['natural-gas'], desk.state().nowMs);
    expect(row).toMatchObject({
      contract: 'NGF27',
      price: '3.000',
      source: 'Interactive Brokers, 10 min late',
      isStale: false,
    });
    expect(row?.ageSeconds).toBeGreaterThanOrEqual(600);
    expect(row?.ageSeconds).toBeLessThan(660);
  });

  it('are not requested before the terms are accepted, and end when they are withdrawn', async () => {
    const gateway = await GatewayDesk.open();
    const desk = openGatewayDesk({ ann: gateway });
    await vi.waitFor(() => expect(gateway.gateway.listOpenOrders()).toEqual([]), WAIT);
    expect(findRow(desk)).toMatchObject({ state: 'OFF', problem: null, requests: 0 });
    expect(gateway.data.listLines()).toEqual([]);
    acceptTerms(desk);
    await vi.waitFor(() => expect(gateway.data.listLines()).toContain('NGF27'), WAIT);
    acceptTerms(desk, 'withdraw-terms');
    await vi.waitFor(() => expect(gateway.data.listLines()).toEqual([]), WAIT);
    expect(findRow(desk)?.state).toBe('OFF');
  });

  it('come from another gateway when the first one is lost', async () => {
    const [first, second] = await Promise.all([GatewayDesk.open(), GatewayDesk.open()]);
    const desk = openGatewayDesk({ ann: first, bob: second });
    acceptTerms(desk);
    const countLines = () => [first, second].map(({ data }) => data.listLines().length);
    await vi.waitFor(() => expect(Math.max(...countLines())).toBe(2), WAIT);
    const [present, other] = first.data.listLines().length > 0 ? [first, second] : [second, first];
    await playFirst(desk, present);
    expect(other.data.listLines()).toEqual([]);
    await present.server.close();
    playGas(other, 3.002, NOW_MS - 8 * MINUTE_MS);
    await waitForTicks(desk, 3002);
    expect(present.data.listLines()).toEqual([]);
  });

  it('fill a paper order at the first one that is not before it', async () => {
    const { desk, gateway } = await openQuotedDesk();
    await desk.ensureBook('ann');
    const { outcome } = await desk.execute({
      userId: 'ann',
      idempotencyKey: null,
      command: {
        type: 'PlaceOrder',
        instrumentId: ID,
        side: 'BUY',
        orderType: 'MARKET',
        lots: toLots(10),
        priceTicks: null,
        stopDistanceTicks: toTicks(100),
        targetDistanceTicks: null,
      },
    });
    expect(outcome).toMatchObject({ ok: true });
    const listPositions = () =>
      Object.values(desk.state().books['ann:simulation']?.positions ?? {});
    playGas(gateway, 3.001, NOW_MS - 5 * MINUTE_MS);
    await waitForTicks(desk, 3001);
    expect(listPositions()).toEqual([]);
    // Traded after the order, to the second.
    playGas(gateway, 3.003, Math.ceil(desk.state().nowMs / SECOND_MS) * SECOND_MS);
    await waitForTicks(desk, 3003);
    await vi.waitFor(() => expect(listPositions()).toHaveLength(1), WAIT);
  });

  it('are shown after a restart, and fill nothing before a new one arrives', async () => {
    const { desk, dataDir } = await openQuotedDesk();
    await desk.close();
    const gateway = await GatewayDesk.open();
    const again = openGatewayDesk({ ann: gateway }, dataDir);
    await waitForTicks(again, 3000);
    expect(findPrice(again)).toMatchObject({
      quote: { atMs: NOW_MS - 10 * MINUTE_MS },
      priceSource: 'Interactive Brokers, 10 min late',
      isLive: false,
    });
    playGas(gateway, 3.001, NOW_MS - 9 * MINUTE_MS);
    await waitForTicks(again, 3001);
    expect(findPrice(again)?.isLive).toBe(true);
  });
});

describe('the state of the source', () => {
  it('names the missing gateway', () => {
    const desk = openGatewayDesk({});
    acceptTerms(desk);
    expect(findRow(desk)).toMatchObject({
      state: 'STALE',
      problem: { text: 'connection: no gateway is connected: enter one in the settings' },
      next: { text: 'waits for a connection' },
      isStream: true,
    });
  });

  it('counts lines and quotes, and has the age of the newest one', async () => {
    const { desk } = await openQuotedDesk();
    expect(findRow(desk)).toMatchObject({
      state: 'LIVE',
      publishedMs: NOW_MS - 10 * MINUTE_MS,
      values: 2,
      requestsMax: 100,
      next: { text: 'quotes arrive as they change' },
    });
    const { text } = await renderMetrics(desk);
    expect(text).toMatch(/source_state\{source="ibkr",state="live"\} 1/);
    expect(text).toMatch(/source_age_seconds\{source="ibkr"\} \d/);
  });

  it('has the reason of a contract without quotes', async () => {
    const gateway = await GatewayDesk.open();
    gateway.data.errors.set('NG', DATA_ERRORS.delayedOff);
    const desk = openGatewayDesk({ ann: gateway });
    acceptTerms(desk);
    await vi.waitFor(() => expect(findRow(desk)?.refused).toBeGreaterThan(0), WAIT);
    expect(findRow(desk)?.state).toBe('STALE');
    expect(findRow(desk)?.problem?.text).toMatch(
      /^NG\.F27: NGF27: delayed quotes are switched off/,
    );
  });
});

describe('a market with prices of its own', () => {
  it('requests nothing of a connected gateway', async () => {
    const gateway = await GatewayDesk.open();
    const desk = openGatewayDesk(
      { ann: gateway },
      createDataDir(),
      createHistorySource({ feed: createPacedFeed('own prices'), barsPerSecond: 100 }),
    );
    await vi.waitFor(() => expect(desk.status().feed?.events).toBeGreaterThan(0), WAIT);
    expect(gateway.data.listLines()).toEqual([]);
  });

  it('of public data requests nothing without the source in FEED_SOURCES', async () => {
    const gateway = await GatewayDesk.open();
    const dataDir = createDataDir();
    const desk = openGatewayDesk({ ann: gateway }, dataDir, createSource(dataDir, []));
    expect(findRow(desk)).toBeUndefined();
  });
});
