import { describe, expect, it } from 'vitest';
import { createChance } from '../../../../app/trading/simulation/random-streams';
import {
  NODES,
  WEIGHTS,
  computeConvexTable,
  logMeanResponse,
} from '../../../../app/trading/simulation/prices/quadrature';

const DRAWS = 200_000;

/** Mean of exp(beta psi(X)) over pairs of opposite draws, with its standard error. */
function byDraws(
  mean: number,
  sd: number,
  beta: number,
  gamma: number,
): { readonly mean: number; readonly error: number } {
  const chance = createChance('quadrature');
  const stream = chance.stream('draws');
  let [sum, squares] = [0, 0];
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const z = chance.normal(stream, draw);
    const value =
      (Math.exp(beta * computeConvexTable(mean + sd * z, gamma)) +
        Math.exp(beta * computeConvexTable(mean - sd * z, gamma))) /
      2;
    sum += value;
    squares += value * value;
  }
  const average = sum / DRAWS;
  return { mean: average, error: Math.sqrt((squares / DRAWS - average * average) / DRAWS) };
}

describe('the expected response', () => {
  it('has weights that add up to one and reproduce the even moments of a normal', () => {
    const moment = (power: number) =>
      NODES.reduce((sum, node, index) => sum + (WEIGHTS[index] ?? 0) * node ** power, 0);
    for (const [power, value] of [
      [0, 1],
      [2, 1],
      [4, 3],
      [6, 15],
      [8, 105],
    ] as const)
      expect(moment(power)).toBeCloseTo(value, 9);
  });

  it.each([
    { market: 'gas in a cold January', mean: 3, sd: 1.2, beta: 0.067, gamma: 0.15 },
    { market: 'corn in a drought', mean: 0.12, sd: 0.05, beta: 2.6, gamma: 1.5 },
    { market: 'juice before winter', mean: 0, sd: 0.09, beta: 1.9, gamma: 0.8 },
  ])('agrees with draws for $market', ({ mean, sd, beta, gamma }) => {
    const drawn = byDraws(mean, sd, beta, gamma);
    expect(Math.abs(Math.exp(logMeanResponse(mean, sd, beta, gamma)) - drawn.mean)).toBeLessThan(
      4 * drawn.error + 2e-6,
    );
  });

  it('is the closed form of a lognormal without convexity, and the plain response without doubt', () => {
    expect(logMeanResponse(0.4, 0.3, 1.5, 0)).toBeCloseTo(0.6 + 0.5 * (1.5 * 0.3) ** 2, 12);
    expect(logMeanResponse(0.4, 0, 1.5, 0.8)).toBeCloseTo(1.5 * computeConvexTable(0.4, 0.8), 12);
  });

  it('rises with doubt: an uncertain shortage is worth more than its mean', () => {
    const logs = [0, 0.02, 0.05, 0.1].map((sd) => logMeanResponse(0.1, sd, 2.6, 1.5));
    expect([...logs].sort((a, b) => a - b)).toEqual(logs);
  });
});
