import { computeMean } from '../../../../app/trading/statistics/sample';
import { describe, expect, it } from 'vitest';
import { createChance } from '../../../../app/trading/simulation/random-streams';
import { CHAINS, chainIndex } from '../../../../app/trading/simulation/prices/chains';
import { NODES, WEIGHTS } from '../../../../app/trading/simulation/prices/quadrature';
import { createReportJumps } from '../../../../app/trading/simulation/prices/report-days';
import {
  type ResidualState,
  createResidual,
} from '../../../../app/trading/simulation/prices/residual';
import { residualLog } from '../../../../app/trading/simulation/prices/residual-curve';

const NO_DRIFT = CHAINS.map(() => 0);
const START = 90;

/**
 * The residual of a seed after so many days from the first of April 2010, when all kinds of reports
 * have come.
 */
function folded(
  seed: string,
  days: number,
): { readonly first: ResidualState; readonly last: ResidualState } {
  const chance = createChance(seed);
  const residual = createResidual(chance, createReportJumps(chance));
  const first = residual.first();
  let state = first;
  for (let day = START; day < START + days; day += 1)
    state = residual.next(state, residual.shocks(state, day), NO_DRIFT, day);
  return { first, last: state };
}

function meanRatio(ratios: readonly number[]): { readonly mean: number; readonly error: number } {
  const mean = computeMean(ratios);
  const variance = computeMean(ratios.map((ratio) => (ratio - mean) ** 2));
  return { mean, error: Math.sqrt(variance / ratios.length) };
}

describe('the residual of a fixed contract', () => {
  const DAYS = 45;
  const worlds = Array.from({ length: 1500 }, (_, index) => folded(`fair ${index}`, DAYS));
  const ratios = (
    id: string,
    left: number,
    isKept: (state: ResidualState) => boolean = () => true,
  ) =>
    worlds
      .filter(({ first }) => isKept(first))
      .map(({ first, last }) =>
        Math.exp(
          residualLog(last, chainIndex(id), left) - residualLog(first, chainIndex(id), left + DAYS),
        ),
      );

  it.each(CHAINS.map(({ id }) => id))('is fair in %s near and far', (id) => {
    for (const left of [0, 30, 300]) {
      const { mean, error } = meanRatio(ratios(id, left));
      expect(Math.abs(mean - 1)).toBeLessThan(4 * error);
      expect(error).toBeLessThan(0.01);
    }
  });

  it('is fair after a calm beginning and after a wild one: volatility tells no direction', () => {
    const chain = chainIndex('NG');
    for (const isWild of [true, false]) {
      const { mean, error } = meanRatio(
        ratios('NG', 0, (state) => (state.unrest[chain] ?? 0) > 0 === isWild),
      );
      expect(Math.abs(mean - 1)).toBeLessThan(4 * error);
    }
  });

  it('pays exactly for the variance of a day, whatever it is and at any expiry', () => {
    const chance = createChance('exact');
    const residual = createResidual(chance, createReportJumps(chance));
    const state = residual.first();
    const chain = chainIndex('NG');
    const shocks = residual.shocks(state, START);
    const mean = (left: number, sigma: number, jumpSd: number): number => {
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
              Math.exp(residualLog(next, chain, left) - residualLog(state, chain, left + 1));
          }),
        ),
      );
      return sum;
    };
    for (const left of [0, 40, 400])
      for (const sigma of [0.005, 0.06])
        for (const jumpSd of [0, 0.05]) expect(mean(left, sigma, jumpSd)).toBeCloseTo(1, 9);
  });

  it('moves a near month more than a far one', () => {
    const size = (left: number) =>
      meanRatio(ratios('CL', left).map((ratio) => Math.log(ratio) ** 2)).mean;
    expect(size(0)).toBeGreaterThan(1.3 * size(300));
  });

  it('lets heating oil follow crude', () => {
    const logs = (id: string) => ratios(id, 20).map(Math.log);
    const [crude, heating] = [logs('CL'), logs('HO')];
    const product = (a: readonly number[], b: readonly number[]) =>
      a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
    const correlation =
      product(crude, heating) / Math.sqrt(product(crude, crude) * product(heating, heating));
    expect(correlation).toBeGreaterThan(0.75);
    expect(correlation).toBeLessThan(0.95);
  });
});
