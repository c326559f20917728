// Every API call and socket message matches the schema in docs/api.md.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../../app/models/account/user.server';
import { hashPassword } from '../../app/server/auth/password.server';
import { API_CALLS } from '../../app/routes/api.$/api-calls';
import { SOCKET_MESSAGES, SocketMessageSchema } from '../../app/contracts/api/socket';
import type { ApiUser } from '../support/api-desk';
import { answeredCalls, findShapeFault } from '../support/api-shapes';
import { SocketClient } from '../support/socket-client';
import { type SocketDesk, openSocketDesk } from '../support/socket-desk';

/** Queries of the calls that need one. */
const QUERIES: Readonly<Record<string, string>> = { bars: '?contract=NG' };

let desk: SocketDesk;
let user: ApiUser;

beforeAll(async () => {
  desk = await openSocketDesk({ minIntervalMs: 100, repeatMs: 400, checkMs: 50, heartbeatMs: 300 });
  user = await desk.user('shapely');
});
afterAll(() => desk?.close());

async function runBacktest(): Promise<void> {
  const queued = await user.post('backtests', {
    mode: 'natural-gas',
    playbook: 'WINTER_DEMAND',
    years: 1,
  });
  expect(queued.status).toBe(202);
  const { id } = queued.body as { id: string };
  await user.get('backtests');
  await user.get(`backtests/${id}`);
  await user.post(`backtests/${id}/cancel`);
}

async function runTrade(): Promise<void> {
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
  it('matches its response schema', async () => {
    await runTrade();
    await runBacktest();
    await user.post('settings', { riskLevel: 'moderate' });
    await user.post('trading/mode', { mode: 'paper' });
    await user.post('trading/mode', { mode: 'simulation' });
    await user.post('reset-trading-account');
    for (const { method, path } of API_CALLS)
      if (method === 'GET' && !path.includes(':'))
        expect((await user.get(`${path}${QUERIES[path] ?? ''}`)).status, path).toBe(200);
    // These have rows, so that the schemas of the rows are checked too.
    for (const [path, firstRow] of [
      ['bars?contract=NG', ['bars', 0]],
      ['curve?commodity=NG', ['months', 0]],
      ['calendar?commodity=natural-gas', [0]],
    ] as const)
      expect((await user.get(path)).body, path).toHaveProperty([...firstRow]);
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
        (call) => !answeredCalls.has(call),
      ),
    ).toEqual([]);
  });

  it('is checked against it', () => {
    const listResponses = (change: object) =>
      [{ isOpen: true, status: 'OPEN', timeZone: 'UTC', ...change }][0];
    expect(findShapeFault('GET', 'market-status', 200, listResponses({}))).toBeNull();
    expect(findShapeFault('GET', 'market-status', 200, listResponses({ more: 1 }))).toMatch(
      /unrecognized/i,
    );
    expect(findShapeFault('GET', 'market-status', 200, listResponses({ isOpen: null }))).toMatch(
      /isOpen/,
    );
    expect(findShapeFault('GET', 'market-status', 404, listResponses({}))).toMatch(/error/);
    expect(findShapeFault('GET', 'no-such-call', 200, {})).toMatch(/no call/);
  });
});

describe('every message', () => {
  it('from the server matches its schema', async () => {
    const trader = await desk.user('talker');
    await desk.buyGas(trader);
    const stranger = await SocketClient.open(desk.origin);
    await stranger.waitFor(() => stranger.received.length > 0, 'a welcome');
    const client = await desk.connect(trader);
    client.send({ type: 'authenticate', userId: 'somebody' });
    await client.waitFor(
      () => client.received.some(({ type }) => type === 'auth_error'),
      'a refusal',
    );
    await client.signIn(trader.id);
    client.send({ type: 'sing' });
    await client.waitFor(
      () =>
        client.received.some(({ type }) => type === 'error') &&
        client.received.some(({ type }) => type === 'LATENCY_METRICS'),
      'all messages',
    );
    const received = [...stranger.received, ...client.received];
    const misfits = received
      .map(({ body }) => SocketMessageSchema.safeParse(body))
      .filter(({ success }) => !success);
    expect(misfits.map(({ error }) => error?.message)).toEqual([]);
    expect(
      SOCKET_MESSAGES.map(([name]) => name).filter(
        (name) => !received.some(({ type }) => type === name),
      ),
    ).toEqual([]);
    stranger.terminate();
    client.terminate();
  });
});
