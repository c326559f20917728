import { describe, expect, test } from 'vitest';
import {
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
import { DAY_MS } from '../../app/trading/domain/time';

async function gasDesk(config = createTestConfig()): Promise<DeskHarness> {
  const desk = await openDesk(config);
  desk.quote(GAS, 2800);
  return desk;
}

describe('a pending entry is canceled', () => {
  const openDeskWithPendingEntry = async (): Promise<DeskHarness> => {
    const desk = await gasDesk();
    await desk.send('ann', createManualOrder({ orderType: 'LIMIT', price: 2700 }));
    expect(listWorkingOrders(desk)).toEqual([['ENTRY', 30, 2700]]);
    return desk;
  };
  const opensNothing = (desk: DeskHarness): void => {
    desk.quote(GAS, 2690);
    expect([
      listFillPrices(desk),
      desk.runner.state().books['ann:simulation']?.balances.reserved,
    ]).toEqual([[], 0]);
  };

  test('by STOP', async () => {
    const desk = await openDeskWithPendingEntry();
    await desk.send('ann', { type: 'StopTrading', commodity: 'natural-gas' });
    opensNothing(desk);
  });
  test('by a trading halt', async () => {
    const desk = await openDeskWithPendingEntry();
    await desk.send('system', { type: 'HaltTrading', reason: 'the audit failed' });
    opensNothing(desk);
    expect(await executeCommand(desk, createManualOrder())).toBe('HALTED');
  });
  test('when another mode is selected', async () => {
    const desk = await openDeskWithPendingEntry();
    await desk.send('ann', { type: 'SelectMode', mode: 'paper' });
    opensNothing(desk);
  });
  test('while protective orders stay', async () => {
    const desk = await gasDesk();
    await desk.send('ann', createManualOrder({ stop: 50 }));
    await desk.send('ann', { type: 'SelectMode', mode: 'paper' });
    await desk.send('system', { type: 'HaltTrading', reason: 'the audit failed' });
    desk.quote(GAS, 2700);
    expect([listFillPrices(desk), desk.runner.state().books['ann:simulation']?.positions]).toEqual([
      [2802, 2698],
      {},
    ]);
  });
  test('only the system can halt all trading', async () => {
    const desk = await gasDesk();
    expect(await executeCommand(desk, { type: 'HaltTrading', reason: 'mine' })).toBe('MODE');
    expect(desk.runner.state().trading.state).toBe('ACTIVE');
  });
});

describe('daily loss limit', () => {
  const openDeskAfterLoss = async (): Promise<DeskHarness> => {
    const desk = await gasDesk();
    await desk.send('ann', createManualOrder({ lots: 100 }));
    desk.quote(GAS, 1700);
    expect(await executeCommand(desk, createManualOrder({ lots: 1 }))).toBe('DAILY_LOSS');
    return desk;
  };

  test('stays tripped when the loss is recovered', async () => {
    const desk = await openDeskAfterLoss();
    desk.quote(GAS, 2900);
    expect(await executeCommand(desk, createManualOrder({ lots: 1 }))).toBe('DAILY_LOSS');
    expect(await executeCommand(desk, createManualOrder({ side: 'SELL', lots: 100 }))).toBe(
      'granted',
    );
  });
  test('resets the next day from the last valuation', async () => {
    const desk = await openDeskAfterLoss();
    desk.quote(GAS, 2900);
    desk.offer({ type: 'Time', atMs: desk.nowMs() + DAY_MS });
    desk.quote(GAS, 2900);
    expect(await executeCommand(desk, createManualOrder({ lots: 1 }))).toBe('granted');
  });
  test('trips on the minute valuation without an entry', async () => {
    const desk = await gasDesk();
    await desk.send('ann', createManualOrder({ lots: 100 }));
    desk.offer({ type: 'Time', atMs: desk.nowMs() + 61_000 });
    desk.quote(GAS, 1700);
    desk.offer({ type: 'Time', atMs: desk.nowMs() + 61_000 });
    desk.quote(GAS, 2900);
    desk.offer({ type: 'Time', atMs: desk.nowMs() + 61_000 });
    expect(await executeCommand(desk, createManualOrder({ lots: 1 }))).toBe('DAILY_LOSS');
  });
  test('ends with the account period', async () => {
    const desk = await openDeskAfterLoss();
    await desk.send('ann', { type: 'ResetBook' });
    desk.quote(GAS, 2800);
    expect(await executeCommand(desk, createManualOrder({ lots: 1 }))).toBe('granted');
  });
});

describe('one entry per signal', () => {
  const openRunningDesk = async (fillsAtOnce: boolean): Promise<DeskHarness> => {
    const desk = await openDesk(
      createTestConfig({
        fillsAtOnce,
        listPlaybooks: (key) =>
          key === 'natural-gas' ? [createLevelPlaybook('natural-gas', 3, 0.5)] : [],
      }),
    );
    await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
    desk.bar(GAS, [2800, 2810, 2790, 2800]);
    desk.bar(GAS, [2800, 2810, 2600, 2700]); // entered, and stopped out inside
    return desk;
  };

  test.each([true, false])(
    'after its stop the same signal is not entered again (fills at once: %s)',
    async (fillsAtOnce) => {
      const desk = await openRunningDesk(fillsAtOnce);
      expect([listHoldings(desk), listFillPrices(desk).length]).toEqual([[], 2]);
      for (const close of [2700, 2710, 2690]) desk.bar(GAS, [2700, 2720, 2680, close]);
      expect(listFillPrices(desk).length).toBe(2);
    },
  );
  test('enters again after a signal reversed and returned', async () => {
    const desk = await openRunningDesk(true);
    desk.bar(GAS, [2700, 3110, 2690, 3100]); // above 3: short
    expect(listHoldings(desk)[0]?.[1]).toBeLessThan(0);
  });
  test('RUN enters the current signal again', async () => {
    const desk = await openRunningDesk(true);
    await desk.send('ann', { type: 'StopTrading', commodity: 'natural-gas' });
    await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
    expect(listHoldings(desk)).toHaveLength(1);
  });
});

describe('manual order', () => {
  test.each([
    ['more lots than any order may have', createManualOrder({ lots: 1_000_001 }), 'SIZE'],
    [
      'as many lots as a number can count',
      createManualOrder({ lots: Number.MAX_SAFE_INTEGER }),
      'SIZE',
    ],
    ['no lots', createManualOrder({ lots: 0 }), 'SIZE'],
    [
      'a price beyond all prices',
      createManualOrder({ orderType: 'LIMIT', price: Number.MAX_SAFE_INTEGER }),
      'INVALID',
    ],
    ['a stop beyond all prices', createManualOrder({ stop: Number.MAX_SAFE_INTEGER }), 'INVALID'],
    ['a market order with a price', createManualOrder({ price: 2800 }), 'INVALID'],
    ['a limit order without one', createManualOrder({ orderType: 'LIMIT' }), 'INVALID'],
  ])('with %s is refused, and the desk goes on', async (_name, command, code) => {
    const desk = await gasDesk();
    expect(await executeCommand(desk, command)).toBe(code);
    expect([
      getBook(desk).positions,
      getBook(desk).orders,
      getBook(desk).balances.available,
    ]).toEqual([{}, {}, 25_000_000]);
  });
  test('reduces an opposite position, never through zero', async () => {
    const desk = await gasDesk();
    await desk.send('ann', createManualOrder());
    expect(await executeCommand(desk, createManualOrder({ side: 'SELL', lots: 31 }))).toBe('SIZE');
    expect(await executeCommand(desk, createManualOrder({ side: 'SELL', lots: 30 }))).toBe(
      'granted',
    );
    expect(listHoldings(desk)).toEqual([]);
  });
});

describe('idempotency key', () => {
  test('belongs to its user: an equal key of another user is another command', async () => {
    const desk = await gasDesk();
    await desk.send('bob', {
      type: 'OpenBook',
      mode: 'simulation',
      market: 'test',
      capitalMills: getBook(desk).capitalMills,
    });
    const both = ['ann', 'bob'].map((userId) =>
      desk.runner.execute({ userId, command: createManualOrder(), idempotencyKey: 'the same' }),
    );
    desk.runner.drain();
    expect(
      (await Promise.all(both)).map(({ envelope, outcome }) => [envelope.userId, outcome.ok]),
    ).toEqual([
      ['ann', true],
      ['bob', true],
    ]);
    expect([listHoldings(desk, 'ann'), listHoldings(desk, 'bob')]).toEqual([
      [['NG', 30]],
      [['NG', 30]],
    ]);
    const [again] = [await desk.send('bob', createManualOrder({ lots: 1 }), 'the same')];
    expect(again.outcome).toMatchObject({ ok: false, refusal: { code: 'KEY_REUSED' } });
  });
});

describe('switching modes', () => {
  test('is limited to six per ten minutes', async () => {
    const desk = await gasDesk();
    for (let turn = 0; turn < 6; turn += 1)
      expect(
        await executeCommand(desk, {
          type: 'SelectMode',
          mode: turn % 2 === 0 ? 'paper' : 'simulation',
        }),
      ).toBe('granted');
    const { outcome } = await desk.send('ann', { type: 'SelectMode', mode: 'paper' });
    expect(outcome).toMatchObject({
      ok: false,
      refusal: { code: 'MODE_SWITCH_RATE', asked: 6, allowed: 6, resetMs: desk.nowMs() + 600_000 },
    });
    desk.wait(599_999);
    expect(await executeCommand(desk, { type: 'SelectMode', mode: 'paper' })).toBe(
      'MODE_SWITCH_RATE',
    );
    desk.wait(1);
    expect(await executeCommand(desk, { type: 'SelectMode', mode: 'paper' })).toBe('granted');
    expect(await executeCommand(desk, { type: 'SelectMode', mode: 'paper' })).toBe('granted'); // what is selected needs no switch
  });
});
