// API compatibility: every listed call exists and has its listed fields.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loader } from '../../app/routes/api.$/route';
import { type ApiDesk, type ApiUser, openApiDesk } from '../support/api-desk';

const READS = [
  'auth/check',
  'trading-positions',
  'auto-trading/status',
  'ai-trading-signals',
  'portfolio-performance',
  'portfolio-snapshots',
  'closed-positions',
  'settings',
  'trading/mode',
  'market-status',
  'weather-intelligence',
  'weather-data',
  'correlation-analysis',
  'real-weather-map',
  'weather-correlations',
  'trading-signals',
  'electricity-futures',
  'natural-gas-futures',
  'corn-futures',
  'soybean-futures',
  'wheat-futures',
  'orange-juice-futures',
  'energy-futures',
  'coffee-futures',
  'crude-oil-futures',
  'cotton-futures',
  'agricultural-futures',
];
let desk: ApiDesk;
let user: ApiUser;
beforeAll(async () => {
  desk = await openApiDesk();
  user = await desk.user('reader');
});
afterAll(() => desk?.close());

it('every listed read call responds to its user', async () => {
  for (const path of READS) expect([path, (await user.get(path)).status]).toEqual([path, 200]);
});

it('the session check returns the state and the user', async () => {
  expect((await user.get('auth/check')).body).toEqual({
    authenticated: true,
    user: { id: user.id, username: 'reader' },
  });
  const args = {
    request: new Request('http://127.0.0.1:3000/api/auth/check'),
    params: { '*': 'auth/check' },
    context: {},
    response: undefined,
  };
  const answer = await loader(args as unknown as Parameters<typeof loader>[0]);
  expect([answer.status, await answer.json()]).toEqual([401, { authenticated: false }]);
});

it('performance has every listed field', async () => {
  const { body } = await user.get('portfolio-performance?timeframe=1w');
  const { current, changes, stats } = body as Record<'current' | 'changes' | 'stats', object>;
  expect(Object.keys(current).sort()).toEqual([
    'accountBalance',
    'activePnL',
    'availableCash',
    'profitablePositions',
    'totalPnL',
    'totalPositions',
    'totalValue',
    'unrealizedPnL',
  ]);
  expect(Object.keys(changes)).toEqual(expect.arrayContaining(['day', 'week', 'month']));
  for (const change of Object.values(changes))
    expect(Object.keys(change as object).sort()).toEqual(['percentage', 'value']);
  expect(Object.keys(stats).sort()).toEqual(['completedTrades', 'totalTrades', 'winRate']);
});
