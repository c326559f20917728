import { describe, expect, test } from 'vitest';
import type { Command } from '../../app/trading/domain/command';
import {
  CRUDE,
  type DeskHarness,
  GAS,
  levelPlaybook,
  openDesk,
  testConfig,
} from '../support/desk-harness';
import {
  answer,
  getBook,
  fillPrices,
  handOrder,
  holdings,
  workingOrders,
} from '../support/reference-orders';

const CLOSE_ALL: Command = { type: 'CloseTrading', commodity: null };

async function heldDesk(config = testConfig()): Promise<DeskHarness> {
  const desk = await openDesk(config);
  desk.quote(GAS, 2800);
  desk.quote(CRUDE, 7000);
  await desk.send('ann', handOrder());
  await desk.send('ann', handOrder({ instrumentId: 'CL', lots: 10 }));
  desk.quote(GAS, 2800);
  desk.quote(CRUDE, 7000);
  return desk;
}

describe('CLOSE ALL closes all', () => {
  test('also a position whose exit waits at a limit', async () => {
    const desk = await heldDesk();
    await desk.send('ann', handOrder({ side: 'SELL', orderType: 'LIMIT', price: 2900 }));
    expect(await answer(desk, CLOSE_ALL)).toBe('granted');
    expect([holdings(desk), workingOrders(desk)]).toEqual([[], []]);
  });

  test('also one of which a part is leaving already', async () => {
    const desk = await heldDesk(testConfig({ fillsAtOnce: false }));
    await desk.send('ann', handOrder({ side: 'SELL', lots: 5 }));
    await desk.send('ann', CLOSE_ALL);
    expect(workingOrders(desk)).toEqual([
      ['EXIT', 30, null],
      ['EXIT', 10, null],
    ]);
    desk.quote(GAS, 2800);
    desk.quote(CRUDE, 7000);
    expect([holdings(desk), getBook(desk).balances.reserved]).toEqual([[], 0]);
  });

  test('and a second press, before the first has filled, changes nothing', async () => {
    const desk = await heldDesk(testConfig({ fillsAtOnce: false }));
    await desk.send('ann', CLOSE_ALL);
    const orders = workingOrders(desk);
    expect(await answer(desk, CLOSE_ALL)).toBe('granted');
    expect(workingOrders(desk)).toEqual(orders);
  });

  test('but for what its venue does not take now: the others leave, and the answer names it', async () => {
    let isShut = false;
    const desk = await heldDesk(
      testConfig({
        sessionClosed: (_mode, { id }) => (isShut && id === 'NG' ? 'NYMEX is closed.' : null),
      }),
    );
    await desk.send('ann', handOrder({ side: 'SELL', orderType: 'LIMIT', price: 2900 }));
    isShut = true;
    const { outcome } = await desk.send('ann', CLOSE_ALL);
    expect(outcome).toMatchObject({
      ok: true,
      value: { waiting: [{ instrumentId: 'NG', reason: 'NG: NYMEX is closed.' }] },
    });
    // what waited there goes on waiting
    expect([holdings(desk), workingOrders(desk)]).toEqual([[['NG', 30]], [['EXIT', 30, 2900]]]);
    isShut = false;
    desk.quote(GAS, 2800);
    expect([holdings(desk), workingOrders(desk)]).toEqual([[], []]);
  });

  test('a playbook leaves although an exit by hand waits at a limit', async () => {
    const desk = await openDesk(
      testConfig({
        playbooksOf: (key) => (key === 'natural-gas' ? [levelPlaybook('natural-gas', 2.79)] : []),
      }),
    );
    desk.bar(GAS, [2780, 2785, 2775, 2780]);
    await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
    const lots = holdings(desk)[0]?.[1] ?? 0;
    await desk.send('ann', handOrder({ side: 'SELL', orderType: 'LIMIT', price: 2900, lots }));
    desk.bar(GAS, [2780, 2805, 2775, 2800]);
    expect([holdings(desk), workingOrders(desk), fillPrices(desk)]).toEqual([[], [], [2782, 2798]]);
  });
});

describe('a reset', () => {
  test('waits for its exits, and lets nothing open meanwhile', async () => {
    const desk = await heldDesk(testConfig({ fillsAtOnce: false }));
    expect(await answer(desk, { type: 'ResetBook' })).toBe('granted');
    expect(getBook(desk)).toMatchObject({ isResetPending: true, epoch: 1 });
    expect(await answer(desk, handOrder({ instrumentId: 'CORN', lots: 1 }))).toBe('OPEN_POSITIONS');
    desk.quote(GAS, 2900);
    expect(getBook(desk)).toMatchObject({ isResetPending: true, epoch: 1 });
    desk.quote(CRUDE, 7000);
    expect(getBook(desk)).toMatchObject({
      isResetPending: false,
      epoch: 2,
      balances: { available: 25_000_000, reserved: 0, equity: -25_000_000, realised: 0, fees: 0 },
    });
  });

  test('takes back entries that wait, with what they hold', async () => {
    const desk = await openDesk();
    desk.quote(GAS, 2800);
    await desk.send('ann', handOrder({ orderType: 'LIMIT', price: 2750 }));
    expect(getBook(desk).balances.reserved).toBe(825_000);
    await desk.send('ann', { type: 'ResetBook' });
    expect(getBook(desk)).toMatchObject({
      epoch: 1,
      orders: {},
      balances: { reserved: 0, available: 25_000_000 },
    });
  });

  test('of a book that is as new begins no other epoch: sent twice it is done once', async () => {
    const desk = await heldDesk();
    for (let time = 0; time < 3; time += 1)
      expect(await answer(desk, { type: 'ResetBook' })).toBe('granted');
    expect(getBook(desk)).toMatchObject({ epoch: 2, balances: { available: 25_000_000 } });
  });

  test('of a live book is refused', async () => {
    const desk = await openDesk();
    await desk.send('ann', { type: 'SelectMode', mode: 'live' });
    expect(await answer(desk, { type: 'ResetBook' })).toBe('LIVE_NOT_RESETTABLE');
  });
});

describe('whose position it is', () => {
  test('another user neither closes it nor takes back its orders', async () => {
    const desk = await heldDesk();
    await desk.send('bob', {
      type: 'OpenBook',
      mode: 'simulation',
      market: 'test',
      capitalMills: getBook(desk).capitalMills,
    });
    const before = getBook(desk);
    await desk.send('ann', handOrder({ orderType: 'LIMIT', price: 2700 }));
    const [held, waiting] = [
      Object.keys(before.positions)[0] ?? '',
      Object.keys(getBook(desk).orders)[0] ?? '',
    ];
    expect(await answer(desk, { type: 'ClosePosition', positionId: held }, 'bob')).toBe(
      'UNKNOWN_POSITION',
    );
    expect(await answer(desk, { type: 'CancelOrder', orderId: waiting }, 'bob')).toBe('INVALID');
    expect([holdings(desk), workingOrders(desk)]).toEqual([
      [
        ['NG', 30],
        ['CL', 10],
      ],
      [['ENTRY', 30, 2700]],
    ]);
  });

  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', ''])(
    '%j is nobody’s position, order or contract',
    async (name) => {
      const desk = await heldDesk();
      expect(await answer(desk, { type: 'ClosePosition', positionId: name })).toBe(
        'UNKNOWN_POSITION',
      );
      expect(await answer(desk, { type: 'CancelOrder', orderId: name })).toBe('INVALID');
      expect(await answer(desk, handOrder({ instrumentId: name }))).toBe('UNKNOWN_INSTRUMENT');
    },
  );
});
