import { describe, expect, test } from 'vitest';
import {
  type Direction,
  type Position,
  emptyPosition,
  entrySide,
  getDirection,
  exitSide,
  increasePosition,
  profitPercent,
  reducePosition,
  unrealisedMills,
} from '../../app/trading/domain/position';
import { toLots, toMills, toTicks } from '../../app/trading/domain/units';
import { CORN, CRUDE, GAS } from '../support/desk-harness';

const at = (lots: number, priceTicks: number, feeMills = 0, atMs = 1) => ({
  lots: toLots(lots),
  priceTicks: toTicks(priceTicks),
  feeMills: toMills(feeMills),
  atMs,
});
const empty = (direction: Direction, instrumentId = 'NG'): Position =>
  emptyPosition(
    {
      id: 'p1',
      bookId: 'ann:simulation',
      epoch: 1,
      commodity: 'natural-gas',
      instrumentId,
      groupId: null,
      playbookId: null,
      direction,
    },
    1,
  );
const long = increasePosition(GAS, empty('LONG'), at(30, 2800, 84), toMills(840_000));

describe('30 lots of gas bought at 2.800', () => {
  test('cost 840.00', () =>
    expect(long).toMatchObject({
      status: 'ACTIVE',
      lots: 30,
      lotsEntered: 30,
      costMills: 840_000,
      entryValueMills: 840_000,
      feesMills: 84,
      reservedMills: 840_000,
    }));

  test('10 sold at 2.850 release a third and realise 5.00', () => {
    const { position, profitMills, releasedMills } = reducePosition(GAS, long, at(10, 2850, 28));
    expect([profitMills, releasedMills]).toEqual([5000, 280_000]);
    expect(position).toMatchObject({
      status: 'ACTIVE',
      lots: 20,
      costMills: 560_000,
      exitValueMills: 285_000,
      realisedMills: 5000,
      feesMills: 112,
      reservedMills: 560_000,
      closedMs: null,
    });
  });

  test('all sold close it', () => {
    const { position } = reducePosition(GAS, long, at(30, 2750, 0, 9));
    expect(position).toMatchObject({
      status: 'CLOSED',
      lots: 0,
      costMills: 0,
      reservedMills: 0,
      realisedMills: -15_000,
      closedMs: 9,
      openedMs: 1,
    });
  });

  test('20 more at 2.900 average in cost', () => {
    const more = increasePosition(GAS, long, at(20, 2900), toMills(580_000));
    expect(more).toMatchObject({
      lots: 50,
      lotsEntered: 50,
      costMills: 1_420_000,
      reservedMills: 1_420_000,
    });
    expect(reducePosition(GAS, more, at(25, 2840)).profitMills).toBe(0); // the average is 2.840
  });
});

describe('signs', () => {
  test.each([
    ['LONG', 2900, 30_000],
    ['LONG', 2700, -30_000],
    ['SHORT', 2900, -30_000],
    ['SHORT', 2700, 30_000],
    ['LONG', 2800, 0],
  ] as const)('%s from 2.800 marked at %d', (direction, mark, expected) => {
    const position = increasePosition(GAS, empty(direction), at(30, 2800), toMills(0));
    expect(unrealisedMills(GAS, position, toTicks(mark))).toBe(expected);
    expect(Math.sign(profitPercent(toMills(expected), position.costMills) ?? NaN)).toBe(
      Math.sign(expected),
    );
  });

  test('through zero: 10 bbl bought at -37.63 and sold at 10.01 bring 476.40', () => {
    const position = increasePosition(CRUDE, empty('LONG', 'CL'), at(10, -3763), toMills(0));
    expect(position.costMills).toBe(-376_300);
    expect(unrealisedMills(CRUDE, position, toTicks(1001))).toBe(476_400);
    expect(profitPercent(toMills(476_400), position.costMills)).toBeCloseTo(126.6, 1);
  });

  test('percent at cost zero is not a number to show', () =>
    expect(profitPercent(toMills(5), toMills(0))).toBeNull());

  test('sides of a direction', () => {
    expect([entrySide('LONG'), exitSide('LONG'), entrySide('SHORT'), exitSide('SHORT')]).toEqual([
      'BUY',
      'SELL',
      'SELL',
      'BUY',
    ]);
    expect([getDirection('BUY'), getDirection('SELL')]).toEqual(['LONG', 'SHORT']);
  });
});

test('the cost of thirds is shared out without a remainder', () => {
  const position = increasePosition(CORN, empty('LONG', 'CORN'), at(3, 4), toMills(0)); // 3 lots at 1.00: 300 mills
  let rest: Position = { ...position, costMills: toMills(100), reservedMills: toMills(100) };
  const shares = [1, 1, 1].map(() => {
    const { position: next, releasedMills } = reducePosition(CORN, rest, at(1, 4));
    rest = next;
    return releasedMills;
  });
  expect(shares).toEqual([33, 34, 33]);
  expect(rest).toMatchObject({ status: 'CLOSED', costMills: 0, reservedMills: 0 });
});

test('it is never flipped, reopened or filled with nothing', () => {
  expect(() => reducePosition(GAS, long, at(31, 2800))).toThrow('between one lot and all of them');
  expect(() => reducePosition(GAS, long, at(0, 2800))).toThrow('between one lot and all of them');
  expect(() => increasePosition(GAS, long, at(0, 2800), toMills(0))).toThrow('at least one lot');
  const { position: closed } = reducePosition(GAS, long, at(30, 2800));
  expect(() => increasePosition(GAS, closed, at(1, 2800), toMills(0))).toThrow(
    'only an active position',
  );
});
