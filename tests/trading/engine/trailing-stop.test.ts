// Trailing stops and lost stops.
import { describe, expect, test } from 'vitest';
import {
  type DeskHarness,
  GAS,
  createLevelPlaybook,
  openDesk,
  createTestConfig,
} from '../../support/desk-harness';
import {
  executeCommand,
  getBook,
  createManualOrder,
  listWorkingOrders,
} from '../../support/reference-orders';
import { computeTrailingStop } from '../../../app/trading/risk/protection';
import { toMills, toTicks } from '../../../app/trading/domain/units';

/** Buys gas below 3.000 with a stop of 1 ATR (0.1): 100 ticks. */
async function openHolding(): Promise<DeskHarness> {
  const level = createLevelPlaybook('natural-gas', 3, 1);
  const desk = await openDesk(
    createTestConfig({
      listPlaybooks: (key) =>
        key === 'natural-gas' ? [{ ...level, row: { ...level.row, targetRatio: null } }] : [],
    }),
  );
  await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
  desk.bar(GAS, [2500, 2500, 2500, 2500]);
  return desk;
}
const listStops = (desk: DeskHarness) =>
  listWorkingOrders(desk).flatMap(([purpose, , priceTicks]) =>
    purpose === 'STOP' ? [priceTicks] : [],
  );

describe('stop of a playbook', () => {
  test('stays until the profit reaches its distance, then trails the close', async () => {
    const desk = await openHolding();
    // bought at 2502: half-spread and slippage of one tick each
    expect(listStops(desk)).toEqual([2402]);
    desk.bar(GAS, [2500, 2610, 2500, 2601]);
    expect(listStops(desk)).toEqual([2402]);
    desk.bar(GAS, [2601, 2650, 2600, 2640]);
    expect(listStops(desk)).toEqual([2540]);
    desk.bar(GAS, [2640, 2640, 2600, 2605]);
    expect(listStops(desk)).toEqual([2540]);
    desk.bar(GAS, [2605, 2605, 2530, 2600]);
    expect([listStops(desk), Object.keys(getBook(desk).positions)]).toEqual([[], []]);
  });

  test('is placed again if lost, and blocks entries until then', async () => {
    const desk = await openHolding();
    const [stop] = Object.values(getBook(desk).orders).filter(({ purpose }) => purpose === 'STOP');
    await desk.send('ann', { type: 'CancelOrder', orderId: stop?.id ?? '' });
    expect(
      await executeCommand(desk, createManualOrder({ instrumentId: 'CORN', lots: 1 })),
    ).not.toBe('granted');
    desk.quote({ ...GAS, id: 'CL' }, 7000);
    expect(await executeCommand(desk, createManualOrder({ instrumentId: 'CL', lots: 1 }))).toBe(
      'UNPROTECTED',
    );
    desk.bar(GAS, [2500, 2500, 2480, 2490]);
    expect(listStops(desk)).toEqual([2390]);
    expect(await executeCommand(desk, createManualOrder({ instrumentId: 'CL', lots: 1 }))).not.toBe(
      'UNPROTECTED',
    );
  });
});

describe('trailed stop', () => {
  const long = {
    isLong: true,
    gainMills: toMills(100),
    distanceMills: toMills(100),
    distanceTicks: toTicks(10),
    lastTicks: 112,
    stopTicks: 90,
  };
  test.each([
    ['a long one follows upwards', long, 102],
    ['not before its gain is as large as its risk', { ...long, gainMills: toMills(99) }, null],
    ['not back', { ...long, stopTicks: 102 }, null],
    [
      'a short one follows downwards, also below zero',
      { ...long, isLong: false, lastTicks: -20, stopTicks: 0 },
      -10,
    ],
  ])('%s', (_what, trailing, expected) => expect(computeTrailingStop(trailing)).toBe(expected));
});
