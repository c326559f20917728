// Socket messages: all five at first, then changes at their interval, with the figures of API and
// pages.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeskDto } from '../../app/contracts/messages';

import { buildDesk } from '../../app/components/live/live-messages';
import { openSockets } from '../../app/server/http/metrics.server';
import { serializeDesk } from '../../app/models/portfolio/serialize-book.server';
import type { ApiUser } from '../support/api-desk';
import type { ReceivedMessage, SocketClient } from '../support/socket-client';
import { type SocketDesk, openSocketDesk } from '../support/socket-desk';
import type { PositionDto } from '../../app/contracts/api/book';
import type { PortfolioUpdate, PositionUpdate } from '../../app/contracts/api/socket';

const INSTITUTIONAL = ['REAL_TIME_VAR', 'WEATHER_INTELLIGENCE', 'LATENCY_METRICS'];
const FIVE = ['PORTFOLIO_UPDATE', 'POSITION_UPDATE', ...INSTITUTIONAL];

let desk: SocketDesk;
let trader: ApiUser;
beforeAll(async () => {
  desk = await openSocketDesk({ minIntervalMs: 100, repeatMs: 400, checkMs: 50, heartbeatMs: 300 });
  trader = await desk.user('trader-of-figures');
  await desk.buyGas(trader);
});
afterAll(() => desk?.close());

const ofType = (client: SocketClient, type: string): readonly ReceivedMessage[] =>
  client.received.filter((message) => message.type === type);
const waitForMessages = (
  client: SocketClient,
  type: string,
  count: number,
): Promise<ReceivedMessage> =>
  client.waitFor(() => ofType(client, type).length >= count, `${count} of ${type}`);

/** All desks that the client received, combined as on the page. */
function combineDesks(client: SocketClient): readonly DeskDto[] {
  const portfolios = ofType(client, 'PORTFOLIO_UPDATE').map(
    ({ body }) => body as unknown as PortfolioUpdate,
  );
  const positions = ofType(client, 'POSITION_UPDATE').map(
    ({ body }) => body as unknown as PositionUpdate,
  );
  return portfolios.flatMap(
    (portfolio, index) => buildDesk(portfolio, positions[index] ?? null) ?? [],
  );
}

describe('a snapshot', () => {
  it('has all five messages with every field', async () => {
    const client = await (await desk.connect(trader)).signIn(trader.id);
    await waitForMessages(client, 'LATENCY_METRICS', 1);
    expect(client.received.slice(0, 6).map(({ type }) => type)).toEqual(['authenticated', ...FIVE]);
    expect(client.received[0]?.body).toEqual({
      type: 'authenticated',
      userId: trader.id,
      version: expect.any(String) as string,
    });
    const findBody = (type: string) => ofType(client, type)[0]?.body;
    const data = findBody('PORTFOLIO_UPDATE')?.['data'] as Record<string, unknown>;
    for (const field of [
      'currentBalance',
      'availableCash',
      'totalValue',
      'totalPnL',
      'unrealizedPnL',
      'activePnL',
    ])
      expect([field, typeof data[field]]).toEqual([field, 'number']);
    expect(data).toMatchObject({
      positionsCount: 1,
      mode: 'simulation',
      market: 'simulated',
      epoch: 1,
      isHalted: false,
      initialBalance: 25_000,
    });
    expect(findBody('LATENCY_METRICS')?.['data']).toEqual({
      averageLatency: null,
      jitter: null,
      packetLoss: null,
    });
    expect(findBody('WEATHER_INTELLIGENCE')?.['data']).toEqual({
      dopplerRadarAnalysis: { confidence: null, precipitationForecast: null },
      satelliteImagery: { cropHealthIndex: null },
      aiPredictions: { naturalGasSpike: { probability: null, targetPrice: null, timeframe: null } },
      asOf: null,
      reason: 'No AI signals for replayed data.',
    });
    expect(findBody('REAL_TIME_VAR')?.['data']).toEqual({
      portfolioVaR95: null,
      portfolioVaR99: null,
      individualVaR: { electricity: null, naturalGas: null, agricultural: null, oil: null },
      stressTestResults: {
        hurricaneScenario: null,
        polarVortexScenario: null,
        droughtScenario: null,
      },
      weatherSensitivities: [],
      reason: expect.stringContaining('daily moves'),
    });
    client.terminate();
  });
});

describe('figures', () => {
  it('with equal sequence numbers are equal in sockets, API and pages', async () => {
    const desksBySeq = new Map<number, DeskDto>();
    const called = new Map<number, readonly PositionDto[]>();
    const calls: Promise<unknown>[] = [];
    const stop = desk.terminal.onPublish(() => {
      const view = desk.terminal.getView(trader.id);
      if (view) desksBySeq.set(view.asOfSeq, serializeDesk(desk.terminal, view, trader.id));
      calls.push(
        trader.get('trading-positions').then(({ body }) => {
          const rows = body as readonly PositionDto[];
          called.set(rows[0]?.asOfSeq ?? -1, rows);
        }),
      );
    });
    const client = await (await desk.connect(trader)).signIn(trader.id);
    await waitForMessages(client, 'POSITION_UPDATE', 12);
    stop();
    await Promise.all(calls);
    const desks = combineDesks(client);
    expect(desks.length).toBeGreaterThanOrEqual(12);
    const known = desks.filter(({ asOfSeq }) => desksBySeq.has(asOfSeq) && called.has(asOfSeq));
    expect(known.length).toBeGreaterThanOrEqual(10);
    for (const wire of known) {
      expect(wire).toMatchObject(desksBySeq.get(wire.asOfSeq) ?? {});
      expect(wire.positions).toEqual(called.get(wire.asOfSeq));
      const {
        currentBalance,
        totalValue,
        totalPnL,
        activePnL,
        unrealizedPnL,
        positionsCount,
        profitablePositions,
      } = wire as unknown as PortfolioUpdate['data'];
      const { portfolio } = wire;
      expect([
        currentBalance,
        totalValue,
        totalPnL,
        activePnL,
        unrealizedPnL,
        positionsCount,
        profitablePositions,
      ]).toEqual([
        portfolio.accountBalance,
        portfolio.totalValue,
        portfolio.totalPnL,
        portfolio.activePnL,
        portfolio.unrealizedPnL,
        portfolio.totalPositions,
        portfolio.profitablePositions,
      ]);
      expect(wire.positions.map(({ asOfSeq }) => asOfSeq)).toEqual(
        wire.positions.map(() => wire.asOfSeq),
      );
    }
    client.terminate();
  });

  it('always come as a pair of one moment, and never go back', async () => {
    const client = await (await desk.connect(trader)).signIn(trader.id);
    await waitForMessages(client, 'POSITION_UPDATE', 8);
    const book = client.received.filter(
      ({ type }) => type === 'PORTFOLIO_UPDATE' || type === 'POSITION_UPDATE',
    );
    for (let i = 0; i + 1 < book.length; i += 2) {
      expect([book[i]?.type, book[i + 1]?.type]).toEqual(['PORTFOLIO_UPDATE', 'POSITION_UPDATE']);
      expect(book[i]?.body['asOfSeq']).toBe(book[i + 1]?.body['asOfSeq']);
    }
    const seqs = combineDesks(client).map(({ asOfSeq }) => asOfSeq);
    expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
    client.terminate();
  });

  it('that are unchanged are not repeated, except institutional ones', async () => {
    const idle = await desk.user('idle');
    const client = await (await desk.connect(idle)).signIn(idle.id);
    for (const type of INSTITUTIONAL) await waitForMessages(client, type, 4);
    expect(ofType(client, 'PORTFOLIO_UPDATE')).toHaveLength(1);
    await idle.post('auto-trading/start', { commodity: 'corn' });
    await waitForMessages(client, 'PORTFOLIO_UPDATE', 2);
    const [, second] = combineDesks(client);
    expect([
      second?.isActive,
      second?.commodities.find(({ commodity }) => commodity === 'corn')?.isActive,
    ]).toEqual([true, true]);
    client.terminate();
  });

  it('reach every socket of the user, and are serialized once', async () => {
    const clients = await Promise.all(
      [1, 2, 3].map(async () => (await desk.connect(trader)).signIn(trader.id)),
    );
    await Promise.all(clients.map((client) => waitForMessages(client, 'POSITION_UPDATE', 6)));
    const bySeq = clients.map(
      (client) =>
        new Map(
          ofType(client, 'PORTFOLIO_UPDATE').map(({ body, text }) => [body['asOfSeq'], text]),
        ),
    );
    const shared = [...(bySeq[0]?.keys() ?? [])].filter((seq) =>
      bySeq.every((texts) => texts.has(seq)),
    );
    expect(shared.length).toBeGreaterThan(0);
    for (const seq of shared) expect(new Set(bySeq.map((texts) => texts.get(seq))).size).toBe(1);
    for (const client of clients) client.terminate();
  });
});

describe('latency', () => {
  it('is measured', async () => {
    const client = await (await desk.connect(trader)).signIn(trader.id);
    const isMeasured = ({ type, body }: ReceivedMessage): boolean =>
      type === 'LATENCY_METRICS' &&
      typeof (body['data'] as Record<string, unknown>)['jitter'] === 'number';
    const { body } = await client.waitFor(isMeasured, 'two round trips');
    const { averageLatency, jitter, packetLoss } = body['data'] as Record<string, number>;
    expect(averageLatency).toBeGreaterThan(0);
    expect(averageLatency).toBeLessThan(10_000);
    expect(jitter).toBeGreaterThanOrEqual(0);
    expect(packetLoss).toBeLessThan(1);
    client.terminate();
  });

  it('counts unanswered pings, and terminates a dead peer', async () => {
    const deaf = await (await desk.connect(trader)).signIn(trader.id);
    const other = await (await desk.connect(trader)).signIn(trader.id);
    deaf.ws.pause();
    const isLossy = ({ type, body }: ReceivedMessage): boolean =>
      type === 'LATENCY_METRICS' &&
      ((body['data'] as Record<string, number>)['packetLoss'] ?? 0) > 0;
    await other.waitFor(isLossy, 'a lost ping');
    await expect
      .poll(async () => (await openSockets.get()).values[0]?.value, { timeout: 10_000 })
      .toBe(1);
    // It reads again only after the server has terminated it: then it finds the end.
    deaf.ws.resume();
    expect(await deaf.closed).toMatchObject({ code: 1006 });
    other.terminate();
  });
});
