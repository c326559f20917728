// Benchmarks of networks against values computed by hand or with NumPy.
import { describe, expect, it } from 'vitest';
import { computeEwmaVolatilities } from '../../../app/trading/networks/baselines/ewma';
import {
  fitHar,
  computeHarForecast,
  computeHarTerms,
} from '../../../app/trading/networks/baselines/har';
import {
  fitLogistic,
  computeLogisticProbability,
} from '../../../app/trading/networks/baselines/logistic';
import { fitMomentum } from '../../../app/trading/networks/baselines/momentum';
import { computeRiseRate } from '../../../app/trading/networks/baselines/no-skill';
import { fitRidge, evaluateLine } from '../../../app/trading/networks/baselines/ridge';
import { computeSeasonalProbabilities } from '../../../app/trading/networks/baselines/seasonal';
import { factorizeCholesky, solveFactored } from '../../../app/trading/statistics/cholesky';
import { createDataset, createNormals } from '../../support/network-data';

describe('Cholesky systems', () => {
  it('are solved for several right-hand sides', () => {
    // [[4, 2, 1], [2, 5, 3], [1, 3, 6]] times [1, 2, 3] and [0, 1, -1]; the upper half is never
    // read
    const factor = factorizeCholesky(Float64Array.of(4, 9, 9, 2, 5, 9, 1, 3, 6), 3);
    expect([0, 3, 4].map((place) => factor[place])).toEqual([2, 1, 2]);
    const x = solveFactored(factor, 3, Float64Array.of(11, 1, 21, 2, 25, -3), 2);
    for (const [place, value] of [1, 0, 2, 1, 3, -1].entries())
      expect(x[place]).toBeCloseTo(value, 12);
    expect(() => factorizeCholesky(Float64Array.of(1, 1, 1, 1), 2)).toThrow(
      /not positive definite/,
    );
  });
});

describe('ridge regression', () => {
  const rows = [
    [1, 10, 5],
    [2, 30, 5],
    [3, 20, 5],
    [4, 50, 5],
    [6, 10, 5],
  ];
  const values = rows.map(([a = 0, b = 0]) => 3 + 2 * a - 0.1 * b);

  it('recovers a line without a penalty, with slope 0 for constant inputs', () => {
    const line = fitRidge(rows, values, 0);
    expect(line.slope).toEqual([expect.closeTo(2, 10), expect.closeTo(-0.1, 10), 0]);
    expect(evaluateLine(line, [10, 100, 5])).toBeCloseTo(13, 9);
  });

  it('halves the slope of a single input at penalty 1', () => {
    const line = fitRidge([[-1], [1], [-1], [1]], [-3, 5, -3, 5], 1);
    expect(line.slope[0]).toBeCloseTo(2, 12);
    expect(line.mean).toBe(1);
    expect(() => fitRidge([[1]], [], 0)).toThrow(/value each/);
  });
});

describe('logistic regression', () => {
  const data = createDataset('logistic', 800, 3, (x, noise) => [
    Number(noise < (x[0] ?? 0) - 0.5 * (x[1] ?? 0) + 0.2),
  ]);

  it('satisfies the first-order conditions', () => {
    const line = fitLogistic(data, 0, 0.001);
    const apart = Array.from(
      { length: data.rows },
      (_, row) => computeLogisticProbability(line, data.x, 3 * row) - (data.y[row] ?? NaN),
    );
    expect(apart.reduce((sum, one) => sum + one, 0) / data.rows).toBeCloseTo(0, 8);
    for (const place of [0, 1, 2])
      expect(
        apart.reduce((sum, one, row) => sum + one * (data.x[3 * row + place] ?? 0), 0) / data.rows +
          0.001 * (line.slope[place] ?? 0),
      ).toBeCloseTo(0, 8);
    expect(line.slope[0]).toBeGreaterThan(1);
    expect(line.slope[1]).toBeLessThan(-0.5);
  });

  it('skips rows without an outcome and converges on separable data', () => {
    const more = {
      ...data,
      rows: 801,
      x: Float64Array.of(...data.x, 9, 9, 9),
      y: Float64Array.of(...data.y, NaN),
    };
    expect(fitLogistic(more, 0, 0.001)).toEqual(fitLogistic(data, 0, 0.001));
    const parted = {
      rows: 4,
      inputs: 1,
      targets: 1,
      x: Float64Array.of(-2, -1, 1, 2),
      y: Float64Array.of(0, 0, 1, 1),
    };
    expect(
      computeLogisticProbability(fitLogistic(parted, 0, 0.01), Float64Array.of(1)),
    ).toBeGreaterThan(0.8);
    expect(() => fitLogistic(data, 0, 0)).toThrow(/above zero/);
  });
});

describe('probabilities without inputs', () => {
  it('are the rise frequency, by month shrunk toward the mean', () => {
    expect(computeRiseRate([1, -1, 2, 0, NaN, 3])).toBe(0.75);
    expect(computeRiseRate([])).toBe(0.5);
    const returns = Array.from({ length: 240 }, (_, day) => (day % 12 === 0 ? 1 : -1));
    const chances = computeSeasonalProbabilities(
      returns,
      returns.map((_, day) => day % 12),
    );
    expect(chances[0]).toBeCloseTo((50 / 12 + 20) / 70, 12);
    expect(chances[5]).toBeCloseTo(50 / 12 / 70, 12);
  });

  it('of momentum are the continuation frequency', () => {
    const chance = fitMomentum([1, 1, -1, -1, 0], [2, 2, -2, 2, 5]);
    expect([chance(3), chance(-3), chance(0), chance(NaN)]).toEqual([0.75, 0.25, 0.5, 0.5]);
  });
});

describe('volatilities', () => {
  it('of EWMA use earlier returns only', () => {
    const returns = Array.from({ length: 30 }, (_, day) => (day === 25 ? 3 : 1));
    const forecast = computeEwmaVolatilities(returns, 0.9);
    expect(forecast[20]).toBeNaN();
    expect(forecast[24]).toBeCloseTo(1, 12);
    expect(forecast[25]).toBeCloseTo(Math.sqrt(0.9 + 0.1 * 9), 12);
    expect(forecast[26]).toBeCloseTo(Math.sqrt(0.9 * 1.8 + 0.1), 12);
    expect(() => computeEwmaVolatilities(returns, 1)).toThrow(/between 0 and 1/);
  });

  it('of a HAR process are recovered', () => {
    const draw = createNormals('har');
    const logs: number[] = Array.from({ length: 22 }, (_, day) => 0.1 * draw(day));
    const computeMeanOfDays = (days: number): number =>
      logs.slice(-days).reduce((sum, value) => sum + value, 0) / days;
    for (let day = 22; day < 4000; day += 1)
      logs.push(
        0.4 * computeMeanOfDays(1) +
          0.3 * computeMeanOfDays(5) +
          0.2 * computeMeanOfDays(22) +
          0.1 * draw(day),
      );
    const volatilities = logs.map(Math.exp);
    const fitted = fitHar(volatilities, 1);
    for (const [place, slope] of [0.4, 0.3, 0.2].entries())
      expect(Math.abs((fitted?.line.slope[place] ?? NaN) - slope)).toBeLessThan(0.08);
    expect(fitted?.errorVariance).toBeCloseTo(0.01, 3);
    const terms = computeHarTerms(volatilities, 100) ?? [];
    expect(terms[0]).toBeCloseTo(logs[100] ?? NaN, 12);
    expect(
      fitted && computeHarForecast(fitted, terms) - evaluateLine(fitted.line, terms),
    ).toBeCloseTo(0.01, 3);
    expect(computeHarTerms(volatilities, 20)).toBeNull();
    expect(fitHar(volatilities.slice(0, 40), 1)).toBeNull();
  });
});
