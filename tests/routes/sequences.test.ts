// Calls in the order of the original client, and the lists afterwards.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { COMMODITY_KEYS } from '../../app/trading/domain/commodity';
import { type ApiDesk, type ApiUser, openApiDesk } from '../support/api-desk';

type Row = Readonly<Record<string, unknown>>;
let desk: ApiDesk;
let count = 0;
beforeAll(async () => {
  desk = await openApiDesk();
});
afterAll(() => desk?.close());

const newUser = (): Promise<ApiUser> => desk.user(`caller-${(count += 1)}`);
const getStatus = async (user: ApiUser): Promise<Row> =>
  (await user.get('auto-trading/status')).body as Row;

/** Sends a call that must succeed. */
async function callGranted(user: ApiUser, path: string, body?: object): Promise<Row> {
  const answer = await user.post(path, body);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.body as Row;
}

const toggleAll = async (user: ApiUser, enabled: boolean): Promise<void> => {
  for (const commodity of COMMODITY_KEYS)
    await callGranted(user, 'auto-trading/toggle-commodity', { commodity, enabled });
};

it('RUN ALL, STOP ALL and CLOSE ALL work in the original order of calls', async () => {
  const user = await newUser();
  await callGranted(user, 'auto-trading/fix-user-mapping');
  await callGranted(user, 'auto-trading/start');
  await toggleAll(user, true);
  expect(await getStatus(user)).toMatchObject({
    globalActive: true,
    isActive: true,
    activeCommodities: [...COMMODITY_KEYS],
  });

  await toggleAll(user, false);
  await callGranted(user, 'auto-trading/stop');
  expect(await getStatus(user)).toMatchObject({
    globalActive: false,
    isActive: false,
    activeCommodities: [],
  });

  await callGranted(user, 'auto-trading/start');
  const id = await desk.buyGas(user);
  await toggleAll(user, false);
  await callGranted(user, 'auto-trading/stop');
  expect((await callGranted(user, 'trading-positions/close-all'))['closedPositions']).toContain(id);
  expect(await getStatus(user)).toMatchObject({ globalActive: false, isActive: false });
  expect(
    ((await user.get('trading-positions')).body as Row[]).map((row) => row['status']),
  ).not.toContain('ACTIVE');
});

it('after a single close all lists agree, and the commodity is off', async () => {
  const user = await newUser();
  const id = await desk.buyGas(user);
  for (const commodity of ['natural-gas', 'wheat'])
    await callGranted(user, 'auto-trading/start', { commodity });
  const { position } = (await callGranted(user, `trading-positions/${id}/close`)) as {
    position: Row;
  };
  expect(await getStatus(user)).toMatchObject({
    commodities: { 'natural-gas': false, wheat: true },
  });
  // What an original client sends next finds it done.
  await callGranted(user, 'auto-trading/toggle-commodity', {
    commodity: 'natural-gas',
    enabled: false,
  });
  const [recent, closed] = await Promise.all(
    ['trading-positions', 'closed-positions'].map(async (path) =>
      ((await user.get(path)).body as Row[]).find((row) => row['id'] === id),
    ),
  );
  for (const row of [recent, closed])
    expect(row).toMatchObject({
      status: 'CLOSED',
      exitPrice: position['exitPrice'],
      realizedPnl: position['realizedPnl'],
      closedDate: position['closedDate'],
    });
  const performance = (await user.get('portfolio-performance?timeframe=all')).body as {
    current: Row;
    stats: Row;
  };
  expect(performance).toMatchObject({
    current: { totalPositions: 0, unrealizedPnL: 0 },
    stats: { completedTrades: 1 },
  });
  // The next valuation has no position and equals the performance value.
  await expect
    .poll(async () => ((await user.get('portfolio-snapshots')).body as Row[]).at(-1), {
      timeout: 30_000,
    })
    .toMatchObject({ positions: 0, unrealized: 0, value: performance.current['totalValue'] });
});

it('signing out ends the session for API calls too', async () => {
  const user = await newUser();
  expect((await user.get('settings')).status).toBe(200);
  await callGranted(user, 'auth/logout');
  expect((await user.get('settings')).status).toBe(401);
  expect((await user.get('auth/check')).body).toEqual({ authenticated: false });
});
