import { describe, expect, test } from 'vitest';
import type { Command } from '../../app/trading/domain/command';
import {
  CRUDE,
  type DeskHarness,
  GAS,
  createLevelPlaybook,
  openDesk,
  createTestConfig,
} from '../support/desk-harness';
import {
  executeCommand,
  getBook,
  listFillPrices,
  createManualOrder,
  listHoldings,
  listWorkingOrders,
} from '../support/reference-orders';

const CLOSE_ALL: Command = { type: 'CloseTrading', commodity: null };

async function heldDesk(config = createTestConfig()): Promise<DeskHarness> {
  const desk = await openDesk(config);
  desk.quote(GAS, 2800);
  desk.quote(CRUDE, 7000);
  await desk.send('ann', createManualOrder());
  await desk.send('ann', createManualOrder({ instrumentId: 'CL', lots: 10 }));
  desk.quote(GAS, 2800);
  desk.quote(CRUDE, 7000);
  return desk;
}

describe('CLOSE ALL', () => {
  test('closes a position with a working limit exit', async () => {
    const desk = await heldDesk();
    await desk.send('ann', createManualOrder({ side: 'SELL', orderType: 'LIMIT', price: 2900 }));
    expect(await executeCommand(desk, CLOSE_ALL)).toBe('granted');
    expect([listHoldings(desk), listWorkingOrders(desk)]).toEqual([[], []]);
  });

  test('closes a position with a partial exit working', async () => {
    const desk = await heldDesk(createTestConfig({ fillsAtOnce: false }));
    await desk.send('ann', createManualOrder({ side: 'SELL', lots: 5 }));
    await desk.send('ann', CLOSE_ALL);
    expect(listWorkingOrders(desk)).toEqual([
      ['EXIT', 30, null],
      ['EXIT', 10, null],
    ]);
    desk.quote(GAS, 2800);
    desk.quote(CRUDE, 7000);
    expect([listHoldings(desk), getBook(desk).balances.reserved]).toEqual([[], 0]);
  });

  test('is idempotent before the first fill', async () => {
    const desk = await heldDesk(createTestConfig({ fillsAtOnce: false }));
    await desk.send('ann', CLOSE_ALL);
    const orders = listWorkingOrders(desk);
    expect(await executeCommand(desk, CLOSE_ALL)).toBe('granted');
    expect(listWorkingOrders(desk)).toEqual(orders);
  });

  test('skips positions at a closed venue and names them', async () => {
    let isShut = false;
    const desk = await heldDesk(
      createTestConfig({
        explainClosedSession: (_mode, { id }) =>
          isShut && id === 'NG' ? 'NYMEX is closed.' : null,
      }),
    );
    await desk.send('ann', createManualOrder({ side: 'SELL', orderType: 'LIMIT', price: 2900 }));
    isShut = true;
    const { outcome } = await desk.send('ann', CLOSE_ALL);
    expect(outcome).toMatchObject({
      ok: true,
      value: { waiting: [{ instrumentId: 'NG', reason: 'NG: NYMEX is closed.' }] },
    });
    // what waited there goes on waiting
    expect([listHoldings(desk), listWorkingOrders(desk)]).toEqual([
      [['NG', 30]],
      [['EXIT', 30, 2900]],
    ]);
    isShut = false;
    desk.quote(GAS, 2800);
    expect([listHoldings(desk), listWorkingOrders(desk)]).toEqual([[], []]);
  });

  test('a playbook exits despite a working manual limit exit', async () => {
    const desk = await openDesk(
      createTestConfig({
        listPlaybooks: (key) =>
          key === 'natural-gas' ? [createLevelPlaybook('natural-gas', 2.79)] : [],
      }),
    );
    desk.bar(GAS, [2780, 2785, 2775, 2780]);
    await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
    const lots = listHoldings(desk)[0]?.[1] ?? 0;
    await desk.send(
      'ann',
      createManualOrder({ side: 'SELL', orderType: 'LIMIT', price: 2900, lots }),
    );
    desk.bar(GAS, [2780, 2805, 2775, 2800]);
    expect([listHoldings(desk), listWorkingOrders(desk), listFillPrices(desk)]).toEqual([
      [],
      [],
      [2782, 2798],
    ]);
  });
});

describe('account reset', () => {
  test('waits for exits and blocks entries meanwhile', async () => {
    const desk = await heldDesk(createTestConfig({ fillsAtOnce: false }));
    expect(await executeCommand(desk, { type: 'ResetBook' })).toBe('granted');
    expect(getBook(desk)).toMatchObject({ isResetPending: true, epoch: 1 });
    expect(await executeCommand(desk, createManualOrder({ instrumentId: 'CORN', lots: 1 }))).toBe(
      'OPEN_POSITIONS',
    );
    desk.quote(GAS, 2900);
    expect(getBook(desk)).toMatchObject({ isResetPending: true, epoch: 1 });
    desk.quote(CRUDE, 7000);
    expect(getBook(desk)).toMatchObject({
      isResetPending: false,
      epoch: 2,
      balances: { available: 25_000_000, reserved: 0, equity: -25_000_000, realised: 0, fees: 0 },
    });
  });

  test('cancels pending entries and releases their cash', async () => {
    const desk = await openDesk();
    desk.quote(GAS, 2800);
    await desk.send('ann', createManualOrder({ orderType: 'LIMIT', price: 2750 }));
    expect(getBook(desk).balances.reserved).toBe(825_000);
    await desk.send('ann', { type: 'ResetBook' });
    expect(getBook(desk)).toMatchObject({
      epoch: 1,
      orders: {},
      balances: { reserved: 0, available: 25_000_000 },
    });
  });

  test('of a new account starts no period: idempotent', async () => {
    const desk = await heldDesk();
    for (let time = 0; time < 3; time += 1)
      expect(await executeCommand(desk, { type: 'ResetBook' })).toBe('granted');
    expect(getBook(desk)).toMatchObject({ epoch: 2, balances: { available: 25_000_000 } });
  });

  test('is rejected in live mode', async () => {
    const desk = await openDesk();
    await desk.send('ann', { type: 'SelectMode', mode: 'live' });
    expect(await executeCommand(desk, { type: 'ResetBook' })).toBe('LIVE_NOT_RESETTABLE');
  });
});

describe('ownership', () => {
  test('another user can neither close a position nor cancel its orders', async () => {
    const desk = await heldDesk();
    await desk.send('bob', {
      type: 'OpenBook',
      mode: 'simulation',
      market: 'test',
      capitalMills: getBook(desk).capitalMills,
    });
    const before = getBook(desk);
    await desk.send('ann', createManualOrder({ orderType: 'LIMIT', price: 2700 }));
    const [held, waiting] = [
      Object.keys(before.positions)[0] ?? '',
      Object.keys(getBook(desk).orders)[0] ?? '',
    ];
    expect(await executeCommand(desk, { type: 'ClosePosition', positionId: held }, 'bob')).toBe(
      'UNKNOWN_POSITION',
    );
    expect(await executeCommand(desk, { type: 'CancelOrder', orderId: waiting }, 'bob')).toBe(
      'INVALID',
    );
    expect([listHoldings(desk), listWorkingOrders(desk)]).toEqual([
      [
        ['NG', 30],
        ['CL', 10],
      ],
      [['ENTRY', 30, 2700]],
    ]);
  });

  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', ''])(
    '%j matches no position, order or contract',
    async (name) => {
      const desk = await heldDesk();
      expect(await executeCommand(desk, { type: 'ClosePosition', positionId: name })).toBe(
        'UNKNOWN_POSITION',
      );
      expect(await executeCommand(desk, { type: 'CancelOrder', orderId: name })).toBe('INVALID');
      expect(await executeCommand(desk, createManualOrder({ instrumentId: name }))).toBe(
        'UNKNOWN_INSTRUMENT',
      );
    },
  );
});
