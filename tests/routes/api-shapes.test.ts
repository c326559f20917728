// Every call there is answers in the shape that docs/api.md tells of it, and so does every message
// of the socket.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../../app/models/account/user.server';
import { hashPassword } from '../../app/server/auth/password.server';
import { API_CALLS } from '../../app/routes/api.$/table';
import { SOCKET_MESSAGES, SocketMessageSchema } from '../../app/contracts/api/socket';
import type { ApiUser } from '../support/api-desk';
import { answered, shapeFault } from '../support/api-shapes';
import { SocketClient } from '../support/socket-client';
import { type SocketDesk, openSocketDesk } from '../support/socket-desk';

let desk: SocketDesk;
let user: ApiUser;

beforeAll(async () => {
  desk = await openSocketDesk({ paceMs: 100, repeatMs: 400, lookMs: 50, beatMs: 300 });
  user = await desk.user('shapely');
});
afterAll(() => desk?.close());

async function backtest(): Promise<void> {
  const asked = await user.post('backtests', {
    mode: 'natural-gas',
    playbook: 'WINTER_DEMAND',
    years: 1,
  });
  expect(asked.status).toBe(202);
  const { id } = asked.body as { id: string };
  await user.get('backtests');
  await user.get(`backtests/${id}`);
  await user.post(`backtests/${id}/cancel`);
}

async function trade(): Promise<void> {
  await user.post('auto-trading/fix-user-mapping');
  await user.post('auto-trading/start', { commodity: 'corn' });
  await user.post('auto-trading/toggle-commodity', { commodity: 'corn', enabled: false });
  const first = await desk.buyGas(user);
  expect((await user.get('trading-positions')).body).toHaveLength(1);
  expect((await user.post(`trading-positions/${first}/close`)).status).toBe(200);
  expect((await user.get('closed-positions')).body).toHaveLength(1);
  await desk.buyGas(user);
  expect(
    (await user.post('auto-trading/close-positions', { commodity: 'natural-gas' })).status,
  ).toBe(200);
  await desk.buyGas(user);
  expect((await user.post('trading-positions/close-all')).status).toBe(200);
  await user.post('auto-trading/stop');
}

describe('every call', () => {
  it('answers in its shape', async () => {
    await trade();
    await backtest();
    await user.post('settings', { riskLevel: 'moderate' });
    await user.post('trading/mode', { mode: 'paper' });
    await user.post('trading/mode', { mode: 'simulation' });
    await user.post('reset-trading-account');
    for (const { method, path } of API_CALLS)
      if (method === 'GET' && !path.includes(':'))
        expect((await user.get(path)).status, path).toBe(200);
    createUser(
      desk.terminal.db,
      'signer',
      await hashPassword('a long enough password'),
      Date.now(),
    );
    expect(
      (await user.post('auth/login', { username: 'signer', password: 'a long enough password' }))
        .status,
    ).toBe(200);
    await user.post('auth/logout');
    expect(
      API_CALLS.map(({ method, path }) => `${method} ${path}`).filter(
        (call) => !answered.has(call),
      ),
    ).toEqual([]);
  });

  it('is held to it', () => {
    const rows = (change: object) =>
      [{ isOpen: true, status: 'OPEN', timeZone: 'UTC', ...change }][0];
    expect(shapeFault('GET', 'market-status', 200, rows({}))).toBeNull();
    expect(shapeFault('GET', 'market-status', 200, rows({ more: 1 }))).toMatch(/unrecognized/i);
    expect(shapeFault('GET', 'market-status', 200, rows({ isOpen: null }))).toMatch(/isOpen/);
    expect(shapeFault('GET', 'market-status', 404, rows({}))).toMatch(/error/);
    expect(shapeFault('GET', 'no-such-call', 200, {})).toMatch(/no call/);
  });
});

describe('every message', () => {
  it('of the server has its shape', async () => {
    const trader = await desk.user('talker');
    await desk.buyGas(trader);
    const stranger = await SocketClient.open(desk.origin);
    await stranger.until(() => stranger.heard.length > 0, 'a welcome');
    const client = await desk.connect(trader);
    client.send({ type: 'authenticate', userId: 'somebody' });
    await client.until(() => client.heard.some(({ type }) => type === 'auth_error'), 'a refusal');
    await client.signIn(trader.id);
    client.send({ type: 'sing' });
    await client.until(
      () =>
        client.heard.some(({ type }) => type === 'error') &&
        client.heard.some(({ type }) => type === 'LATENCY_METRICS'),
      'all messages',
    );
    const heard = [...stranger.heard, ...client.heard];
    const misfits = heard
      .map(({ body }) => SocketMessageSchema.safeParse(body))
      .filter(({ success }) => !success);
    expect(misfits.map(({ error }) => error?.message)).toEqual([]);
    expect(
      SOCKET_MESSAGES.map(([name]) => name).filter(
        (name) => !heard.some(({ type }) => type === name),
      ),
    ).toEqual([]);
    stranger.end();
    client.end();
  });
});
