import { describe, expect, test } from 'vitest';
import {
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
import { DAY_MS } from '../../app/trading/domain/time';

async function gasDesk(config = testConfig()): Promise<DeskHarness> {
  const desk = await openDesk(config);
  desk.quote(GAS, 2800);
  return desk;
}

describe('an entry that waits is taken back', () => {
  const waiting = async (): Promise<DeskHarness> => {
    const desk = await gasDesk();
    await desk.send('ann', handOrder({ orderType: 'LIMIT', price: 2700 }));
    expect(workingOrders(desk)).toEqual([['ENTRY', 30, 2700]]);
    return desk;
  };
  const opensNothing = (desk: DeskHarness): void => {
    desk.quote(GAS, 2690);
    expect([
      fillPrices(desk),
      desk.runner.state().books['ann:simulation']?.balances.reserved,
    ]).toEqual([[], 0]);
  };

  test('by STOP', async () => {
    const desk = await waiting();
    await desk.send('ann', { type: 'StopTrading', commodity: 'natural-gas' });
    opensNothing(desk);
  });
  test('by a halt of all trading', async () => {
    const desk = await waiting();
    await desk.send('system', { type: 'HaltTrading', reason: 'the audit failed' });
    opensNothing(desk);
    expect(await answer(desk, handOrder())).toBe('HALTED');
  });
  test('when its book is left: a book that is not selected opens nothing', async () => {
    const desk = await waiting();
    await desk.send('ann', { type: 'SelectMode', mode: 'paper' });
    opensNothing(desk);
  });
  test('while what protects a position stays', async () => {
    const desk = await gasDesk();
    await desk.send('ann', handOrder({ stop: 50 }));
    await desk.send('ann', { type: 'SelectMode', mode: 'paper' });
    await desk.send('system', { type: 'HaltTrading', reason: 'the audit failed' });
    desk.quote(GAS, 2700);
    expect([fillPrices(desk), desk.runner.state().books['ann:simulation']?.positions]).toEqual([
      [2802, 2698],
      {},
    ]);
  });
  test('only by the desk itself is all trading halted', async () => {
    const desk = await gasDesk();
    expect(await answer(desk, { type: 'HaltTrading', reason: 'mine' })).toBe('MODE');
    expect(desk.runner.state().trading.state).toBe('ACTIVE');
  });
});

describe('a lost day', () => {
  const lost = async (): Promise<DeskHarness> => {
    const desk = await gasDesk();
    await desk.send('ann', handOrder({ lots: 100 }));
    desk.quote(GAS, 1700);
    expect(await answer(desk, handOrder({ lots: 1 }))).toBe('DAILY_LOSS');
    return desk;
  };

  test('stays lost when the loss is regained', async () => {
    const desk = await lost();
    desk.quote(GAS, 2900);
    expect(await answer(desk, handOrder({ lots: 1 }))).toBe('DAILY_LOSS');
    expect(await answer(desk, handOrder({ side: 'SELL', lots: 100 }))).toBe('granted');
  });
  test('is over the next day, which begins with the equity of the last valuation', async () => {
    const desk = await lost();
    desk.quote(GAS, 2900);
    desk.offer({ type: 'Time', atMs: desk.nowMs() + DAY_MS });
    desk.quote(GAS, 2900);
    expect(await answer(desk, handOrder({ lots: 1 }))).toBe('granted');
  });
  test('was seen by the minute’s valuation although nobody asked to enter', async () => {
    const desk = await gasDesk();
    await desk.send('ann', handOrder({ lots: 100 }));
    desk.offer({ type: 'Time', atMs: desk.nowMs() + 61_000 });
    desk.quote(GAS, 1700);
    desk.offer({ type: 'Time', atMs: desk.nowMs() + 61_000 });
    desk.quote(GAS, 2900);
    desk.offer({ type: 'Time', atMs: desk.nowMs() + 61_000 });
    expect(await answer(desk, handOrder({ lots: 1 }))).toBe('DAILY_LOSS');
  });
  test('ends with its epoch', async () => {
    const desk = await lost();
    await desk.send('ann', { type: 'ResetBook' });
    desk.quote(GAS, 2800);
    expect(await answer(desk, handOrder({ lots: 1 }))).toBe('granted');
  });
});

describe('one entry for one signal', () => {
  const running = async (fillsAtOnce: boolean): Promise<DeskHarness> => {
    const desk = await openDesk(
      testConfig({
        fillsAtOnce,
        playbooksOf: (key) => (key === 'natural-gas' ? [levelPlaybook('natural-gas', 3, 0.5)] : []),
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
      const desk = await running(fillsAtOnce);
      expect([holdings(desk), fillPrices(desk).length]).toEqual([[], 2]);
      for (const close of [2700, 2710, 2690]) desk.bar(GAS, [2700, 2720, 2680, close]);
      expect(fillPrices(desk).length).toBe(2);
    },
  );
  test('a signal that turned and came back is entered', async () => {
    const desk = await running(true);
    desk.bar(GAS, [2700, 3110, 2690, 3100]); // above 3: short
    expect(holdings(desk)[0]?.[1]).toBeLessThan(0);
  });
  test('RUN takes the standing signal once more', async () => {
    const desk = await running(true);
    await desk.send('ann', { type: 'StopTrading', commodity: 'natural-gas' });
    await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
    expect(holdings(desk)).toHaveLength(1);
  });
});

describe('an order by hand', () => {
  test.each([
    ['more lots than any order may have', handOrder({ lots: 1_000_001 }), 'SIZE'],
    ['as many lots as a number can count', handOrder({ lots: Number.MAX_SAFE_INTEGER }), 'SIZE'],
    ['no lots', handOrder({ lots: 0 }), 'SIZE'],
    [
      'a price beyond all prices',
      handOrder({ orderType: 'LIMIT', price: Number.MAX_SAFE_INTEGER }),
      'INVALID',
    ],
    ['a stop beyond all prices', handOrder({ stop: Number.MAX_SAFE_INTEGER }), 'INVALID'],
    ['a market order with a price', handOrder({ price: 2800 }), 'INVALID'],
    ['a limit order without one', handOrder({ orderType: 'LIMIT' }), 'INVALID'],
  ])('with %s is refused, and the desk goes on', async (_name, command, code) => {
    const desk = await gasDesk();
    expect(await answer(desk, command)).toBe(code);
    expect([
      getBook(desk).positions,
      getBook(desk).orders,
      getBook(desk).balances.available,
    ]).toEqual([{}, {}, 25_000_000]);
  });
  test('reduces on the other side, never through zero', async () => {
    const desk = await gasDesk();
    await desk.send('ann', handOrder());
    expect(await answer(desk, handOrder({ side: 'SELL', lots: 31 }))).toBe('SIZE');
    expect(await answer(desk, handOrder({ side: 'SELL', lots: 30 }))).toBe('granted');
    expect(holdings(desk)).toEqual([]);
  });
});

describe('a key', () => {
  test('belongs to its user: another user’s equal key is another command, also at the same instant', async () => {
    const desk = await gasDesk();
    await desk.send('bob', {
      type: 'OpenBook',
      mode: 'simulation',
      market: 'test',
      capitalMills: getBook(desk).capitalMills,
    });
    const both = ['ann', 'bob'].map((userId) =>
      desk.runner.execute({ userId, command: handOrder(), idempotencyKey: 'the same' }),
    );
    desk.runner.drain();
    expect(
      (await Promise.all(both)).map(({ envelope, outcome }) => [envelope.userId, outcome.ok]),
    ).toEqual([
      ['ann', true],
      ['bob', true],
    ]);
    expect([holdings(desk, 'ann'), holdings(desk, 'bob')]).toEqual([[['NG', 30]], [['NG', 30]]]);
    const [again] = [await desk.send('bob', handOrder({ lots: 1 }), 'the same')];
    expect(again.outcome).toMatchObject({ ok: false, refusal: { code: 'KEY_REUSED' } });
  });
});

describe('switching modes', () => {
  test('six times in ten minutes, and again when the first is ten minutes old', async () => {
    const desk = await gasDesk();
    for (let turn = 0; turn < 6; turn += 1)
      expect(
        await answer(desk, { type: 'SelectMode', mode: turn % 2 === 0 ? 'paper' : 'simulation' }),
      ).toBe('granted');
    const { outcome } = await desk.send('ann', { type: 'SelectMode', mode: 'paper' });
    expect(outcome).toMatchObject({
      ok: false,
      refusal: { code: 'MODE_SWITCH_RATE', asked: desk.nowMs() + 600_000, allowed: 6 },
    });
    desk.wait(599_999);
    expect(await answer(desk, { type: 'SelectMode', mode: 'paper' })).toBe('MODE_SWITCH_RATE');
    desk.wait(1);
    expect(await answer(desk, { type: 'SelectMode', mode: 'paper' })).toBe('granted');
    expect(await answer(desk, { type: 'SelectMode', mode: 'paper' })).toBe('granted'); // what is selected needs no switch
  });
});
