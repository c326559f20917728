// API responses: schemas, figures and refusals.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMODITY_KEYS } from '../../app/trading/domain/commodity';
import { toTicks } from '../../app/trading/domain/units';
import { type ApiDesk, type ApiUser, openApiDesk } from '../support/api-desk';

let desk: ApiDesk;
let count = 0;
let user: ApiUser;

beforeAll(async () => {
  desk = await openApiDesk();
});
afterAll(() => desk?.close());

async function newUser(): Promise<ApiUser> {
  count += 1;
  user = await desk.user(`user-${count}`);
  return user;
}

type Row = Readonly<Record<string, unknown>>;
const FIELDS = [
  'id',
  'status',
  'commodity',
  'symbol',
  'region',
  'contract',
  'pending',
  'type',
  'positionType',
  'size',
  'entryPrice',
  'currentPrice',
  'exitPrice',
  'stopPrice',
  'stopDistance',
  'pnl',
  'pnlPercent',
  'realizedPnl',
  'fees',
  'playbookId',
  'groupId',
  'timestamp',
  'entryDate',
  'closedDate',
  'asOfSeq',
].sort();

describe('positions', () => {
  it('have every field, marked at the last price, in dollars', async () => {
    const id = await desk.buyGas(await newUser());
    const [row] = (await user.get('trading-positions')).body as Row[];
    expect(Object.keys(row ?? {}).sort()).toEqual(FIELDS);
    expect(row).toMatchObject({
      id,
      status: 'ACTIVE',
      commodity: 'natural-gas',
      symbol: 'NG',
      positionType: 'LONG',
      type: 'BUY',
      size: 100,
      exitPrice: null,
      stopPrice: null,
      stopDistance: null,
      closedDate: null,
      realizedPnl: null,
    });
    const { entryPrice, currentPrice, pnl } = row as {
      entryPrice: number;
      currentPrice: number;
      pnl: number;
    };
    expect(pnl).toBeCloseTo((currentPrice - entryPrice) * 100, 1);
    expect(row?.['entryDate']).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  it('show the trigger of the working stop, until they close', async () => {
    const id = await desk.buyGas(await newUser(), toTicks(250));
    const [row] = (await user.get('trading-positions')).body as Row[];
    const { entryPrice, currentPrice, stopPrice, stopDistance, size } = row as Record<
      'entryPrice' | 'currentPrice' | 'stopPrice' | 'stopDistance' | 'size',
      number
    >;
    const [stop, ...others] = Object.values(desk.terminal.state().books)
      .flatMap(({ orders }) => Object.values(orders))
      .filter(({ positionId }) => positionId === id);
    expect([stop?.purpose, others]).toEqual(['STOP', []]);
    // A tick of natural gas is 0.001.
    expect(stopPrice).toBeCloseTo((stop?.priceTicks ?? 0) / 1000, 9);
    expect(stopPrice).toBeCloseTo(entryPrice - 0.25, 9);
    expect(stopDistance).toBeCloseTo((currentPrice - stopPrice) * size, 1);
    await user.post(`trading-positions/${id}/close`);
    expect((await user.get('trading-positions')).body).toMatchObject([
      { id, status: 'CLOSED', stopPrice: null, stopDistance: null },
    ]);
  });

  it('close once; a repeat returns the first result', async () => {
    const id = await desk.buyGas(await newUser());
    const answers = await Promise.all(
      [1, 2, 3].map(() => user.post(`trading-positions/${id}/close`)),
    );
    answers.push(await user.post(`trading-positions/${id}/close`, {}));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    // The figures are those of the first close; the sequence number is current.
    expect(
      new Set(
        answers.map(({ body }) =>
          JSON.stringify(body, (name, value: unknown) => (name === 'asOfSeq' ? undefined : value)),
        ),
      ).size,
    ).toBe(1);
    expect(answers[0]?.body).toMatchObject({
      success: true,
      message: 'Position has been closed and P&L has been realized.',
      position: { id, status: 'CLOSED' },
    });
    const [closed, ...others] = (await user.get('closed-positions')).body as Row[];
    expect(others).toEqual([]);
    expect(Object.keys(closed ?? {}).sort()).toEqual(FIELDS);
    const { entryPrice, exitPrice, realizedPnl, pnl } = closed as {
      entryPrice: number;
      exitPrice: number;
      realizedPnl: number;
      pnl: number;
    };
    expect(realizedPnl).toBe(pnl);
    expect(realizedPnl).toBeCloseTo((exitPrice - entryPrice) * 100, 1);
    expect(
      ((await user.get('trading-positions')).body as Row[]).map((row) => [
        row['id'],
        row['status'],
      ]),
    ).toEqual([[id, 'CLOSED']]);
  });

  it('of another user are not found', async () => {
    const owner = await newUser();
    const id = await desk.buyGas(owner);
    const stranger = await newUser();
    const foreign = await stranger.post(`trading-positions/${id}/close`);
    const missing = await stranger.post(`trading-positions/${'0'.repeat(32)}/close`);
    expect(foreign).toMatchObject({ status: 404, body: { error: (missing.body as Row)['error'] } });
    expect(missing.status).toBe(404);
    expect((await stranger.get('trading-positions')).body).toEqual([]);
    expect(((await owner.get('trading-positions')).body as Row[])[0]).toMatchObject({
      id,
      status: 'ACTIVE',
    });
  });

  it('close all together; without positions it is a conflict', async () => {
    const id = await desk.buyGas(await newUser());
    expect((await user.post('trading-positions/close-all')).body).toMatchObject({
      success: true,
      closedPositions: [id],
      waiting: [],
    });
    const again = await user.post('trading-positions/close-all');
    expect(again).toMatchObject({ status: 409, body: { error: 'No active positions to close' } });
  });
});

describe('auto-trading', () => {
  it('returns its status as a list and as an object', async () => {
    await newUser();
    await user.post('auto-trading/start', { commodity: 'NATURAL_GAS' });
    await user.post('auto-trading/start', { commodity: 'corn' });
    const { body } = await user.get('auto-trading/status');
    expect(body).toMatchObject({
      globalActive: false,
      isActive: true,
      activeCommodities: ['natural-gas', 'corn'],
      commodities: { corn: true, 'natural-gas': true, wheat: false },
    });
    expect(Object.keys((body as { commodities: object }).commodities)).toEqual([...COMMODITY_KEYS]);
  });

  it('starts and stops one or all, idempotently', async () => {
    await newUser();
    for (let time = 0; time < 2; time += 1)
      expect(await user.post('auto-trading/start')).toMatchObject({
        status: 200,
        body: { success: true, globalActive: true, activeCommodities: [...COMMODITY_KEYS] },
      });
    expect(await user.post('auto-trading/stop', { commodity: 'crude-oil' })).toMatchObject({
      status: 200,
      body: { globalActive: true, commodities: { 'crude-oil': false, corn: true } },
    });
    for (let time = 0; time < 2; time += 1)
      expect(await user.post('auto-trading/stop', {})).toMatchObject({
        status: 200,
        body: { globalActive: false, isActive: false },
      });
  });

  it('toggles one commodity', async () => {
    await newUser();
    expect(
      await user.post('auto-trading/toggle-commodity', { commodity: 'cotton', enabled: true }),
    ).toMatchObject({ status: 200, body: { activeCommodities: ['cotton'] } });
    expect(
      await user.post('auto-trading/toggle-commodity', { commodity: 'cotton', enabled: false }),
    ).toMatchObject({ status: 200, body: { activeCommodities: [] } });
    for (const body of [
      { commodity: 'cotton' },
      { commodity: 'cotton', enabled: 'yes' },
      { enabled: true },
      { commodity: 'AGRICULTURE', enabled: true },
    ]) {
      expect((await user.post('auto-trading/toggle-commodity', body)).status).toBe(400);
    }
  });

  it('closes the positions of a commodity and turns it off', async () => {
    const id = await desk.buyGas(await newUser());
    await user.post('auto-trading/start', { commodity: 'natural-gas' });
    expect((await user.post('auto-trading/close-positions', { commodity: 'corn' })).status).toBe(
      409,
    );
    const closed = await user.post('auto-trading/close-positions', { commodity: 'natural_gas' });
    expect(closed).toMatchObject({
      status: 200,
      body: { success: true, commodities: { 'natural-gas': false } },
    });
    expect((closed.body as { closedPositions: string[] }).closedPositions).toContain(id);
    expect((await user.post('auto-trading/close-positions')).status).toBe(400);
  });

  it('has no user mapping to fix', async () => {
    await newUser();
    expect(await user.post('auto-trading/fix-user-mapping')).toMatchObject({
      status: 200,
      body: { success: true, fixed: 0 },
    });
  });
});

describe('the account', () => {
  it('switches modes, with a rate limit', async () => {
    await newUser();
    expect((await user.get('trading/mode')).body).toMatchObject({ mode: 'simulation' });
    expect(await user.post('trading/mode', { mode: 'paper' })).toMatchObject({
      status: 200,
      body: { success: true, mode: 'paper' },
    });
    expect((await user.post('trading/mode', { mode: 'margin' })).status).toBe(400);
    for (const mode of ['live', 'simulation', 'paper', 'live', 'simulation'])
      expect((await user.post('trading/mode', { mode })).status).toBe(200);
    const refused = await user.post('trading/mode', { mode: 'paper' });
    expect(refused).toMatchObject({ status: 429, body: { code: 'MODE_SWITCH_RATE' } });
    expect((refused.body as { resetTime: string }).resetTime).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect((await user.get('trading/mode')).body).toMatchObject({ mode: 'simulation' });
  });

  it('rejects RUN in live mode without a broker', async () => {
    await newUser();
    await user.post('trading/mode', { mode: 'live' });
    expect(await user.post('auto-trading/start')).toMatchObject({
      status: 409,
      body: { code: 'NO_BROKER' },
    });
    expect(await user.post('reset-trading-account')).toMatchObject({
      status: 409,
      body: { code: 'LIVE_NOT_RESETTABLE' },
    });
  });

  it('saves each setting separately', async () => {
    await newUser();
    const before = (await user.get('settings')).body as Row;
    expect(before).toEqual({
      tradingSignalsEnabled: true,
      priceAlertsEnabled: true,
      weatherUpdatesEnabled: true,
      realTimeDataEnabled: true,
      riskLevel: 'moderate',
      positionSize: 'medium',
      refreshInterval: null,
      tradingMode: 'simulation',
      brokerApiKey: null,
      brokerApiKeySet: false,
      broker: null,
      brokerApiKeyError: null,
    });
    expect(
      (
        await user.post('settings', {
          riskLevel: 'aggressive',
          refreshInterval: '30s',
          tradingMode: 'paper',
        })
      ).status,
    ).toBe(200);
    expect((await user.get('settings')).body).toEqual({
      ...before,
      riskLevel: 'aggressive',
      refreshInterval: '30s',
      tradingMode: 'paper',
    });
    for (const body of [
      { riskLevel: 'reckless' },
      { positionSize: 25 },
      { tradingSignalsEnabled: 'on' },
      { tradingMode: 'margin' },
    ])
      expect((await user.post('settings', body)).status).toBe(400);
  });

  it('resets to its capital and keeps earlier account periods', async () => {
    await desk.buyGas(await newUser());
    expect(await user.post('reset-trading-account')).toMatchObject({
      status: 200,
      body: { success: true, balance: 25_000, epoch: 2 },
    });
    expect((await user.get('trading-positions')).body).toEqual([]);
    expect((await user.get('closed-positions')).body).toEqual([]);
  });

  it('reads the market status of the tile', async () => {
    await newUser();
    expect((await user.get('market-status')).body).toMatchObject({
      isOpen: expect.any(Boolean) as boolean,
      status: expect.stringMatching(/^(OPEN|CLOSED)$/) as string,
    });
  });
});
