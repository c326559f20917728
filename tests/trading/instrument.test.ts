import { describe, expect, test } from 'vitest';
import { listInstruments } from '../../app/trading/domain/contract';
import { CONTRACT_TABLE } from '../../app/trading/domain/contract-table';
import {
  computeAveragePrice,
  defineInstrument,
  toWholeLots,
  parseDecimal,
  parsePrice,
  toPriceNumber,
  toPriceText,
  toSizeUnits,
  computeValueMills,
} from '../../app/trading/domain/instrument';
import { toLots, toMills, toTicks } from '../../app/trading/domain/units';
import { CORN, CRUDE, GAS } from '../support/desk-harness';

describe('prices as text', () => {
  test.each([
    [GAS, '2.801', 2801],
    [GAS, '2.8', 2800],
    [GAS, '2', 2000],
    [GAS, '+2.8', 2800],
    [GAS, '0', 0],
    [GAS, '-0', 0],
    [CRUDE, '-36.98', -3698],
    [CRUDE, '-0.01', -1],
    [CORN, '450.25', 1801],
    [CORN, '450.5', 1802],
    [CORN, '450.50', 1802],
    [CORN, '450.2500', 1801],
  ])('%o parses %s as %d ticks', (instrument, text, ticks) =>
    expect(parsePrice(instrument, text)).toBe(ticks),
  );

  test.each([
    '450.3',
    '450.125',
    '1e2',
    '0x10',
    ' 450',
    '450 ',
    '450.',
    '.5',
    '',
    'NaN',
    'Infinity',
    '1,000',
    '4 50',
    '--1',
    '1.2.3',
    '1234567890123',
    '0.1234567891',
    '\u2212450',
  ])('rejects the corn price %j', (text) => expect(parsePrice(CORN, text)).toBeNull());

  test('rejects digits beyond safe integers', () =>
    expect(parseDecimal('999999999999.999999999')).toBeNull());

  test.each([
    [GAS, 2801, '2.801'],
    [GAS, 5, '0.005'],
    [CRUDE, -3698, '-36.98'],
    [CRUDE, -1, '-0.01'],
    [CRUDE, 0, '0.00'],
    [CORN, 1801, '450.25'],
    [CORN, -1, '-0.25'],
  ])('%o formats %d ticks as %s', (instrument, ticks, text) => {
    expect(toPriceText(instrument, toTicks(ticks))).toBe(text);
    expect(toPriceNumber(instrument, ticks)).toBeCloseTo(Number(text), 12);
  });

  test.each(listInstruments().map((instrument) => [instrument.id, instrument] as const))(
    '%s: prices survive a round trip through text',
    (_id, instrument) => {
      for (const ticks of [-100_001, -3, -1, 0, 1, 2, 3, 7, 99, 100, 12_345, 2_147_483_647])
        expect(parsePrice(instrument, toPriceText(instrument, toTicks(ticks)))).toBe(ticks);
    },
  );
});

describe('the value of a tick', () => {
  test.each(listInstruments().map((instrument) => [instrument.id, instrument] as const))(
    '%s: one tick of one lot is whole mills, and a contract has the venue tick value',
    (_id, instrument) => {
      const { unitsPerContract, tickDollars } = CONTRACT_TABLE[instrument.commodity];
      expect(instrument.tickMillsDivisor).toBe(1);
      const lots = toWholeLots(instrument, unitsPerContract);
      expect(toSizeUnits(instrument, lots)).toBe(unitsPerContract);
      expect(computeValueMills(instrument, toTicks(1), lots)).toBe(
        Math.round(Number(tickDollars) * 1000),
      );
    },
  );

  test('is price x size in dollars for every quoted unit', () => {
    // 25 units of 100 bu at 450.25 cents: 2,500 bu x $4.5025
    expect(computeValueMills(CORN, toTicks(1801), toLots(250))).toBe(11_256_250);
    expect(computeValueMills(GAS, toTicks(2801), toLots(1))).toBe(28_010);
    expect(computeValueMills(CRUDE, toTicks(-3698), toLots(10))).toBe(-369_800);
  });

  test.each(['0', '-0.1', '', 'tick'])('rejects the tick %j', (tick) => {
    expect(() =>
      defineInstrument({ id: 'X', commodity: 'corn', tick, lot: '1', priceMayBeNegative: false }),
    ).toThrow(RangeError);
  });
});

describe('lots within a size', () => {
  test.each([
    [GAS, 100, 10],
    [GAS, 109.99, 10],
    [GAS, 9.99, 0],
    [GAS, -5, 0],
    [CORN, 0.3, 3],
    [CORN, 0.7, 7],
    [CORN, 0.29, 2],
    [CRUDE, 1, 1],
  ])('%o: %d units are %d lots', (instrument, units, lots) => {
    expect(toWholeLots(instrument, units)).toBe(lots);
  });
});

describe('an average price', () => {
  const beans = defineInstrument({
    id: 'SOYB',
    commodity: 'soybeans',
    tick: '0.25',
    lot: '0.1',
    priceMayBeNegative: false,
  });

  test('is rounded to six decimals, and null for size zero', () => {
    expect(computeAveragePrice(beans, toMills(689_800), toLots(8))).toBe(862.25);
    expect(computeAveragePrice(beans, toMills(100_000), toLots(3))).toBe(333.333333);
    expect(computeAveragePrice(beans, toMills(-1000), toLots(10))).toBe(-1);
    expect(computeAveragePrice(beans, toMills(100_000), toLots(0))).toBeNull();
  });
});
