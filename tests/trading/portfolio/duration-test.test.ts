// Duration test of exceedances: finds clusters and regular spacing, keeps its level, fits by hand.
import { describe, expect, it } from 'vitest';
import { testDurations } from '../../../app/trading/portfolio/statistics/duration-test';
import { createSeededRandom } from '../../../app/trading/random';

const DAYS = 1500;
const SIMULATIONS = 99;
const runTest = (isExceeded: Uint8Array) =>
  testDurations(isExceeded, createSeededRandom('durations'), SIMULATIONS);

/** Exceedances with a rate that depends on the regime of each block of 75 days. */
function drawExceedances(seed: string, calm: number, wild: number): Uint8Array {
  const random = createSeededRandom(seed);
  return Uint8Array.from({ length: DAYS }, (_, day) =>
    Number(random.uniform('exceeded', day) < (Math.floor(day / 75) % 4 === 0 ? wild : calm)),
  );
}

describe('duration test', () => {
  it('finds clusters', () => {
    const found = runTest(drawExceedances('clusters', 0.01, 0.2));
    expect(found?.shape).toBeLessThan(0.9);
    expect(found?.pValue).toBeLessThan(0.03);
  });

  it('finds regular spacing', () => {
    const found = runTest(
      Uint8Array.from({ length: DAYS }, (_, day) => Number(day % 20 === Math.floor(day / 20) % 3)),
    );
    expect(found?.shape).toBeGreaterThan(2);
    expect(found?.pValue).toBe(1 / (1 + SIMULATIONS));
  });

  it('rejects independent exceedances as often as its level', () => {
    const rejected = Array.from({ length: 40 }, (_, seed) =>
      runTest(drawExceedances(`independent ${seed}`, 0.05, 0.05)),
    ).filter((found) => (found?.pValue ?? 0) <= 0.1);
    expect(rejected.length).toBeGreaterThanOrEqual(1);
    expect(rejected.length).toBeLessThanOrEqual(9);
  });

  it('has the largest likelihood at the fitted shape', () => {
    // Days 3, 4, 9 and 11 of 14: complete 1, 5 and 2, censored 3 and 2.
    const isExceeded = Uint8Array.from({ length: 14 }, (_, day) =>
      Number([3, 4, 9, 11].includes(day)),
    );
    const computeLogLikelihood = (b: number): number => {
      const sum = [1, 5, 2, 3, 2].reduce((total, days) => total + days ** b, 0);
      const a = (3 / sum) ** (1 / b);
      return (
        [1, 5, 2].reduce(
          (total, days) => total + Math.log(a ** b * b * days ** (b - 1)) - (a * days) ** b,
          0,
        ) - [3, 2].reduce((total, days) => total + (a * days) ** b, 0)
      );
    };
    const grid = Array.from({ length: 2000 }, (_, at) => 0.05 + at * 0.002);
    const best = grid.reduce((a, b) => (computeLogLikelihood(a) > computeLogLikelihood(b) ? a : b));
    const found = runTest(isExceeded);
    expect(found?.shape).toBeCloseTo(best, 2);
    expect(found?.statistic).toBeCloseTo(
      2 * (computeLogLikelihood(found?.shape ?? 1) - computeLogLikelihood(1)),
      8,
    );
  });

  it('needs three complete durations', () => {
    expect(runTest(Uint8Array.of(0, 1, 0, 1, 1))).toBeNull();
    expect(runTest(new Uint8Array(50))).toBeNull();
  });
});
