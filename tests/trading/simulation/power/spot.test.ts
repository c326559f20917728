// The hours of five hubs over four years: what real ones look like, and what is expected of them
// against what comes.
import { describe, expect, it } from 'vitest';
import { POWER_HUBS, type PowerHub } from '../../../../app/trading/domain/contract';
import { HUB_ROWS } from '../../../../app/trading/simulation/power/hubs';
import { expectedExp } from '../../../../app/trading/simulation/power/edge-table';
import { expectedAbove } from '../../../../app/trading/simulation/random-streams';
import { warmthNodes } from '../../../../app/trading/simulation/power/warmth-nodes';
import { buildPower } from './fakes';

const DAYS = 4 * 365;
const power = buildPower({ seed: '11', alpha: { efficient: true } });
const hours: Record<string, Float64Array> = {};
for (const hub of POWER_HUBS) {
  const all = new Float64Array(24 * DAYS);
  hours[hub] = all;
}
for (let day = 0; day < DAYS; day += 1)
  for (const hub of POWER_HUBS) hours[hub]?.set(power.spot(hub, day), 24 * day);

const of = (hub: PowerHub): Float64Array => hours[hub] ?? new Float64Array();
const share = (values: Float64Array, holds: (value: number) => boolean): number =>
  values.filter(holds).length / values.length;
const mean = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;
const median = (values: Float64Array): number => values.slice().sort()[values.length >> 1] ?? 0;

describe('hourly spot', () => {
  it.each(HUB_ROWS)(
    'of $hub is finite, inside floor and cap, and about as dear as usual',
    ({ hub, floor, cap }) => {
      expect(of(hub).every((price) => price >= floor && price <= cap)).toBe(true);
      expect(mean(of(hub))).toBeGreaterThan(60);
      expect(mean(of(hub))).toBeLessThan(110);
    },
  );

  it('falls below zero often in Texas, sometimes in California, hardly elsewhere', () => {
    const negative = (hub: PowerHub): number => share(of(hub), (price) => price < 0);
    expect(negative('ERCOT')).toBeGreaterThan(0.05);
    expect(negative('ERCOT')).toBeLessThan(0.15);
    expect(negative('CAISO')).toBeGreaterThan(0.015);
    expect(negative('CAISO')).toBeLessThan(0.07);
    for (const hub of ['NYISO', 'PJM'] as const) expect(negative(hub)).toBeLessThan(0.01);
    expect(negative('MISO')).toBeLessThan(0.03);
  });

  it('spikes beyond five medians in one to four hours of a hundred', () => {
    const spikes = (hub: PowerHub): number => {
      const high = 5 * median(of(hub));
      return share(of(hub), (price) => price > high);
    };
    expect(spikes('ERCOT')).toBeGreaterThan(0.0178);
    expect(spikes('ERCOT')).toBeLessThan(0.042);
    expect(spikes('PJM')).toBeGreaterThan(0.006);
    expect(spikes('PJM')).toBeLessThan(0.026);
  });

  it('has a valley at noon and a peak in the evening in Texas, and is dear by day in the east', () => {
    const medianAt = (hub: PowerHub, lag: number, local: number): number =>
      median(of(hub).filter((_, index) => (index + 24 - lag) % 24 === local));
    expect(medianAt('ERCOT', 6, 13)).toBeLessThan(0.6 * medianAt('ERCOT', 6, 2));
    expect(medianAt('ERCOT', 6, 19)).toBeGreaterThan(1.15 * medianAt('ERCOT', 6, 2));
    expect(medianAt('PJM', 5, 17)).toBeGreaterThan(1.15 * medianAt('PJM', 5, 3));
  });
});

describe('expected spot', () => {
  it.each(HUB_ROWS)(
    'of $hub agrees with what comes, week by week, from six weeks ahead to its first hour',
    ({ hub, lagHours }) => {
      const errors: Record<number, number[]> = { 0: [], 7: [], 42: [] };
      const realised: number[] = [];
      for (let friday = 70; friday < DAYS - 14; friday += 21) {
        const strip = power.listed(`ET-${hub}`, friday)[0]!;
        const real = mean(of(hub).subarray(24 * friday + lagHours, 24 * friday + lagHours + 168));
        realised.push(real);
        for (const ahead of [0, 7, 42])
          errors[ahead]?.push(power.settlement(strip, friday - ahead) - real);
      }
      const level = mean(realised);
      for (const found of Object.values(errors)) {
        const error = mean(found);
        const standardError = Math.sqrt(
          mean(found.map((each) => (each - error) ** 2)) / found.length,
        );
        expect(Math.abs(error)).toBeLessThan(0.03 * level + 2 * standardError);
        expect(Math.abs(error)).toBeLessThan(4 * standardError);
      }
    },
  );

  it('foresees spikes better than their frequency does', () => {
    for (const hub of ['ERCOT', 'PJM'] as const) {
      const pairs: [number, number][] = [];
      for (let day = 100; day < DAYS - 2; day += 5) {
        const recent = mean(of(hub).subarray(24 * (day - 30), 24 * day));
        const came =
          Math.max(...of(hub).subarray(24 * (day + 1), 24 * (day + 2))) > 2.5 * recent ? 1 : 0;
        pairs.push([power.spikeChance(hub, { day, cycles: 0 }, 1), came]);
      }
      const base = mean(pairs.map(([, came]) => came));
      const brier = mean(pairs.map(([chance, came]) => (chance - came) ** 2));
      expect(brier).toBeLessThan(base * (1 - base));
      expect(Math.abs(mean(pairs.map(([chance]) => chance)) - base)).toBeLessThan(0.05);
    }
  });
});

describe('closed forms', () => {
  it('of a cut exponential agree with a sum over the normal distribution', () => {
    for (const [m, s, most] of [
      [-3, 0.4, 4],
      [3.5, 0.8, 4],
      [0.2, 0.5, 1.1],
    ] as const) {
      let sum = 0;
      for (let z = -8; z <= 8; z += 0.001)
        sum += 0.001 * Math.exp(-0.5 * z * z) * Math.exp(Math.min(most, m + s * z));
      expect(expectedExp(m, s, most)).toBeCloseTo(sum / Math.sqrt(2 * Math.PI), 4);
    }
  });

  it('of warmth keep chances, mean and the curve of scarcity', () => {
    for (const [m, s] of [
      [20, 10],
      [66.3, 0.8],
      [84, 4],
    ] as const) {
      const { degreesF, chance } = warmthNodes(m, (base) => expectedAbove(m, s, base));
      const sum = (value: (degrees: number) => number): number =>
        chance.reduce((total, each, place) => total + each * value(degreesF[place] ?? 0), 0);
      expect(sum(() => 1)).toBeCloseTo(1, 6);
      expect(sum((degrees) => degrees)).toBeCloseTo(m, 2);
      const steepness = 0.12;
      const exact = Math.exp(steepness * m + (steepness * s) ** 2 / 2);
      expect(Math.abs(sum((degrees) => Math.exp(steepness * degrees)) / exact - 1)).toBeLessThan(
        0.03,
      );
    }
  });
});
