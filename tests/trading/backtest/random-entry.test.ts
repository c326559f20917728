import { describe, expect, it } from 'vitest';
import { type PlacedHolding, testRandomEntries } from '../../../app/trading/backtest/random-entry';
import { createSeededRandom } from '../../../app/trading/random';
import { createNormalReturns } from '../../support/return-series';

/** A random walk. */
function createWalk(seed: string, count: number): Float64Array {
  let price = 0;
  return createNormalReturns(seed, count).map((step) => (price += step));
}

const createLongHolding = (from: number, until: number, weight = 1): PlacedHolding => ({
  from,
  until,
  weights: [weight],
});
const random = createSeededRandom('entries');

describe('random entry test', () => {
  const line = createWalk('line', 1000);

  it('has a low p-value for perfect foresight', () => {
    const foreseen = Array.from({ length: 80 }, (_, k) => 12 * k)
      .filter((from) => (line[from + 10] ?? 0) > (line[from] ?? 0))
      .map((from) => createLongHolding(from, from + 10));
    const found = testRandomEntries([{ lines: [line], holdings: foreseen }], random);
    expect(found?.pValue).toBe(1 / 1001);
    expect(found?.observed).toBeCloseTo(
      foreseen.reduce(
        (sum, { from, until }) => sum + (line[until] ?? NaN) - (line[from] ?? NaN),
        0,
      ),
      9,
    );
  });

  it('has uniform p-values for random trades', () => {
    const ranks = Array.from({ length: 200 }, (_, world) => {
      const chance = createSeededRandom(`blind ${world}`);
      const holdings = Array.from({ length: 10 }, (_, k) =>
        createLongHolding(
          30 * k + Math.floor(chance.uniform('e', k) * 20),
          30 * k + 29,
          k % 2 === 0 ? 1 : -1,
        ),
      );
      return (
        testRandomEntries([{ lines: [createWalk(`w ${world}`, 301)], holdings }], chance, 199)
          ?.pValue ?? NaN
      );
    });
    const computeFraction = (below: number): number =>
      ranks.filter((rank) => rank <= below).length / ranks.length;
    console.log(
      `blind entries had p <= .1 in ${computeFraction(0.1)}, p <= .5 in ${computeFraction(0.5)} of 200 worlds`,
    );
    expect(computeFraction(0.1)).toBeGreaterThan(0.04);
    expect(computeFraction(0.1)).toBeLessThan(0.17);
    expect(computeFraction(0.5)).toBeGreaterThan(0.4);
    expect(computeFraction(0.5)).toBeLessThan(0.6);
  });

  it('has no freedom if always invested', () => {
    const found = testRandomEntries(
      [{ lines: [line], holdings: [createLongHolding(0, 999, 3)] }],
      random,
      50,
    );
    const all = 3 * ((line[999] ?? NaN) - (line[0] ?? NaN));
    expect(found).toEqual({
      pValue: 1,
      observed: all,
      low: all,
      median: all,
      high: all,
      draws: 50,
    });
  });

  it('moves two lines of a spread together', () => {
    // A constant spread: any entry earns nothing.
    const found = testRandomEntries(
      [{ lines: [line, line], holdings: [{ from: 3, until: 40, weights: [2, -2] }] }],
      random,
      100,
    );
    expect(found).toMatchObject({ observed: 0, low: 0, high: 0, pValue: 1 });
  });

  it('keeps entries inside the line and without overlap', () => {
    // One large step inside each trade: an overlapping draw would earn it twice, one outside the
    // line would be NaN.
    const steps = Float64Array.from({ length: 21 }, (_, i) => (i >= 10 ? 1 : 0));
    const found = testRandomEntries(
      [{ lines: [steps], holdings: [createLongHolding(0, 8), createLongHolding(8, 18)] }],
      random,
      500,
    );
    expect(found?.high).toBe(1);
    expect(found?.low).toBeGreaterThanOrEqual(0);
  });

  it('is null without trades, or if they do not fit', () => {
    expect(testRandomEntries([], random)).toBeNull();
    expect(testRandomEntries([{ lines: [line], holdings: [] }], random)).toBeNull();
    expect(
      testRandomEntries(
        [{ lines: [line], holdings: [createLongHolding(0, 600), createLongHolding(300, 900)] }],
        random,
      ),
    ).toBeNull();
    expect(() =>
      testRandomEntries([{ lines: [line], holdings: [createLongHolding(5, 5)] }], random),
    ).toThrow(/ends after it began/);
  });
});
