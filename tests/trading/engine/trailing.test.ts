// A stop that follows what a position has gained, and one that was lost.
import { describe, expect, test } from 'vitest';
import {
  type DeskHarness,
  GAS,
  levelPlaybook,
  openDesk,
  testConfig,
} from '../../support/desk-harness';
import { answer, getBook, handOrder, workingOrders } from '../../support/reference-orders';
import { trailedStop } from '../../../app/trading/risk/protection';
import { toMills, toTicks } from '../../../app/trading/domain/units';

/** Buys gas below 3.000 with a stop of one range of a tenth: 100 ticks. */
async function holding(): Promise<DeskHarness> {
  const level = levelPlaybook('natural-gas', 3, 1);
  const desk = await openDesk(
    testConfig({
      playbooksOf: (key) =>
        key === 'natural-gas' ? [{ ...level, row: { ...level.row, targetRatio: null } }] : [],
    }),
  );
  await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
  desk.bar(GAS, [2500, 2500, 2500, 2500]);
  return desk;
}
const stops = (desk: DeskHarness) =>
  workingOrders(desk).flatMap(([purpose, , priceTicks]) =>
    purpose === 'STOP' ? [priceTicks] : [],
  );

describe('the stop of a playbook', () => {
  test('stays until the position has gained its distance, then hangs that far behind the close and never goes back', async () => {
    const desk = await holding();
    // bought at 2502: half-spread and slippage of one tick each
    expect(stops(desk)).toEqual([2402]);
    desk.bar(GAS, [2500, 2610, 2500, 2601]);
    expect(stops(desk)).toEqual([2402]);
    desk.bar(GAS, [2601, 2650, 2600, 2640]);
    expect(stops(desk)).toEqual([2540]);
    desk.bar(GAS, [2640, 2640, 2600, 2605]);
    expect(stops(desk)).toEqual([2540]);
    desk.bar(GAS, [2605, 2605, 2530, 2600]);
    expect([stops(desk), Object.keys(getBook(desk).positions)]).toEqual([[], []]);
  });

  test('is placed again where it was lost, and until then nothing is opened beside the position', async () => {
    const desk = await holding();
    const [stop] = Object.values(getBook(desk).orders).filter(({ purpose }) => purpose === 'STOP');
    await desk.send('ann', { type: 'CancelOrder', orderId: stop?.id ?? '' });
    expect(await answer(desk, handOrder({ instrumentId: 'CORN', lots: 1 }))).not.toBe('granted');
    desk.quote({ ...GAS, id: 'CL' }, 7000);
    expect(await answer(desk, handOrder({ instrumentId: 'CL', lots: 1 }))).toBe('UNPROTECTED');
    desk.bar(GAS, [2500, 2500, 2480, 2490]);
    expect(stops(desk)).toEqual([2390]);
    expect(await answer(desk, handOrder({ instrumentId: 'CL', lots: 1 }))).not.toBe('UNPROTECTED');
  });
});

describe('a trailed stop', () => {
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
  ])('%s', (_what, trailing, expected) => expect(trailedStop(trailing)).toBe(expected));
});
