// Sequences of API calls that match the buttons for all commodities, and lists after a close.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMODITY_KEYS } from '../../app/trading/domain/commodity';
import { type ApiResponse, type ApiDesk, type ApiUser, openApiDesk } from '../support/api-desk';

let desk: ApiDesk;
let count = 0;

beforeAll(async () => {
  desk = await openApiDesk();
});
afterAll(() => desk?.close());

const newUser = (): Promise<ApiUser> => desk.user(`sequence-${(count += 1)}`);
const toggleAll = (user: ApiUser, enabled: boolean): Promise<ApiResponse[]> =>
  Promise.all(
    COMMODITY_KEYS.map((commodity) =>
      user.post('auto-trading/toggle-commodity', { commodity, enabled }),
    ),
  );
const getStatus = async (user: ApiUser): Promise<unknown> =>
  (await user.get('auto-trading/status')).body;
const ALL_ON = { globalActive: true, isActive: true, activeCommodities: [...COMMODITY_KEYS] };
const ALL_OFF = { globalActive: false, isActive: false, activeCommodities: [] };

async function runAll(user: ApiUser): Promise<void> {
  const answers = [
    await user.post('auto-trading/fix-user-mapping'),
    await user.post('auto-trading/start'),
    ...(await toggleAll(user, true)),
  ];
  expect(answers.map((answer) => answer.status)).toEqual(Array(12).fill(200));
}

describe('a sequence of calls', () => {
  it('matches RUN ALL, also when repeated', async () => {
    const user = await newUser();
    for (let time = 0; time < 2; time += 1) {
      await runAll(user);
      expect(await getStatus(user)).toMatchObject(ALL_ON);
    }
  });

  it('matches STOP ALL', async () => {
    const user = await newUser();
    await runAll(user);
    const answers = [...(await toggleAll(user, false)), await user.post('auto-trading/stop')];
    expect(answers.map((answer) => answer.status)).toEqual(Array(11).fill(200));
    expect(await getStatus(user)).toMatchObject(ALL_OFF);
  });

  it('matches CLOSE ALL', async () => {
    const user = await newUser();
    await desk.buyGas(user);
    await runAll(user);
    await toggleAll(user, false);
    await user.post('auto-trading/stop');
    expect(await user.post('trading-positions/close-all')).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await getStatus(user)).toMatchObject(ALL_OFF);
    expect(
      ((await user.get('trading-positions')).body as { getStatus: string }[]).filter(
        (row) => row.getStatus === 'ACTIVE',
      ),
    ).toEqual([]);
  });
});

describe('after a single close', () => {
  it('shows the close at once in positions, performance, status and closed positions, and in snapshots with the next valuation', async () => {
    const user = await newUser();
    const id = await desk.buyGas(user);
    await user.post('auto-trading/start', { commodity: 'natural-gas' });
    const answer = (await user.post(`trading-positions/${id}/close`)).body as {
      position: { pnl: number; fees: number; asOfSeq: number };
    };
    const { pnl, fees, asOfSeq } = answer.position;
    await user.post('auto-trading/toggle-commodity', { commodity: 'natural-gas', enabled: false });
    const [positions, performance, running, snapshots, closed] = await Promise.all(
      [
        'trading-positions',
        'portfolio-performance',
        'auto-trading/status',
        'portfolio-snapshots',
        'closed-positions',
      ].map(async (path) => (await user.get(path)).body),
    );
    expect(
      (positions as { id: string; getStatus: string }[]).find((row) => row.id === id),
    ).toMatchObject({ status: 'CLOSED', pnl });
    expect(closed).toMatchObject([expect.objectContaining({ id, pnl, fees })]);
    expect(running).toMatchObject({ commodities: { 'natural-gas': false } });
    const {
      stats,
      asOfSeq: statusSeq,
      current,
    } = performance as {
      stats: object;
      asOfSeq: number;
      current: { totalPositions: number; accountBalance: number };
    };
    expect([statusSeq >= asOfSeq, stats]).toEqual([
      true,
      expect.objectContaining({ completedTrades: 1, totalTrades: 1 }),
    ]);
    expect([current.totalPositions, current.accountBalance]).toEqual([
      0,
      expect.closeTo(25_000 + pnl - fees, 1),
    ]);
    expect((snapshots as { asOfSeq: number }[]).every((row) => row.asOfSeq >= asOfSeq)).toBe(true);
  });
});
