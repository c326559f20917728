// Regional price map: states by quote, and the color scale.
import { describe, expect, it } from 'vitest';
import { COMMODITY_KEYS } from '../../../app/trading/domain/commodity';
import { POWER_HUBS } from '../../../app/trading/domain/contract';
import { DELIVERY_REGIONS } from '../../../app/trading/domain/delivery-regions';
import {
  DEFAULT_DOMAIN,
  type MapQuote,
  REGION_STATES,
  computeColorShift,
  computePriceDomain,
  listRegionPrices,
} from '../../../app/trading/market/price-map';
import { REGION_BASES } from '../../../app/trading/market/region-bases';
import { STATES } from '../../../app/trading/weather/states';

const getCode = (name: string): string => STATES.find((state) => state.name === name)?.fips ?? name;
const getCodes = (...names: string[]): string[] => names.map(getCode).sort();
const buildRegionQuote = (region: string, price: unknown, symbol: unknown = 'X'): MapQuote => ({
  symbol,
  price,
  hub: null,
  region,
});
const buildHubQuote = (name: string, price: unknown): MapQuote => ({
  symbol: `ET-${name}`,
  price,
  hub: name,
  region: null,
});

describe('a region', () => {
  it('covers the expected states', () => {
    const { electricity, 'natural-gas': gas } = REGION_STATES;
    const getStates = (region: string): string[] => [...(electricity[region] ?? [])].sort();
    expect(getStates('NYISO')).toEqual(getCodes('New York'));
    expect(getStates('ERCOT')).toEqual(getCodes('Texas'));
    expect(getStates('CAISO')).toEqual(getCodes('California'));
    expect(getStates('PJM')).toEqual(getCodes('Pennsylvania', 'Ohio', 'West Virginia'));
    expect(getStates('MISO')).toEqual(getCodes('Indiana', 'Illinois', 'Michigan', 'Wisconsin'));
    expect(gas['Henry Hub']).toEqual(getCodes('Louisiana'));
    expect(gas['Permian']).toEqual(getCodes('Texas'));
    expect([...(gas['Marcellus'] ?? [])].sort()).toEqual(
      getCodes('Pennsylvania', 'West Virginia', 'Ohio'),
    );
    expect([...(gas['Gulf Coast'] ?? [])].sort()).toEqual(getCodes('Texas', 'Louisiana'));
  });

  it('exists for every hub, delivery and cash price and no other, and lists states only', () => {
    for (const key of COMMODITY_KEYS) {
      const delivery = DELIVERY_REGIONS[key];
      const priced = [
        ...(key === 'electricity' ? POWER_HUBS : []),
        ...(delivery === null ? [] : [delivery]),
        ...REGION_BASES.filter(({ commodity }) => commodity === key).map(({ region }) => region),
      ];
      expect(Object.keys(REGION_STATES[key]).sort(), key).toEqual([...new Set(priced)].sort());
      for (const fips of Object.values(REGION_STATES[key]).flat())
        expect(
          STATES.some((state) => state.fips === fips),
          `${key} ${fips}`,
        ).toBe(true);
    }
    const power = Object.values(REGION_STATES.electricity).flat();
    expect(new Set(power).size).toBe(power.length);
  });

  it('uses its last quote: the cash price after the front', () => {
    expect(
      listRegionPrices('corn', [
        buildRegionQuote('Corn Belt', '363.00'),
        buildRegionQuote('Corn Belt', '345.00'),
      ]),
    ).toMatchObject([{ region: 'Corn Belt', price: 345 }]);
  });

  it('omits states of an earlier region but keeps its price', () => {
    const found = listRegionPrices('natural-gas', [
      buildRegionQuote('Gulf Coast', '2.655'),
      buildRegionQuote('Permian', '2.005'),
      buildRegionQuote('Henry Hub', '2.605'),
    ]);
    expect(found.map(({ region, states, price }) => [region, states, price])).toEqual([
      ['Henry Hub', ['22'], 2.605],
      ['Permian', ['48'], 2.005],
      ['Gulf Coast', [], 2.655],
    ]);
  });

  it('ignores a non-text symbol or price and a non-numeric price', () => {
    for (const bad of [
      buildRegionQuote('Florida', 151),
      buildRegionQuote('Florida', null),
      buildRegionQuote('Florida', ''),
      buildRegionQuote('Florida', ' '),
      buildRegionQuote('Florida', 'n/a'),
      buildRegionQuote('Florida', 'Infinity'),
      buildRegionQuote('Florida', '1', 7),
    ]) {
      expect(listRegionPrices('orange-juice', [bad])).toEqual([]);
      expect(
        listRegionPrices('orange-juice', [buildRegionQuote('Florida', '150.5'), bad]),
      ).toMatchObject([{ price: 150.5 }]);
    }
    expect(listRegionPrices('electricity', [buildHubQuote('ERCOT', '-36.98')])).toMatchObject([
      { price: -36.98 },
    ]);
    expect(listRegionPrices('electricity', [buildHubQuote('ISONE', '70')])).toEqual([]);
  });
});

describe('the scale', () => {
  it('spans lowest - 2, middle - 1, middle + 1, highest + 2', () => {
    expect(computePriceDomain('electricity', [80, 90, 84])).toEqual([78, 84, 86, 92]);
    expect(computePriceDomain('electricity', [-3])).toEqual([-5, -4, -2, -1]);
    expect(computePriceDomain('electricity', [])).toEqual([85, 90, 95, 100]);
    expect(DEFAULT_DOMAIN).toEqual([85, 90, 95, 100]);
  });

  it.each([
    ['a tenth of the range', 'natural-gas', [2, 3.5], [1.7, 2.6, 2.9, 3.8]],
    ['a hundredth of the price', 'corn', [345], [338.1, 341.55, 348.45, 351.9]],
    ['a cent at least', 'natural-gas', [0], [-0.02, -0.01, 0.01, 0.02]],
  ] as const)('uses a unit of %s outside electricity', (_name, commodity, prices, domain) => {
    for (const [index, value] of computePriceDomain(commodity, prices).entries())
      expect(value).toBeCloseTo(domain[index] ?? NaN, 9);
  });

  it('shifts by -1 and +1 in turn for power regions of several states only', () => {
    expect([0, 1, 2, 3].map((place) => computeColorShift('electricity', place, 4))).toEqual([
      -1, 1, -1, 1,
    ]);
    expect(computeColorShift('electricity', 0, 1)).toBe(0);
    expect([0, 1].map((place) => computeColorShift('natural-gas', place, 3))).toEqual([0, 0]);
  });
});
