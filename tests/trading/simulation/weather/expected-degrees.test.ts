// Closed forms of expected degrees and rain against integrals.
import { describe, expect, it } from 'vitest';
import { expectedAbove } from '../../../../app/trading/simulation/random-streams';
import {
  BUST_STRENGTH,
  CONFIRM_PROBABILITY,
  EVENT_KINDS,
  TAIL_MAX,
  getReach,
} from '../../../../app/trading/simulation/weather/extreme-event';
import { DEPARTURES } from '../../../../app/trading/simulation/weather/unseen-events';
import {
  computeExpectedPositive,
  computeUnitLoss,
} from '../../../../app/trading/simulation/weather/expected-excess';
import {
  computeMeanExcess,
  computeExpectedRain,
  computeRainProbability,
  computeRain,
} from '../../../../app/trading/simulation/weather/rain';
import { getCell } from './panel';

describe('the unit normal loss', () => {
  it('matches its closed form', () => {
    for (let z = -7; z <= 7; z += 0.0137)
      expect(Math.abs(computeUnitLoss(z) - expectedAbove(z, 1, 0)), `z ${z}`).toBeLessThan(2e-9);
    expect([computeExpectedPositive(3, 0), computeExpectedPositive(-3, 0)]).toEqual([3, 0]);
  });
});

describe('an unseen event', () => {
  /** Mean loss over the full distribution of an event: center, amplitude, strength. */
  function integrateDistribution(
    kindIndex: number,
    cell: number,
    mean: number,
    sd: number,
    sign: number,
  ): number {
    const kind = EVENT_KINDS[kindIndex];
    if (!kind) return NaN;
    const steps = 2000;
    let sum = 0;
    for (const center of kind.centers) {
      for (const [strength, chance] of [
        [1, CONFIRM_PROBABILITY],
        [BUST_STRENGTH, 1 - CONFIRM_PROBABILITY],
      ] as const) {
        for (let step = 0; step < steps; step += 1) {
          const tail = Math.min(TAIL_MAX, -Math.log(1 - (step + 0.5) / steps));
          const departure =
            strength * (kind.minF + kind.tailF * tail) * (getReach(kind, center)[cell] ?? 0);
          sum +=
            (chance / steps / kind.centers.length) *
            expectedAbove(sign * (mean + departure), sd, 0);
        }
      }
    }
    return sum;
  }

  it.each([
    ['cold outbreak', 'LAK', 15.5, 7, -1],
    ['cold outbreak', 'CHI', -40, 10, -1],
    ['cold outbreak', 'DFW', 24, 9, -1],
    ['heat dome', 'DFW', 1, 4.5, 1],
    ['heat dome', 'DSM', -7, 5.5, 1],
    ['polar air', 'MGB', 14, 4, -1],
  ] as const)('of type %s at %s matches its full distribution', (name, cell, mean, sd, sign) => {
    const kindIndex = EVENT_KINDS.findIndex((kind) => kind.name === name);
    const departures = DEPARTURES[kindIndex]?.[getCell(cell)];
    const whole = integrateDistribution(kindIndex, getCell(cell), mean, sd, sign);
    const byPoints =
      departures?.points.reduce(
        (sum, { value, weight }) =>
          sum + weight * computeExpectedPositive(sign * (mean + value), sd),
        0,
      ) ?? NaN;
    expect(Math.abs(byPoints / whole - 1)).toBeLessThan(0.02);
    expect(
      departures?.points.reduce((sum, { value, weight }) => sum + weight * value, 0),
    ).toBeCloseTo(departures?.meanF ?? NaN, 9);
  });
});

describe('expected rain', () => {
  it('matches its integral', () => {
    for (const [mean, sd] of [
      [0, 1],
      [-1.2, 0.4],
      [0.9, 0.95],
      [0.45, 0.1],
      [2, 0.6],
      [-3, 0.7],
    ] as const) {
      let [rain, wet] = [0, 0];
      for (let z = -8; z < 8; z += 0.001) {
        const share = (0.001 * Math.exp(-0.5 * z * z)) / Math.sqrt(2 * Math.PI);
        rain += share * computeRain(3, mean + sd * z);
        wet += computeRain(3, mean + sd * z) > 0.1 ? share : 0;
      }
      expect(computeExpectedRain(3, mean, sd)).toBeCloseTo(rain, 6);
      expect(computeRainProbability(3, mean, sd, 0.1)).toBeCloseTo(wet, 3);
    }
    expect(computeMeanExcess(-7)).toBe(0);
    expect(computeMeanExcess(6) / computeMeanExcess(5.999999)).toBeCloseTo(1, 3);
    expect(computeExpectedRain(3, 1, 0)).toBe(computeRain(3, 1));
  });
});
