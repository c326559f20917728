import { describe, expect, test } from 'vitest';
import {
  type Direction,
  type Position,
  createPosition,
  getEntrySide,
  getDirection,
  getExitSide,
  increasePosition,
  computeProfitPercent,
  reducePosition,
  computeUnrealizedProfit,
} from '../../app/trading/domain/position';
import { toLots, toMills, toTicks } from '../../app/trading/domain/units';
import { CORN, CRUDE, GAS } from '../support/desk-harness';

const buildFill = (lots: number, priceTicks: number, feeMills = 0, atMs = 1) => ({
  lots: toLots(lots),
  priceTicks: toTicks(priceTicks),
  feeMills: toMills(feeMills),
  atMs,
});
const createEmpty = (direction: Direction, instrumentId = 'NG'): Position =>
  createPosition(
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
const long = increasePosition(GAS, createEmpty('LONG'), buildFill(30, 2800, 84), toMills(840_000));

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

  test('10 sold at 2.850 release a third and realize 5.00', () => {
    const { position, profitMills, releasedMills } = reducePosition(
      GAS,
      long,
      buildFill(10, 2850, 28),
    );
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
    const { position } = reducePosition(GAS, long, buildFill(30, 2750, 0, 9));
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
    const more = increasePosition(GAS, long, buildFill(20, 2900), toMills(580_000));
    expect(more).toMatchObject({
      lots: 50,
      lotsEntered: 50,
      costMills: 1_420_000,
      reservedMills: 1_420_000,
    });
    expect(reducePosition(GAS, more, buildFill(25, 2840)).profitMills).toBe(0); // the average is 2.840
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
    const position = increasePosition(GAS, createEmpty(direction), buildFill(30, 2800), toMills(0));
    expect(computeUnrealizedProfit(GAS, position, toTicks(mark))).toBe(expected);
    expect(Math.sign(computeProfitPercent(toMills(expected), position.costMills) ?? NaN)).toBe(
      Math.sign(expected),
    );
  });

  test('through zero: 10 bbl bought at -37.63 and sold at 10.01 bring 476.40', () => {
    const position = increasePosition(
      CRUDE,
      createEmpty('LONG', 'CL'),
      buildFill(10, -3763),
      toMills(0),
    );
    expect(position.costMills).toBe(-376_300);
    expect(computeUnrealizedProfit(CRUDE, position, toTicks(1001))).toBe(476_400);
    expect(computeProfitPercent(toMills(476_400), position.costMills)).toBeCloseTo(126.6, 1);
  });

  test('percent is null at cost zero', () =>
    expect(computeProfitPercent(toMills(5), toMills(0))).toBeNull());

  test('sides of a direction', () => {
    expect([
      getEntrySide('LONG'),
      getExitSide('LONG'),
      getEntrySide('SHORT'),
      getExitSide('SHORT'),
    ]).toEqual(['BUY', 'SELL', 'SELL', 'BUY']);
    expect([getDirection('BUY'), getDirection('SELL')]).toEqual(['LONG', 'SHORT']);
  });
});

test('allocates the cost of thirds without a remainder', () => {
  const position = increasePosition(CORN, createEmpty('LONG', 'CORN'), buildFill(3, 4), toMills(0)); // 3 lots at 1.00: 300 mills
  let rest: Position = { ...position, costMills: toMills(100), reservedMills: toMills(100) };
  const shares = [1, 1, 1].map(() => {
    const { position: next, releasedMills } = reducePosition(CORN, rest, buildFill(1, 4));
    rest = next;
    return releasedMills;
  });
  expect(shares).toEqual([33, 34, 33]);
  expect(rest).toMatchObject({ status: 'CLOSED', costMills: 0, reservedMills: 0 });
});

test('cannot be flipped, reopened or filled with zero lots', () => {
  expect(() => reducePosition(GAS, long, buildFill(31, 2800))).toThrow(
    'between one lot and all of them',
  );
  expect(() => reducePosition(GAS, long, buildFill(0, 2800))).toThrow(
    'between one lot and all of them',
  );
  expect(() => increasePosition(GAS, long, buildFill(0, 2800), toMills(0))).toThrow(
    'at least one lot',
  );
  const { position: closed } = reducePosition(GAS, long, buildFill(30, 2800));
  expect(() => increasePosition(GAS, closed, buildFill(1, 2800), toMills(0))).toThrow(
    'only an active position',
  );
});
