import { describe, expect, it } from 'vitest';
import {
  COMMODITIES,
  COMMODITY_KEYS,
  DEFAULT_COMMODITY,
  findCommodityKey,
} from '../../app/trading/domain/commodity';
import { STATES } from '../../app/trading/weather/states';

describe('the commodities', () => {
  it('have names, endpoints, units and prefixes for all ten', () => {
    expect(
      COMMODITY_KEYS.map((key) => COMMODITIES[key]).map(
        ({ key, displayName, endpoint, priceUnit, symbolPrefix, perUnit }) => [
          key,
          displayName,
          endpoint,
          priceUnit,
          symbolPrefix,
          perUnit,
        ],
      ),
    ).toEqual([
      ['electricity', 'Electricity Futures', '/api/electricity-futures', '$/MWh', 'ET', '/MWh'],
      ['natural-gas', 'Natural Gas Futures', '/api/natural-gas-futures', '$/MMBtu', 'NG', '/MMBtu'],
      ['corn', 'Corn Futures', '/api/corn-futures', 'cents/bushel', 'CORN', '/bushel'],
      ['soybeans', 'Soybean Futures', '/api/soybean-futures', 'cents/bushel', 'SOYB', '/bushel'],
      ['wheat', 'Wheat Futures', '/api/wheat-futures', 'cents/bushel', 'WHEAT', '/bushel'],
      [
        'orange-juice',
        'Orange Juice Futures',
        '/api/orange-juice-futures',
        'cents/lb',
        'OJ',
        '/lb',
      ],
      ['oil', 'Heating Oil Futures', '/api/energy-futures', '$/gallon', 'HO', '/gallon'],
      ['coffee', 'Coffee Futures', '/api/coffee-futures', 'cents/lb', 'KC', '/lb'],
      ['crude-oil', 'Crude Oil Futures', '/api/crude-oil-futures', '$/barrel', 'CL', '/barrel'],
      ['cotton', 'Cotton Futures', '/api/cotton-futures', 'cents/lb', 'CT', '/lb'],
    ]);
    expect(DEFAULT_COMMODITY).toBe('electricity');
  });

  it('are found by slug and position value, but not by an ambiguous value', () => {
    const spellings = {
      electricity: ['ELECTRICITY'],
      'natural-gas': ['NATURAL_GAS', 'natural_gas'],
      corn: ['CORN'],
      soybeans: ['SOYBEANS'],
      wheat: ['WHEAT'],
      'orange-juice': ['ORANGE_JUICE', 'orange_juice'],
      oil: ['HEATING_OIL', 'heating_oil'],
      coffee: ['COFFEE'],
      'crude-oil': ['CRUDE_OIL', 'crude_oil'],
      cotton: ['COTTON'],
    } as const;
    for (const key of COMMODITY_KEYS)
      expect([key, ...spellings[key]].map(findCommodityKey)).toEqual(
        [key, ...spellings[key]].map(() => key),
      );
    for (const none of ['AGRICULTURE', 'Corn', 'gold', '', 'toString', '__proto__'])
      expect([none, findCommodityKey(none)]).toEqual([none, null]);
    expect(
      COMMODITY_KEYS.filter((key) => COMMODITIES[key].positionValues.includes('AGRICULTURE')),
    ).toEqual(['corn', 'soybeans', 'wheat']);
  });

  it('match signals by fourteen texts', () => {
    expect(COMMODITY_KEYS.flatMap((key) => COMMODITIES[key].signalMatches)).toEqual([
      'NYISO',
      'ERCOT',
      'CAISO',
      'PJM',
      'MISO',
      'NG-HENRY HUB',
      'ZC-CORN',
      'ZS-SOYBEAN',
      'ZW-WHEAT',
      'OJ-ORANGE',
      'HO-HEATING',
      'KC-COFFEE',
      'CL-CRUDE',
      'CT-COTTON',
    ]);
  });
});

describe('the states', () => {
  it('fifty states and DC have unique two-digit codes and one of five regions', () => {
    expect([
      STATES.length,
      new Set(STATES.map(({ fips }) => fips)).size,
      new Set(STATES.map(({ name }) => name)).size,
    ]).toEqual([51, 51, 51]);
    for (const { fips, name } of STATES) expect([name, /^\d\d$/.test(fips)]).toEqual([name, true]);
    expect(
      STATES.filter(({ name }) =>
        ['Texas', 'New York', 'District of Columbia', 'Wyoming'].includes(name),
      ).map(({ fips }) => fips),
    ).toEqual(['11', '36', '48', '56']);
    expect([...new Set(STATES.map(({ region }) => region))].sort()).toEqual([
      'Midwest',
      'Northeast',
      'Southeast',
      'Southwest',
      'West',
    ]);
  });
});
