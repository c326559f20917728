import { computeMean } from '../../../../app/trading/statistics/sample';
import { describe, expect, it } from 'vitest';
import { createRandomStreams } from '../../../../app/trading/simulation/random-streams';
import {
  FUTURES_CHAINS,
  findChainIndex,
} from '../../../../app/trading/simulation/prices/futures-chains';
import { NODES, WEIGHTS } from '../../../../app/trading/simulation/prices/quadrature';
import { createReportJumps } from '../../../../app/trading/simulation/prices/report-jumps';
import {
  type ResidualState,
  createResidual,
} from '../../../../app/trading/simulation/prices/residual';
import { computeResidualLog } from '../../../../app/trading/simulation/prices/residual-curve';

const NO_DRIFT = FUTURES_CHAINS.map(() => 0);
const START = 90;

/**
 * Residual of a seed after `days` days from 1 April 2010, by when all report kinds have occurred.
 */
function simulateResidual(
  seed: string,
  days: number,
): { readonly first: ResidualState; readonly last: ResidualState } {
  const chance = createRandomStreams(seed);
  const residual = createResidual(chance, createReportJumps(chance));
  const first = residual.first();
  let state = first;
  for (let day = START; day < START + days; day += 1)
    state = residual.next(state, residual.shocks(state, day), NO_DRIFT, day);
  return { first, last: state };
}

function computeMeanRatio(ratios: readonly number[]): {
  readonly mean: number;
  readonly error: number;
} {
  const mean = computeMean(ratios);
  const variance = computeMean(ratios.map((ratio) => (ratio - mean) ** 2));
  return { mean, error: Math.sqrt(variance / ratios.length) };
}

describe('the residual of a fixed contract', () => {
  const DAYS = 45;
  const simulations = Array.from({ length: 1500 }, (_, index) =>
    simulateResidual(`fair ${index}`, DAYS),
  );
  const listPriceRatios = (
    id: string,
    left: number,
    isSelected: (state: ResidualState) => boolean = () => true,
  ) =>
    simulations
      .filter(({ first }) => isSelected(first))
      .map(({ first, last }) =>
        Math.exp(
          computeResidualLog(last, findChainIndex(id), left) -
            computeResidualLog(first, findChainIndex(id), left + DAYS),
        ),
      );

  it.each(FUTURES_CHAINS.map(({ id }) => id))(
    'is a martingale in %s for near and far months',
    (id) => {
      for (const left of [0, 30, 300]) {
        const { mean, error } = computeMeanRatio(listPriceRatios(id, left));
        expect(Math.abs(mean - 1)).toBeLessThan(4 * error);
        expect(error).toBeLessThan(0.01);
      }
    },
  );

  it('is a martingale at low and at high initial volatility', () => {
    const chain = findChainIndex('NG');
    for (const isWild of [true, false]) {
      const { mean, error } = computeMeanRatio(
        listPriceRatios('NG', 0, (state) => (state.logVolatility[chain] ?? 0) > 0 === isWild),
      );
      expect(Math.abs(mean - 1)).toBeLessThan(4 * error);
    }
  });

  it('has an exact convexity correction at any variance and expiry', () => {
    const chance = createRandomStreams('exact');
    const residual = createResidual(chance, createReportJumps(chance));
    const state = residual.first();
    const chain = findChainIndex('NG');
    const shocks = residual.shocks(state, START);
    const computeMeanJump = (left: number, sigma: number, jumpSd: number): number => {
      let sum = 0;
      NODES.forEach((front, i) =>
        NODES.forEach((tilt, j) =>
          NODES.forEach((jump, k) => {
            const day = {
              ...shocks,
              reports: [],
              sigma: shocks.sigma.map(() => sigma),
              front: shocks.front.map(() => sigma * front),
              tilt: shocks.tilt.map(() => sigma * tilt),
              jump: shocks.jump.map(() => jumpSd * jump),
              jumpSd: shocks.jumpSd.map(() => jumpSd),
            };
            const next = residual.next(state, day, NO_DRIFT, START);
            sum +=
              (WEIGHTS[i] ?? 0) *
              (WEIGHTS[j] ?? 0) *
              (WEIGHTS[k] ?? 0) *
              Math.exp(
                computeResidualLog(next, chain, left) - computeResidualLog(state, chain, left + 1),
              );
          }),
        ),
      );
      return sum;
    };
    for (const left of [0, 40, 400])
      for (const sigma of [0.005, 0.06])
        for (const jumpSd of [0, 0.05])
          expect(computeMeanJump(left, sigma, jumpSd)).toBeCloseTo(1, 9);
  });

  it('moves a near month more than a far one', () => {
    const computeSize = (left: number) =>
      computeMeanRatio(listPriceRatios('CL', left).map((ratio) => Math.log(ratio) ** 2)).mean;
    expect(computeSize(0)).toBeGreaterThan(1.3 * computeSize(300));
  });

  it('correlates heating oil with crude', () => {
    const listLogRatios = (id: string) => listPriceRatios(id, 20).map(Math.log);
    const [crude, heating] = [listLogRatios('CL'), listLogRatios('HO')];
    const computeProduct = (a: readonly number[], b: readonly number[]) =>
      a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
    const correlation =
      computeProduct(crude, heating) /
      Math.sqrt(computeProduct(crude, crude) * computeProduct(heating, heating));
    expect(correlation).toBeGreaterThan(0.75);
    expect(correlation).toBeLessThan(0.95);
  });
});
