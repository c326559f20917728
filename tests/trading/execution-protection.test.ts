import { describe, expect, test } from 'vitest';
import { CRUDE, type DeskHarness, GAS, openDesk, testConfig } from '../support/desk-harness';
import {
  answer,
  fillPrices,
  handOrder,
  holdings,
  workingOrders,
} from '../support/reference-orders';

async function gasDesk(): Promise<DeskHarness> {
  const desk = await openDesk();
  desk.quote(GAS, 2800);
  return desk;
}

describe('stop and target', () => {
  test('lie at their distances from the fill, on the right side', async () => {
    const desk = await gasDesk();
    await desk.send('ann', handOrder({ stop: 50, target: 100 }));
    expect(workingOrders(desk)).toEqual([
      ['STOP', 30, 2752],
      ['TARGET', 30, 2902],
    ]);
    desk.quote(CRUDE, 7000);
    await desk.send(
      'ann',
      handOrder({ instrumentId: 'CL', side: 'SELL', lots: 10, stop: 40, target: 90 }),
    );
    expect(workingOrders(desk).slice(2)).toEqual([
      ['STOP', 10, 7038],
      ['TARGET', 10, 6908],
    ]);
  });

  test('protect all lots after more were added, at the new distances', async () => {
    const desk = await gasDesk();
    await desk.send('ann', handOrder({ stop: 50, target: 100 }));
    desk.quote(GAS, 2820);
    await desk.send('ann', handOrder({ lots: 10, stop: 30, target: 60 }));
    expect(workingOrders(desk)).toEqual([
      ['STOP', 40, 2792],
      ['TARGET', 40, 2882],
    ]);
  });

  test('stay where they are when what is added names none', async () => {
    const desk = await gasDesk();
    await desk.send('ann', handOrder({ stop: 50, target: 100 }));
    await desk.send('ann', handOrder({ lots: 10 }));
    expect(workingOrders(desk)).toEqual([
      ['STOP', 40, 2752],
      ['TARGET', 40, 2902],
    ]);
    desk.quote(GAS, 2700);
    expect([fillPrices(desk), holdings(desk)]).toEqual([[2802, 2802, 2698], []]);
  });

  test('shrink with the position', async () => {
    const desk = await gasDesk();
    await desk.send('ann', handOrder({ stop: 50, target: 100 }));
    await desk.send('ann', handOrder({ side: 'SELL', lots: 20 }));
    expect([holdings(desk), workingOrders(desk)]).toEqual([
      [['NG', 10]],
      [
        ['STOP', 10, 2752],
        ['TARGET', 10, 2902],
      ],
    ]);
  });

  test('end with the position, whichever of them closed it', async () => {
    const desk = await gasDesk();
    await desk.send('ann', handOrder({ stop: 50, target: 100 }));
    desk.quote(GAS, 2950);
    expect([fillPrices(desk), workingOrders(desk), holdings(desk)]).toEqual([[2802, 2902], [], []]);
  });

  test('lie at least one tick away', async () => {
    const desk = await gasDesk();
    expect(await answer(desk, handOrder({ stop: 0 }))).toBe('INVALID');
    expect(await answer(desk, handOrder({ target: -5 }))).toBe('INVALID');
    expect(await answer(desk, handOrder({ stop: 1 }))).toBe('granted');
  });

  test('a stop beyond zero is no fault; it is only never reached', async () => {
    const desk = await gasDesk();
    expect(await answer(desk, handOrder({ stop: 5000 }))).toBe('granted');
    desk.quote(GAS, 1);
    expect(holdings(desk)).toEqual([['NG', 30]]);
  });
});

describe('in a history of bars', () => {
  test('an entry decided at a close fills at the next open, and its stop may be hit in that very bar', async () => {
    const desk = await openDesk(testConfig({ fillsAtOnce: false }));
    desk.bar(GAS, [2800, 2810, 2790, 2800]);
    await desk.send('ann', handOrder({ stop: 50 }));
    expect(fillPrices(desk)).toEqual([]);
    desk.bar(GAS, [2820, 2830, 2700, 2710]);
    expect(fillPrices(desk)).toEqual([2822, 2770]); // open 2.820: ask 2.821 + 1; trigger 2.772 less spread and slippage
  });

  test('a stop that the open has passed fills at the open, a target too', async () => {
    const desk = await openDesk(testConfig({ fillsAtOnce: false }));
    desk.bar(GAS, [2800, 2810, 2790, 2800]);
    await desk.send('ann', handOrder({ stop: 50, target: 100 }));
    desk.bar(GAS, [2800, 2810, 2790, 2800]);
    desk.bar(GAS, [2600, 2610, 2590, 2600]);
    expect(fillPrices(desk)).toEqual([2802, 2598]);
  });
});
