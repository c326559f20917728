// Places and states as weighted cells.
import { describe, expect, it } from 'vitest';
import { computeDistanceKm, findNearestCells } from '../../../app/trading/weather/nearest-cells';
import { computeWeightedMean } from '../../../app/trading/weather/cell-weights';
import {
  MARKET_REGIONS,
  PLACES,
  SUPPLY_REGIONS,
  WEATHER_REGIONS,
  getPlace,
} from '../../../app/trading/weather/places';
import { STATES } from '../../../app/trading/weather/states';

describe('places', () => {
  it('are complete, with weights that add to 1', () => {
    expect(PLACES.map(({ name }) => name)).toEqual([
      ...WEATHER_REGIONS,
      ...MARKET_REGIONS,
      ...SUPPLY_REGIONS,
    ]);
    for (const { name, cells } of PLACES)
      expect([
        name,
        Math.round(cells.reduce((sum, { weight }) => sum + weight, 0) * 1e9) / 1e9,
      ]).toEqual([name, 1]);
    expect(getPlace('WECC').cells).toEqual([
      { cell: 'PDX', weight: 0.6 },
      { cell: 'CAL', weight: 0.4 },
    ]);
    expect(() => getPlace('Nowhere' as 'West')).toThrow(/there are: Northeast/);
  });

  it('use the mean of available cells from half of the weight on', () => {
    const cells = [
      { cell: 'NYC', weight: 0.6 },
      { cell: 'PJM', weight: 0.4 },
    ] as const;
    expect(computeWeightedMean(cells, (cell) => (cell === 'NYC' ? 50 : 40))).toBeCloseTo(46, 12);
    expect(computeWeightedMean(cells, (cell) => (cell === 'NYC' ? 50 : null))).toBe(50);
    expect(computeWeightedMean(cells, (cell) => (cell === 'PJM' ? 40 : null))).toBeNull();
  });

  it('have correct distances: New York to Los Angeles is 3,936 km', () => {
    expect(
      computeDistanceKm(
        { latitude: 40.7128, longitude: -74.006 },
        { latitude: 34.0522, longitude: -118.2437 },
      ),
    ).toBeCloseTo(3936, -1);
  });
});

describe('states', () => {
  it('are fifty states and DC by code, each in a region', () => {
    expect(STATES).toHaveLength(51);
    expect(new Set(STATES.map(({ fips }) => fips)).size).toBe(51);
    expect(STATES.map(({ fips }) => fips)).toEqual(STATES.map(({ fips }) => fips).sort());
    expect(
      STATES.every(({ fips, region }) => /^\d\d$/.test(fips) && WEATHER_REGIONS.includes(region)),
    ).toBe(true);
    expect(STATES.find(({ fips }) => fips === '11')?.name).toBe('District of Columbia');
  });

  it('weight the nearest cells most; Alaska and Hawaii use their own', () => {
    const getFirstCell = (name: string) =>
      STATES.find((state) => state.name === name)?.cells[0]?.cell;
    expect(
      [
        'New York',
        'Iowa',
        'Kansas',
        'Texas',
        'Florida',
        'Georgia',
        'Oregon',
        'California',
        'Ohio',
        'Illinois',
      ].map(getFirstCell),
    ).toEqual(['NYC', 'DSM', 'ICT', 'DFW', 'LAK', 'ATL', 'PDX', 'CAL', 'PJM', 'CHI']);
    expect(
      STATES.filter(({ cells }) => cells.length === 1).map(({ name, cells }) => [
        name,
        cells[0]?.cell,
      ]),
    ).toEqual([
      ['Alaska', 'AK'],
      ['Hawaii', 'HI'],
    ]);
    for (const { cells } of STATES)
      expect(cells.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12);
    expect(findNearestCells({ latitude: 41.6, longitude: -93.6 })[0]?.weight).toBeGreaterThan(0.95);
  });
});
