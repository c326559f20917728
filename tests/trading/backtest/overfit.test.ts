import { describe, expect, it } from 'vitest';
import {
  type OverfittingProbability,
  computeOverfittingProbability,
} from '../../../app/trading/backtest/overfitting-probability';
import { computeMean, computeDeviation } from '../../../app/trading/statistics/sample';
import { createNormalReturns } from '../../support/return-series';

const createNoise = (world: number, strategies: number, count: number): Float64Array[] =>
  Array.from({ length: strategies }, (_, s) => createNormalReturns(`noise ${world} ${s}`, count));

/** The same computation with plain lists, for four blocks. */
function bySixSplits(
  returns: readonly Float64Array[],
): Pick<OverfittingProbability, 'probability' | 'lossShare'> {
  const size = (returns[0]?.length ?? 0) / 4;
  const pairs = [
    [0, 1],
    [0, 2],
    [0, 3],
    [1, 2],
    [1, 3],
    [2, 3],
  ];
  let [overfitted, lost] = [0, 0];
  for (const pair of pairs) {
    const computeRatio = (list: Float64Array, isInside: boolean): number => {
      const selected = [...list].filter((_, i) => pair.includes(Math.floor(i / size)) === isInside);
      return computeMean(selected) / computeDeviation(selected);
    };
    const inside = returns.map((list) => computeRatio(list, true));
    const outside = returns.map((list) => computeRatio(list, false));
    const after = outside[inside.indexOf(Math.max(...inside))] ?? NaN;
    const rank = 1 + outside.filter((ratio) => ratio < after).length;
    if (rank / (returns.length + 1) <= 0.5) overfitted += 1;
    if (after < 0) lost += 1;
  }
  return { probability: overfitted / pairs.length, lossShare: lost / pairs.length };
}

describe('probability of backtest overfitting', () => {
  it('matches six splits computed by hand', () => {
    for (let world = 0; world < 20; world += 1) {
      const returns = createNoise(world, 5, 24);
      const { probability, lossShare, splits } = computeOverfittingProbability(returns, 4) ?? {};
      expect({ probability, lossShare }).toEqual(bySixSplits(returns));
      expect(splits).toBe(6);
    }
  });

  it('is about 0.5 without skill', () => {
    const found = Array.from({ length: 16 }, (_, world) =>
      computeOverfittingProbability(createNoise(world, 20, 320)),
    );
    expect(found[0]?.splits).toBe(12_870);
    const mean = computeMean(found.map((overfit) => overfit?.probability ?? NaN));
    console.log(`overfitting of luck: ${mean.toFixed(3)} over 16 worlds`);
    expect(mean).toBeGreaterThan(0.4);
    expect(mean).toBeLessThan(0.6);
  });

  it('is near 0 if one strategy is truly better', () => {
    const found = computeOverfittingProbability([
      ...createNoise(1, 19, 640),
      createNormalReturns('skill', 640, 0.4),
    ]);
    expect(found?.probability).toBeLessThan(0.01);
    expect(found?.lossShare).toBeLessThan(0.01);
    expect(found?.medianLogit).toBeCloseTo(Math.log(20), 10); // rank 20 of 20, over 21
  });

  it('is 1 if good strategies turn bad', () => {
    // Each of two strategies wins in its half of the blocks.
    const first = Float64Array.from({ length: 64 }, (_, i) => (i < 32 ? 1 : -1) + (i % 2) / 10);
    expect(
      computeOverfittingProbability([first, first.map((value) => -value)], 2)?.probability,
    ).toBe(1);
  });

  it('gives a constant strategy ratio zero, even with rounding', () => {
    // Rounding of a sum of 35 equal returns would give a tiny variance instead of zero, and a huge
    // ratio.
    const flat = new Float64Array(70).fill(0.7);
    const turns = Float64Array.from({ length: 70 }, (_, i) => (i < 35 ? 1 : -1) + (i % 2) / 10);
    expect(computeOverfittingProbability([flat, turns], 2)).toMatchObject({
      probability: 1,
      lossShare: 0.5,
    });
  });

  it('drops the oldest leftover returns', () => {
    const returns = createNoise(3, 4, 64);
    const longer = returns.map((list) => Float64Array.from([99, -99, ...list]));
    expect(computeOverfittingProbability(longer, 16)).toEqual(
      computeOverfittingProbability(returns, 16),
    );
  });

  it('is null for one strategy, or blocks of one return', () => {
    expect(computeOverfittingProbability([])).toBeNull();
    expect(computeOverfittingProbability(createNoise(1, 1, 320))).toBeNull();
    expect(computeOverfittingProbability(createNoise(1, 3, 31))).toBeNull();
  });

  it('rejects invalid splits', () => {
    expect(() => computeOverfittingProbability(createNoise(1, 2, 64), 15)).toThrow(
      /even number of blocks/,
    );
    expect(() =>
      computeOverfittingProbability([new Float64Array(64), new Float64Array(65)]),
    ).toThrow(/unequal lengths/);
    expect(() =>
      computeOverfittingProbability([new Float64Array(64), new Float64Array(64).fill(NaN)]),
    ).toThrow(/return 1 is no number/);
  });
});
