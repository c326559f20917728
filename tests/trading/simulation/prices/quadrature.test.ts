import { describe, expect, it } from 'vitest';
import { createRandomStreams } from '../../../../app/trading/simulation/random-streams';
import {
  NODES,
  WEIGHTS,
  applyConvexity,
  computeLogMeanResponse,
} from '../../../../app/trading/simulation/prices/quadrature';

const DRAWS = 200_000;

/** Mean of exp(beta psi(X)) over antithetic draws, with standard error. */
function estimateByMonteCarlo(
  mean: number,
  sd: number,
  beta: number,
  gamma: number,
): { readonly mean: number; readonly error: number } {
  const chance = createRandomStreams('quadrature');
  const stream = chance.getStream('draws');
  let [sum, squares] = [0, 0];
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const z = chance.drawNormal(stream, draw);
    const value =
      (Math.exp(beta * applyConvexity(mean + sd * z, gamma)) +
        Math.exp(beta * applyConvexity(mean - sd * z, gamma))) /
      2;
    sum += value;
    squares += value * value;
  }
  const average = sum / DRAWS;
  return { mean: average, error: Math.sqrt((squares / DRAWS - average * average) / DRAWS) };
}

describe('the expected response', () => {
  it('has weights that reproduce the even moments of a normal', () => {
    const computeMoment = (power: number) =>
      NODES.reduce((sum, node, index) => sum + (WEIGHTS[index] ?? 0) * node ** power, 0);
    for (const [power, value] of [
      [0, 1],
      [2, 1],
      [4, 3],
      [6, 15],
      [8, 105],
    ] as const)
      expect(computeMoment(power)).toBeCloseTo(value, 9);
  });

  it.each([
    { market: 'gas in a cold January', mean: 3, sd: 1.2, beta: 0.067, gamma: 0.15 },
    { market: 'corn in a drought', mean: 0.12, sd: 0.05, beta: 2.6, gamma: 1.5 },
    { market: 'juice before winter', mean: 0, sd: 0.09, beta: 1.9, gamma: 0.8 },
  ])('matches Monte Carlo for $market', ({ mean, sd, beta, gamma }) => {
    const drawn = estimateByMonteCarlo(mean, sd, beta, gamma);
    expect(
      Math.abs(Math.exp(computeLogMeanResponse(mean, sd, beta, gamma)) - drawn.mean),
    ).toBeLessThan(4 * drawn.error + 2e-6);
  });

  it('is the lognormal closed form at gamma 0, and the plain response at sd 0', () => {
    expect(computeLogMeanResponse(0.4, 0.3, 1.5, 0)).toBeCloseTo(0.6 + 0.5 * (1.5 * 0.3) ** 2, 12);
    expect(computeLogMeanResponse(0.4, 0, 1.5, 0.8)).toBeCloseTo(
      1.5 * applyConvexity(0.4, 0.8),
      12,
    );
  });

  it('rises with uncertainty', () => {
    const logs = [0, 0.02, 0.05, 0.1].map((sd) => computeLogMeanResponse(0.1, sd, 2.6, 1.5));
    expect([...logs].sort((a, b) => a - b)).toEqual(logs);
  });
});
