// Supply stack of power hubs: fuel factor, scarcity and its limit.
import { describe, expect, it } from 'vitest';
import { HUB_ROWS } from '../../../../app/trading/simulation/power/hubs';
import { computeSpikeProbability } from '../../../../app/trading/simulation/power/spikes';
import {
  computeFuelConvexity,
  computeFuelElasticity,
  computeFuelFactor,
} from '../../../../app/trading/simulation/power/fuel-factor';
import {
  computeEdgePrice,
  getScarcityLogMax,
  getScarcitySize,
} from '../../../../app/trading/simulation/power/stack';

describe('fuel factor', () => {
  it('has the elasticity and convexity of its numerical derivatives', () => {
    const step = 1e-3;
    for (const gas of [1.5, 3.6, 9]) {
      const [below, here, above] = [-step, 0, step].map((shift) =>
        computeFuelFactor(gas * Math.exp(shift)),
      ) as [number, number, number];
      const slope = (above - below) / (2 * step * here);
      const bend = (above - 2 * here + below) / (step * step * here);
      expect(computeFuelElasticity(gas)).toBeCloseTo(slope, 5);
      expect(computeFuelConvexity(gas)).toBeCloseTo(bend - slope, 3);
    }
  });

  it('of a lognormal gas price has the expected value of its convexity', () => {
    const deviation = 0.1;
    for (const gas of [2.5, 3.6, 6]) {
      let sum = 0;
      for (let z = -6; z <= 6; z += 0.01)
        sum +=
          (0.01 / Math.sqrt(2 * Math.PI)) *
          Math.exp(-0.5 * z * z) *
          computeFuelFactor(gas * Math.exp(deviation * z - deviation ** 2 / 2));
      const expected =
        computeFuelFactor(gas) * Math.exp((computeFuelConvexity(gas) * deviation ** 2) / 2);
      expect(expected / sum).toBeCloseTo(1, 3);
    }
  });
});

describe('scarcity', () => {
  it.each(HUB_ROWS)('of $hub rises with use, up to its limit within the cap', (row) => {
    expect(computeEdgePrice(row, 0.8)).toBeGreaterThan(computeEdgePrice(row, 0.7));
    const limit = getScarcitySize(row) * Math.exp(getScarcityLogMax(row));
    expect(limit).toBeLessThan(row.cap);
    expect(computeEdgePrice(row, 3)).toBeCloseTo(limit, 3);
  });
});

describe('spikes', () => {
  it.each(HUB_ROWS)('of $hub start with a probability that rises with use, at most 1', (row) => {
    expect(computeSpikeProbability(row, 0.95)).toBeGreaterThan(computeSpikeProbability(row, 0.85));
    expect(computeSpikeProbability(row, 3)).toBeLessThanOrEqual(1);
  });
});
