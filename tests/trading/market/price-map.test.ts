// The regional price map: which quotes stand for which states, and the scale of its colors.
import { describe, expect, it } from 'vitest';
import { COMMODITY_KEYS } from '../../../app/trading/domain/commodity';
import { POWER_HUBS } from '../../../app/trading/domain/contract';
import { DELIVERY_REGIONS } from '../../../app/trading/domain/delivery';
import {
  DEFAULT_DOMAIN,
  type MapQuote,
  REGION_STATES,
  colorShift,
  priceDomain,
  regionPrices,
} from '../../../app/trading/market/price-map';
import { REGION_BASES } from '../../../app/trading/market/regional-cash';
import { STATES } from '../../../app/trading/weather/states';

const getCode = (name: string): string => STATES.find((state) => state.name === name)?.fips ?? name;
const codes = (...names: string[]): string[] => names.map(getCode).sort();
const quote = (region: string, price: unknown, symbol: unknown = 'X'): MapQuote => ({
  symbol,
  price,
  hub: null,
  region,
});
const hub = (name: string, price: unknown): MapQuote => ({
  symbol: `ET-${name}`,
  price,
  hub: name,
  region: null,
});

describe('a region', () => {
  it('stands for the states of the usual list', () => {
    const { electricity, 'natural-gas': gas } = REGION_STATES;
    const shown = (region: string): string[] => [...(electricity[region] ?? [])].sort();
    expect(shown('NYISO')).toEqual(codes('New York'));
    expect(shown('ERCOT')).toEqual(codes('Texas'));
    expect(shown('CAISO')).toEqual(codes('California'));
    expect(shown('PJM')).toEqual(codes('Pennsylvania', 'Ohio', 'West Virginia'));
    expect(shown('MISO')).toEqual(codes('Indiana', 'Illinois', 'Michigan', 'Wisconsin'));
    expect(gas['Henry Hub']).toEqual(codes('Louisiana'));
    expect(gas['Permian']).toEqual(codes('Texas'));
    expect([...(gas['Marcellus'] ?? [])].sort()).toEqual(
      codes('Pennsylvania', 'West Virginia', 'Ohio'),
    );
    expect([...(gas['Gulf Coast'] ?? [])].sort()).toEqual(codes('Texas', 'Louisiana'));
  });

  it('is known for every hub, delivery and cash price, and names states alone', () => {
    for (const key of COMMODITY_KEYS) {
      const delivery = DELIVERY_REGIONS[key];
      const priced = [
        ...(key === 'electricity' ? POWER_HUBS : []),
        ...(delivery === null ? [] : [delivery]),
        ...REGION_BASES.filter(({ commodity }) => commodity === key).map(({ region }) => region),
      ];
      for (const region of priced) expect(REGION_STATES[key], key).toHaveProperty([region]);
      for (const fips of Object.values(REGION_STATES[key]).flat())
        expect(
          STATES.some((state) => state.fips === fips),
          `${key} ${fips}`,
        ).toBe(true);
    }
    const power = Object.values(REGION_STATES.electricity).flat();
    expect(new Set(power).size).toBe(power.length);
  });

  it('takes the last quote of its name: the cash price after its front', () => {
    expect(
      regionPrices('corn', [quote('Corn Belt', '363.00'), quote('Corn Belt', '345.00')]),
    ).toMatchObject([{ region: 'Corn Belt', price: 345 }]);
  });

  it('shows no state that an earlier one shows, and keeps its price all the same', () => {
    const found = regionPrices('natural-gas', [
      quote('Gulf Coast', '2.655'),
      quote('Permian', '2.005'),
      quote('Henry Hub', '2.605'),
    ]);
    expect(found.map(({ region, states, price }) => [region, states, price])).toEqual([
      ['Henry Hub', ['22'], 2.605],
      ['Permian', ['48'], 2.005],
      ['Gulf Coast', [], 2.655],
    ]);
  });

  it('ignores a symbol or price that is no text, and a price that is no number', () => {
    for (const bad of [
      quote('Florida', 151),
      quote('Florida', null),
      quote('Florida', ''),
      quote('Florida', ' '),
      quote('Florida', 'n/a'),
      quote('Florida', 'Infinity'),
      quote('Florida', '1', 7),
    ]) {
      expect(regionPrices('orange-juice', [bad])).toEqual([]);
      expect(regionPrices('orange-juice', [quote('Florida', '150.5'), bad])).toMatchObject([
        { price: 150.5 },
      ]);
    }
    expect(regionPrices('electricity', [hub('ERCOT', '-36.98')])).toMatchObject([
      { price: -36.98 },
    ]);
    expect(regionPrices('electricity', [hub('ISONE', '70')])).toEqual([]);
  });
});

describe('the scale', () => {
  it('runs from two below the lowest over one around the middle to two above the highest', () => {
    expect(priceDomain([80, 90, 84])).toEqual([78, 84, 86, 92]);
    expect(priceDomain([-3])).toEqual([-5, -4, -2, -1]);
    expect(priceDomain([])).toEqual([85, 90, 95, 100]);
    expect(DEFAULT_DOMAIN).toEqual([85, 90, 95, 100]);
  });

  it('is moved by one down and up in turn for power whose region has several states, and for nothing else', () => {
    expect([0, 1, 2, 3].map((place) => colorShift('electricity', place, 4))).toEqual([
      -1, 1, -1, 1,
    ]);
    expect(colorShift('electricity', 0, 1)).toBe(0);
    expect([0, 1].map((place) => colorShift('natural-gas', place, 3))).toEqual([0, 0]);
  });
});
