// Hourly prices of five hubs over four years: realistic shape, and unbiased expectations.
import { describe, expect, it } from 'vitest';
import { POWER_HUBS, type PowerHub } from '../../../../app/trading/domain/contract';
import { HUB_ROWS } from '../../../../app/trading/simulation/power/hubs';
import { computeExpectedCappedExp } from '../../../../app/trading/simulation/power/edge-table';
import { expectedAbove } from '../../../../app/trading/simulation/random-streams';
import { computeTemperatureNodes } from '../../../../app/trading/simulation/power/temperature-nodes';
import { HOUR_MS } from '../../../../app/trading/domain/time';
import { computeCorrelation } from '../../../../app/trading/statistics/correlation';
import { buildPower } from './fakes';
import { chooseSize } from '../../../support/run-size';

const DAYS = 4 * 365;
const power = buildPower({ seed: '11', alpha: { efficient: true } });
const hours: Record<string, Float64Array> = {};
for (const hub of POWER_HUBS) {
  const all = new Float64Array(24 * DAYS);
  hours[hub] = all;
}
for (let day = 0; day < DAYS; day += 1)
  for (const hub of POWER_HUBS) hours[hub]?.set(power.getSpotPrices(hub, day), 24 * day);

const getHours = (hub: PowerHub): Float64Array => hours[hub] ?? new Float64Array();
const computeFraction = (values: Float64Array, holds: (value: number) => boolean): number =>
  values.filter(holds).length / values.length;
const computeMean = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;
const computeMedian = (values: Float64Array): number =>
  values.slice().sort()[values.length >> 1] ?? 0;

describe('hourly spot', () => {
  it.each(HUB_ROWS)(
    'of $hub is within floor and cap, with a realistic mean',
    ({ hub, floor, cap }) => {
      expect(getHours(hub).every((price) => price >= floor && price <= cap)).toBe(true);
      expect(computeMean(getHours(hub))).toBeGreaterThan(60);
      expect(computeMean(getHours(hub))).toBeLessThan(110);
    },
  );

  it('is negative often in Texas, sometimes in California, rarely elsewhere', () => {
    const computeNegativeFraction = (hub: PowerHub): number =>
      computeFraction(getHours(hub), (price) => price < 0);
    expect(computeNegativeFraction('ERCOT')).toBeGreaterThan(0.05);
    expect(computeNegativeFraction('ERCOT')).toBeLessThan(0.15);
    expect(computeNegativeFraction('CAISO')).toBeGreaterThan(0.015);
    expect(computeNegativeFraction('CAISO')).toBeLessThan(0.07);
    for (const hub of ['NYISO', 'PJM'] as const)
      expect(computeNegativeFraction(hub)).toBeLessThan(0.01);
    expect(computeNegativeFraction('MISO')).toBeLessThan(0.03);
  });

  it('exceeds five medians in 1% to 4% of hours', () => {
    const computeSpikeFraction = (hub: PowerHub): number => {
      const high = 5 * computeMedian(getHours(hub));
      return computeFraction(getHours(hub), (price) => price > high);
    };
    expect(computeSpikeFraction('ERCOT')).toBeGreaterThan(0.0178);
    expect(computeSpikeFraction('ERCOT')).toBeLessThan(0.042);
    expect(computeSpikeFraction('PJM')).toBeGreaterThan(0.006);
    expect(computeSpikeFraction('PJM')).toBeLessThan(0.026);
  });

  it('has a midday low and evening peak in Texas, and high daytime prices in the east', () => {
    const medianAt = (hub: PowerHub, lag: number, local: number): number =>
      computeMedian(getHours(hub).filter((_, index) => (index + 24 - lag) % 24 === local));
    // Real: 0.7 times the median at 2 h, and 1.6 times.
    expect(medianAt('ERCOT', 6, 13)).toBeLessThan(0.95 * medianAt('ERCOT', 6, 2));
    expect(medianAt('ERCOT', 6, 19)).toBeGreaterThan(1.15 * medianAt('ERCOT', 6, 2));
    expect(medianAt('PJM', 5, 17)).toBeGreaterThan(1.15 * medianAt('PJM', 5, 3));
  });
});

describe('California', () => {
  const meanAt = (local: number, months: readonly number[]): number =>
    computeMean(
      getHours('CAISO').filter((_, index) => {
        const moment = new Date(Date.UTC(2010, 0, 1) + (index - 8) * HOUR_MS);
        return moment.getUTCHours() === local && months.includes(moment.getUTCMonth());
      }),
    );

  it('has a duck curve: spring noon near zero, and the dearest hour after sunset', () => {
    const spring = Array.from({ length: 24 }, (_, hour) => meanAt(hour, [2, 3, 4]));
    const mean = computeMean(getHours('CAISO'));
    for (const hour of [11, 12, 13]) expect(spring[hour]).toBeLessThan(0.3 * mean);
    expect(spring.indexOf(Math.max(...spring))).toBeGreaterThanOrEqual(18);
    expect(spring.indexOf(Math.max(...spring))).toBeLessThanOrEqual(20);
  });
});

describe('hubs', () => {
  const computeDailyChanges = (hub: PowerHub): number[] => {
    const means = Array.from({ length: DAYS }, (_, day) =>
      computeMean(getHours(hub).subarray(24 * day, 24 * day + 24)),
    );
    return means
      .slice(1)
      .map((mean, day) => Math.log(Math.max(1, mean) / Math.max(1, means[day] ?? 1)));
  };

  it('move together in the east, and little with Texas or California', () => {
    const computeHubCorrelation = (one: PowerHub, other: PowerHub): number =>
      computeCorrelation(computeDailyChanges(one), computeDailyChanges(other));
    expect(computeHubCorrelation('PJM', 'NYISO')).toBeGreaterThan(0.6);
    expect(computeHubCorrelation('PJM', 'MISO')).toBeGreaterThan(0.6);
    expect(computeHubCorrelation('ERCOT', 'NYISO')).toBeLessThan(0.4);
    expect(computeHubCorrelation('CAISO', 'PJM')).toBeLessThan(0.4);
  });
});

describe('expected spot', () => {
  it.each(HUB_ROWS)(
    'of $hub is unbiased by week, from six weeks ahead to delivery',
    ({ hub, lagHours }) => {
      const errors: Record<number, number[]> = { 0: [], 7: [], 42: [] };
      const realized: number[] = [];
      for (let friday = 70; friday < DAYS - 14; friday += chooseSize(42, 21)) {
        const strip = power.listInstruments(`ET-${hub}`, friday)[0]!;
        const real = computeMean(
          getHours(hub).subarray(24 * friday + lagHours, 24 * friday + lagHours + 168),
        );
        realized.push(real);
        for (const ahead of [0, 7, 42])
          errors[ahead]?.push(power.getSettlement(strip, friday - ahead) - real);
      }
      const level = computeMean(realized);
      for (const found of Object.values(errors)) {
        const error = computeMean(found);
        const standardError = Math.sqrt(
          computeMean(found.map((each) => (each - error) ** 2)) / found.length,
        );
        expect(Math.abs(error)).toBeLessThan(0.03 * level + 2 * standardError);
        expect(Math.abs(error)).toBeLessThan(4 * standardError);
      }
    },
  );
});

describe('closed forms', () => {
  it('of a capped exponential match numerical integration', () => {
    for (const [m, s, most] of [
      [-3, 0.4, 4],
      [3.5, 0.8, 4],
      [0.2, 0.5, 1.1],
    ] as const) {
      let sum = 0;
      for (let z = -8; z <= 8; z += 0.001)
        sum += 0.001 * Math.exp(-0.5 * z * z) * Math.exp(Math.min(most, m + s * z));
      expect(computeExpectedCappedExp(m, s, most)).toBeCloseTo(sum / Math.sqrt(2 * Math.PI), 4);
    }
  });

  it('of temperature nodes preserve probability, mean and exponential response', () => {
    for (const [m, s] of [
      [20, 10],
      [66.3, 0.8],
      [84, 4],
    ] as const) {
      const { degreesF, probability: chance } = computeTemperatureNodes(m, (base) =>
        expectedAbove(m, s, base),
      );
      const computeSum = (value: (degrees: number) => number): number =>
        chance.reduce((total, each, place) => total + each * value(degreesF[place] ?? 0), 0);
      expect(computeSum(() => 1)).toBeCloseTo(1, 6);
      expect(computeSum((degrees) => degrees)).toBeCloseTo(m, 2);
      const steepness = 0.12;
      const exact = Math.exp(steepness * m + (steepness * s) ** 2 / 2);
      expect(
        Math.abs(computeSum((degrees) => Math.exp(steepness * degrees)) / exact - 1),
      ).toBeLessThan(0.03);
    }
  });
});
