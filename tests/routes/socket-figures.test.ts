// What a socket is told: all five messages at once, then what has changed, at its pace, with the
// figures that everybody else gets.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeskDto } from '../../app/contracts/messages';

import { buildDesk } from '../../app/components/live/live-messages';
import { openSockets } from '../../app/server/http/metrics.server';
import { deskWire } from '../../app/models/portfolio/serialize-book.server';
import type { ApiUser } from '../support/api-desk';
import type { Heard, SocketClient } from '../support/socket-client';
import { type SocketDesk, openSocketDesk } from '../support/socket-desk';
import type { PositionDto } from '../../app/contracts/api/book';
import type { PortfolioUpdate, PositionUpdate } from '../../app/contracts/api/socket';

const INSTITUTIONAL = ['REAL_TIME_VAR', 'WEATHER_INTELLIGENCE', 'LATENCY_METRICS'];
const FIVE = ['PORTFOLIO_UPDATE', 'POSITION_UPDATE', ...INSTITUTIONAL];

let desk: SocketDesk;
let trader: ApiUser;
beforeAll(async () => {
  desk = await openSocketDesk({ paceMs: 100, repeatMs: 400, lookMs: 50, beatMs: 300 });
  trader = await desk.user('trader-of-figures');
  await desk.buyGas(trader);
});
afterAll(() => desk?.close());

const ofType = (client: SocketClient, type: string): readonly Heard[] =>
  client.heard.filter((message) => message.type === type);
const times = (client: SocketClient, type: string, count: number): Promise<Heard> =>
  client.until(() => ofType(client, type).length >= count, `${count} of ${type}`);

/** All desks that the client was told, put together as the page does it. */
function told(client: SocketClient): readonly DeskDto[] {
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
  it('tells all five, with every field', async () => {
    const client = await (await desk.connect(trader)).signIn(trader.id);
    await times(client, 'LATENCY_METRICS', 1);
    expect(client.heard.slice(0, 6).map(({ type }) => type)).toEqual(['authenticated', ...FIVE]);
    expect(client.heard[0]?.body).toEqual({ type: 'authenticated', userId: trader.id });
    const body = (type: string) => ofType(client, type)[0]?.body;
    const data = body('PORTFOLIO_UPDATE')?.['data'] as Record<string, unknown>;
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
    expect(body('LATENCY_METRICS')?.['data']).toEqual({
      averageLatency: null,
      jitter: null,
      packetLoss: null,
    });
    expect(body('WEATHER_INTELLIGENCE')?.['data']).toEqual({
      dopplerRadarAnalysis: { confidence: null, precipitationForecast: null },
      satelliteImagery: { cropHealthIndex: null },
      aiPredictions: { naturalGasSpike: { probability: null, targetPrice: null, timeframe: null } },
      asOf: null,
      reason: 'No AI signals for replayed data.',
    });
    expect(body('REAL_TIME_VAR')?.['data']).toEqual({
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
    client.end();
  });
});

describe('figures', () => {
  it('of equal sequence numbers are equal in sockets, calls and pages', async () => {
    const made = new Map<number, DeskDto>();
    const called = new Map<number, readonly PositionDto[]>();
    const calls: Promise<unknown>[] = [];
    const stop = desk.terminal.onPublish(() => {
      const view = desk.terminal.view(trader.id);
      if (view) made.set(view.asOfSeq, deskWire(desk.terminal, view, trader.id));
      calls.push(
        trader.get('trading-positions').then(({ body }) => {
          const rows = body as readonly PositionDto[];
          called.set(rows[0]?.asOfSeq ?? -1, rows);
        }),
      );
    });
    const client = await (await desk.connect(trader)).signIn(trader.id);
    await times(client, 'POSITION_UPDATE', 12);
    stop();
    await Promise.all(calls);
    const desks = told(client);
    expect(desks.length).toBeGreaterThanOrEqual(12);
    const known = desks.filter(({ asOfSeq }) => made.has(asOfSeq) && called.has(asOfSeq));
    expect(known.length).toBeGreaterThanOrEqual(10);
    for (const wire of known) {
      expect(wire).toMatchObject(made.get(wire.asOfSeq) ?? {});
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
    client.end();
  });

  it('always come in pairs of one moment, and never go back', async () => {
    const client = await (await desk.connect(trader)).signIn(trader.id);
    await times(client, 'POSITION_UPDATE', 8);
    const book = client.heard.filter(
      ({ type }) => type === 'PORTFOLIO_UPDATE' || type === 'POSITION_UPDATE',
    );
    for (let i = 0; i + 1 < book.length; i += 2) {
      expect([book[i]?.type, book[i + 1]?.type]).toEqual(['PORTFOLIO_UPDATE', 'POSITION_UPDATE']);
      expect(book[i]?.body['asOfSeq']).toBe(book[i + 1]?.body['asOfSeq']);
    }
    const seqs = told(client).map(({ asOfSeq }) => asOfSeq);
    expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
    client.end();
  });

  it('that have not changed are not told again, the institutional ones are', async () => {
    const idle = await desk.user('idle');
    const client = await (await desk.connect(idle)).signIn(idle.id);
    for (const type of INSTITUTIONAL) await times(client, type, 4);
    expect(ofType(client, 'PORTFOLIO_UPDATE')).toHaveLength(1);
    await idle.post('auto-trading/start', { commodity: 'corn' });
    await times(client, 'PORTFOLIO_UPDATE', 2);
    const [, second] = told(client);
    expect([
      second?.isActive,
      second?.commodities.find(({ commodity }) => commodity === 'corn')?.isActive,
    ]).toEqual([true, true]);
    client.end();
  });

  it('reach every socket of the user, made once for all of them', async () => {
    const clients = await Promise.all(
      [1, 2, 3].map(async () => (await desk.connect(trader)).signIn(trader.id)),
    );
    await Promise.all(clients.map((client) => times(client, 'POSITION_UPDATE', 6)));
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
    for (const client of clients) client.end();
  });
});

describe('latency', () => {
  it('is measured, not made up', async () => {
    const client = await (await desk.connect(trader)).signIn(trader.id);
    const isMeasured = ({ type, body }: Heard): boolean =>
      type === 'LATENCY_METRICS' &&
      typeof (body['data'] as Record<string, unknown>)['jitter'] === 'number';
    const { body } = await client.until(isMeasured, 'two round trips');
    const { averageLatency, jitter, packetLoss } = body['data'] as Record<string, number>;
    expect(averageLatency).toBeGreaterThan(0);
    expect(averageLatency).toBeLessThan(10_000);
    expect(jitter).toBeGreaterThanOrEqual(0);
    expect(packetLoss).toBeLessThan(1);
    client.end();
  });

  it('counts what stays unanswered, and a peer that is gone is cut', async () => {
    const deaf = await (await desk.connect(trader)).signIn(trader.id);
    const other = await (await desk.connect(trader)).signIn(trader.id);
    deaf.ws.pause();
    const isLossy = ({ type, body }: Heard): boolean =>
      type === 'LATENCY_METRICS' &&
      ((body['data'] as Record<string, number>)['packetLoss'] ?? 0) > 0;
    await other.until(isLossy, 'a lost ping');
    await expect
      .poll(async () => (await openSockets.get()).values[0]?.value, { timeout: 10_000 })
      .toBe(1);
    // It reads again only after the server has given it up: what it finds then is the end.
    deaf.ws.resume();
    expect(await deaf.closed).toMatchObject({ code: 1006 });
    other.end();
  });
});
