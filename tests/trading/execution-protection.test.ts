import { describe, expect, test } from 'vitest';
import { CRUDE, type DeskHarness, GAS, openDesk, createTestConfig } from '../support/desk-harness';
import {
  executeCommand,
  listFillPrices,
  createManualOrder,
  listHoldings,
  listWorkingOrders,
} from '../support/reference-orders';

async function gasDesk(): Promise<DeskHarness> {
  const desk = await openDesk();
  desk.quote(GAS, 2800);
  return desk;
}

describe('stop and target', () => {
  test('are at their distances from the fill, on the right side', async () => {
    const desk = await gasDesk();
    await desk.send('ann', createManualOrder({ stop: 50, target: 100 }));
    expect(listWorkingOrders(desk)).toEqual([
      ['STOP', 30, 2752],
      ['TARGET', 30, 2902],
    ]);
    desk.quote(CRUDE, 7000);
    await desk.send(
      'ann',
      createManualOrder({ instrumentId: 'CL', side: 'SELL', lots: 10, stop: 40, target: 90 }),
    );
    expect(listWorkingOrders(desk).slice(2)).toEqual([
      ['STOP', 10, 7038],
      ['TARGET', 10, 6908],
    ]);
  });

  test('protect all lots after more were added, at the new distances', async () => {
    const desk = await gasDesk();
    await desk.send('ann', createManualOrder({ stop: 50, target: 100 }));
    desk.quote(GAS, 2820);
    await desk.send('ann', createManualOrder({ lots: 10, stop: 30, target: 60 }));
    expect(listWorkingOrders(desk)).toEqual([
      ['STOP', 40, 2792],
      ['TARGET', 40, 2882],
    ]);
  });

  test('keep their prices if an added entry sets none', async () => {
    const desk = await gasDesk();
    await desk.send('ann', createManualOrder({ stop: 50, target: 100 }));
    await desk.send('ann', createManualOrder({ lots: 10 }));
    expect(listWorkingOrders(desk)).toEqual([
      ['STOP', 40, 2752],
      ['TARGET', 40, 2902],
    ]);
    desk.quote(GAS, 2700);
    expect([listFillPrices(desk), listHoldings(desk)]).toEqual([[2802, 2802, 2698], []]);
  });

  test('are resized with the position', async () => {
    const desk = await gasDesk();
    await desk.send('ann', createManualOrder({ stop: 50, target: 100 }));
    await desk.send('ann', createManualOrder({ side: 'SELL', lots: 20 }));
    expect([listHoldings(desk), listWorkingOrders(desk)]).toEqual([
      [['NG', 10]],
      [
        ['STOP', 10, 2752],
        ['TARGET', 10, 2902],
      ],
    ]);
  });

  test('are cancelled with the position', async () => {
    const desk = await gasDesk();
    await desk.send('ann', createManualOrder({ stop: 50, target: 100 }));
    desk.quote(GAS, 2950);
    expect([listFillPrices(desk), listWorkingOrders(desk), listHoldings(desk)]).toEqual([
      [2802, 2902],
      [],
      [],
    ]);
  });

  test('are at least one tick away', async () => {
    const desk = await gasDesk();
    expect(await executeCommand(desk, createManualOrder({ stop: 0 }))).toBe('INVALID');
    expect(await executeCommand(desk, createManualOrder({ target: -5 }))).toBe('INVALID');
    expect(await executeCommand(desk, createManualOrder({ stop: 1 }))).toBe('granted');
  });

  test('may be below zero; the stop is then never reached', async () => {
    const desk = await gasDesk();
    expect(await executeCommand(desk, createManualOrder({ stop: 5000 }))).toBe('granted');
    desk.quote(GAS, 1);
    expect(listHoldings(desk)).toEqual([['NG', 30]]);
  });
});

describe('bar history', () => {
  test('an entry at a close fills at the next open and can be stopped in that bar', async () => {
    const desk = await openDesk(createTestConfig({ fillsAtOnce: false }));
    desk.bar(GAS, [2800, 2810, 2790, 2800]);
    await desk.send('ann', createManualOrder({ stop: 50 }));
    expect(listFillPrices(desk)).toEqual([]);
    desk.bar(GAS, [2820, 2830, 2700, 2710]);
    expect(listFillPrices(desk)).toEqual([2822, 2770]); // open 2.820: ask 2.821 + 1; trigger 2.772 less spread and slippage
  });

  test('a stop or target passed by the open fills at the open', async () => {
    const desk = await openDesk(createTestConfig({ fillsAtOnce: false }));
    desk.bar(GAS, [2800, 2810, 2790, 2800]);
    await desk.send('ann', createManualOrder({ stop: 50, target: 100 }));
    desk.bar(GAS, [2800, 2810, 2790, 2800]);
    desk.bar(GAS, [2600, 2610, 2590, 2600]);
    expect(listFillPrices(desk)).toEqual([2802, 2598]);
  });
});
