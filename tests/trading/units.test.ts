import { describe, expect, test } from 'vitest';
import { GAS } from '../support/desk-harness';
import { roundHalfEven } from '../support/reference-money';
import { defineInstrument, computeValueMills } from '../../app/trading/domain/instrument';
import {
  absMills,
  addLots,
  addMills,
  computeBasisPoints,
  multiplyDivide,
  negateMills,
  roundPartsToCents,
  roundPartsToTotal,
  roundToCents,
  prorateMills,
  subtractLots,
  subtractMills,
  subtractTicks,
  toDollars,
  toLots,
  toMills,
  toTicks,
} from '../../app/trading/domain/units';

const FINE = defineInstrument({
  id: 'FINE',
  commodity: 'corn',
  tick: '0.0025',
  lot: '0.1',
  priceMayBeNegative: false,
});

describe('the arithmetic table', () => {
  test.each([
    ['Ticks - Ticks', subtractTicks(toTicks(2850), toTicks(2800)), 50],
    ['Ticks - Ticks below zero', subtractTicks(toTicks(-3763), toTicks(1001)), -4764],
    [
      'Ticks x Lots x mills per tick and lot',
      computeValueMills(GAS, toTicks(2800), toLots(30)),
      840_000,
    ],
    ['Ticks x Lots at a negative price', computeValueMills(GAS, toTicks(-3), toLots(2)), -60],
    [
      'Ticks x Lots where a tick of a lot is a quarter mill',
      computeValueMills(FINE, toTicks(3), toLots(1)),
      1,
    ],
    ['Mills + Mills', addMills(toMills(1), toMills(-3), toMills(5)), 3],
    ['no Mills at all', addMills(), 0],
    ['Mills - Mills', subtractMills(toMills(3), toMills(5)), -2],
    ['-Mills', negateMills(toMills(5)), -5],
    ['|Mills|', absMills(toMills(-5)), 5],
    ['Mills x Lots / Lots', prorateMills(toMills(840_000), toLots(10), toLots(30)), 280_000],
    ['Mills x Lots / Lots, rounded', prorateMills(toMills(100), toLots(1), toLots(3)), 33],
    ['Mills x basis points / 10 000', computeBasisPoints(toMills(840_600), 1), 84],
    ['Mills x a hundredth of a basis point', computeBasisPoints(toMills(1_000_000), 0.01), 1],
    ['Lots + Lots', addLots(toLots(2), toLots(3)), 5],
    ['Lots - Lots', subtractLots(toLots(5), toLots(5)), 0],
    ['Mills as dollars', toDollars(toMills(-36_980)), -36.98],
  ])('%s', (_name, result, expected) => expect(result).toBe(expected));

  test('lots are never negative', () => {
    expect(() => subtractLots(toLots(2), toLots(3))).toThrow(RangeError);
    expect(() => toLots(-1)).toThrow('may not be negative');
  });

  test('the types reject mixed units', () => {
    // @ts-expect-error Lots are not Mills
    expect(addMills(toMills(1), toLots(1))).toBe(2);
    // @ts-expect-error Mills are not Ticks
    expect(subtractTicks(toTicks(3), toMills(1))).toBe(2);
    // @ts-expect-error Ticks are not Lots
    expect(addLots(toLots(1), toTicks(1))).toBe(2);
    // @ts-expect-error a plain number is not Mills
    expect(subtractMills(3, toMills(1))).toBe(2);
  });

  test.each([0.5, NaN, Infinity, 2 ** 53, -(2 ** 53)])('%d is rejected as a unit', (value) => {
    for (const brand of [toTicks, toMills, toLots]) expect(() => brand(value)).toThrow(RangeError);
  });

  test('safe integers are accepted up to their limits', () => {
    expect(toMills(Number.MAX_SAFE_INTEGER)).toBe(2 ** 53 - 1);
    expect(() => addMills(toMills(Number.MAX_SAFE_INTEGER), toMills(1))).toThrow(RangeError);
    // an intermediate overflow would make the sum wrong by one without an error
    expect(() => addMills(toMills(Number.MAX_SAFE_INTEGER), toMills(2), toMills(-5))).toThrow(
      RangeError,
    );
  });

  test('minus zero becomes zero, because it would change the log hash', () => {
    for (const zero of [
      toMills(-0),
      toTicks(-0),
      toLots(-0),
      negateMills(toMills(0)),
      multiplyDivide(0, -5, 7),
      multiplyDivide(-0, 5, 1),
      prorateMills(toMills(0), toLots(1), toLots(3)),
    ])
      expect(Object.is(zero, 0)).toBe(true);
  });
});

describe('the one rounding rule: half to even', () => {
  test.each([
    [1, 2, 0],
    [3, 2, 2],
    [5, 2, 2],
    [7, 2, 4],
    [-1, 2, 0],
    [-3, 2, -2],
    [-5, 2, -2],
    [-7, 2, -4],
    [1, 3, 0],
    [2, 3, 1],
    [-1, 3, 0],
    [-2, 3, -1],
    [25, 10, 2],
    [35, 10, 4],
    [-25, 10, -2],
    [-35, 10, -4],
    [26, 10, 3],
    [-24, 10, -2],
  ])('%d / %d = %d', (product, divisor, expected) => {
    expect(multiplyDivide(product, 1, divisor)).toBe(expected);
    expect(Number(roundHalfEven(BigInt(product), BigInt(divisor)))).toBe(expected);
  });

  test.each([
    [2 ** 53 - 1, 2 ** 53 - 1, 2 ** 53 - 1],
    [2 ** 53 - 1, 3, 4],
    [-(2 ** 53 - 1), 3, 2],
    [-(2 ** 53 - 1), 3, 5],
    [3_002_399_751_580_331, 3, 2],
    [-3_002_399_751_580_331, 3, 2],
    [9_007_199_254_740_990, 5, 10],
    [9_007_199_254_740_989, 7, 14],
  ])('%d x %d / %d is exact beyond 2^53', (a, b, divisor) => {
    expect(multiplyDivide(a, b, divisor)).toBe(
      Number(roundHalfEven(BigInt(a) * BigInt(b), BigInt(divisor))),
    );
  });

  test('rejects a divisor of zero or below', () => {
    expect(() => multiplyDivide(1, 1, 0)).toThrow(RangeError);
    expect(() => multiplyDivide(1, 1, -2)).toThrow(RangeError);
  });

  test.each([
    [14, 10],
    [15, 20],
    [25, 20],
    [26, 30],
    [-15, -20],
    [-25, -20],
    [5, 0],
    [-5, 0],
    [0, 0],
  ])('%d mills round to %d', (mills, shown) => {
    expect(roundToCents(toMills(mills))).toBe(shown);
  });

  test('rounds parts to their total', () => {
    expect(roundPartsToTotal([1.4, 2.4, 3.4], 7)).toEqual([2, 2, 3]);
    expect(roundPartsToTotal([-0.6, 10.6], 10)).toEqual([-1, 11]);
    expect(roundPartsToTotal([], 0)).toEqual([]);
    expect(() => roundPartsToTotal([1, 2], 30)).toThrow(RangeError);
    expect(roundPartsToCents([0.014, 0.023, 0.035], 0.072)).toEqual([0.01, 0.02, 0.04]);
  });
});
