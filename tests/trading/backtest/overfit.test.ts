import { describe, expect, it } from 'vitest';
import { type Overfit, computeOverfit } from '../../../app/trading/backtest/overfit';
import { computeMean, computeDeviation } from '../../../app/trading/statistics/sample';
import { normalReturns } from '../../support/made-returns';

const noise = (world: number, strategies: number, count: number): Float64Array[] =>
  Array.from({ length: strategies }, (_, s) => normalReturns(`noise ${world} ${s}`, count));

/** The same by plain lists, for four blocks. */
function bySixSplits(returns: readonly Float64Array[]): Pick<Overfit, 'probability' | 'lossShare'> {
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
    const ratioOf = (list: Float64Array, isInside: boolean): number => {
      const kept = [...list].filter((_, i) => pair.includes(Math.floor(i / size)) === isInside);
      return computeMean(kept) / computeDeviation(kept);
    };
    const inside = returns.map((list) => ratioOf(list, true));
    const outside = returns.map((list) => ratioOf(list, false));
    const after = outside[inside.indexOf(Math.max(...inside))] ?? NaN;
    const rank = 1 + outside.filter((ratio) => ratio < after).length;
    if (rank / (returns.length + 1) <= 0.5) overfitted += 1;
    if (after < 0) lost += 1;
  }
  return { probability: overfitted / pairs.length, lossShare: lost / pairs.length };
}

describe('the probability of backtest overfitting', () => {
  it('agrees with six splits made by hand', () => {
    for (let world = 0; world < 20; world += 1) {
      const returns = noise(world, 5, 24);
      const { probability, lossShare, splits } = computeOverfit(returns, 4) ?? {};
      expect({ probability, lossShare }).toEqual(bySixSplits(returns));
      expect(splits).toBe(6);
    }
  });

  it('is about a half for luck alone', () => {
    const found = Array.from({ length: 16 }, (_, world) => computeOverfit(noise(world, 20, 320)));
    expect(found[0]?.splits).toBe(12_870);
    const mean = computeMean(found.map((overfit) => overfit?.probability ?? NaN));
    console.log(`overfitting of luck: ${mean.toFixed(3)} over 16 worlds`);
    expect(mean).toBeGreaterThan(0.4);
    expect(mean).toBeLessThan(0.6);
  });

  it('is near zero where one of them is better in truth', () => {
    const found = computeOverfit([...noise(1, 19, 640), normalReturns('skill', 640, 0.4)]);
    expect(found?.probability).toBeLessThan(0.01);
    expect(found?.lossShare).toBeLessThan(0.01);
    expect(found?.medianLogit).toBeCloseTo(Math.log(20), 10); // rank 20 of 20, over 21
  });

  it('is one where what was good before is bad afterwards', () => {
    // Each of two strategies wins in its own half of the blocks.
    const first = Float64Array.from({ length: 64 }, (_, i) => (i < 32 ? 1 : -1) + (i % 2) / 10);
    expect(computeOverfit([first, first.map((value) => -value)], 2)?.probability).toBe(1);
  });

  it('takes a strategy that never moved as a ratio of zero, even with rounding', () => {
    // A sum of thirty-five equal returns is rounded: without care their scatter is tiny instead of
    // none, and the ratio huge.
    const flat = new Float64Array(70).fill(0.7);
    const turns = Float64Array.from({ length: 70 }, (_, i) => (i < 35 ? 1 : -1) + (i % 2) / 10);
    expect(computeOverfit([flat, turns], 2)).toMatchObject({ probability: 1, lossShare: 0.5 });
  });

  it('leaves out the oldest returns that fill no block', () => {
    const returns = noise(3, 4, 64);
    const longer = returns.map((list) => Float64Array.from([99, -99, ...list]));
    expect(computeOverfit(longer, 16)).toEqual(computeOverfit(returns, 16));
  });

  it('is unknown for one strategy, or for blocks of one return', () => {
    expect(computeOverfit([])).toBeNull();
    expect(computeOverfit(noise(1, 1, 320))).toBeNull();
    expect(computeOverfit(noise(1, 3, 31))).toBeNull();
  });

  it('refuses what it cannot split', () => {
    expect(() => computeOverfit(noise(1, 2, 64), 15)).toThrow(/even number of blocks/);
    expect(() => computeOverfit([new Float64Array(64), new Float64Array(65)])).toThrow(
      /unequal lengths/,
    );
    expect(() => computeOverfit([new Float64Array(64), new Float64Array(64).fill(NaN)])).toThrow(
      /return 1 is no number/,
    );
  });
});
