import { describe, expect, it } from 'vitest';
import { type PlacedHolding, randomEntries } from '../../../app/trading/backtest/random-entry';
import { seededRandom } from '../../../app/trading/random';
import { normalReturns } from '../../support/made-returns';

/** A price that walks. */
function walk(seed: string, count: number): Float64Array {
  let price = 0;
  return normalReturns(seed, count).map((step) => (price += step));
}

const long = (from: number, until: number, weight = 1): PlacedHolding => ({
  from,
  until,
  weights: [weight],
});
const random = seededRandom('entries');

describe('random entries', () => {
  const line = walk('line', 1000);

  it('are hardly ever as good as one who knew', () => {
    const foreseen = Array.from({ length: 80 }, (_, k) => 12 * k)
      .filter((from) => (line[from + 10] ?? 0) > (line[from] ?? 0))
      .map((from) => long(from, from + 10));
    const found = randomEntries([{ lines: [line], holdings: foreseen }], random);
    expect(found?.pValue).toBe(1 / 1001);
    expect(found?.observed).toBeCloseTo(
      foreseen.reduce(
        (sum, { from, until }) => sum + (line[until] ?? NaN) - (line[from] ?? NaN),
        0,
      ),
      9,
    );
  });

  it('are evenly better and worse than entries that knew nothing', () => {
    const ranks = Array.from({ length: 200 }, (_, world) => {
      const chance = seededRandom(`blind ${world}`);
      const holdings = Array.from({ length: 10 }, (_, k) =>
        long(30 * k + Math.floor(chance.uniform('e', k) * 20), 30 * k + 29, k % 2 === 0 ? 1 : -1),
      );
      return (
        randomEntries([{ lines: [walk(`w ${world}`, 301)], holdings }], chance, 199)?.pValue ?? NaN
      );
    });
    const share = (below: number): number =>
      ranks.filter((rank) => rank <= below).length / ranks.length;
    console.log(
      `blind entries had p <= .1 in ${share(0.1)}, p <= .5 in ${share(0.5)} of 200 worlds`,
    );
    expect(share(0.1)).toBeGreaterThan(0.04);
    expect(share(0.1)).toBeLessThan(0.17);
    expect(share(0.5)).toBeGreaterThan(0.4);
    expect(share(0.5)).toBeLessThan(0.6);
  });

  it('have no choice where the whole time was held', () => {
    const found = randomEntries([{ lines: [line], holdings: [long(0, 999, 3)] }], random, 50);
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

  it('keep two lines that were held together, together', () => {
    // A spread that never moves: whatever the entry, nothing is earned.
    const found = randomEntries(
      [{ lines: [line, line], holdings: [{ from: 3, until: 40, weights: [2, -2] }] }],
      random,
      100,
    );
    expect(found).toMatchObject({ observed: 0, low: 0, high: 0, pValue: 1 });
  });

  it('stay inside the line and apart from each other', () => {
    // One dear step inside each holding: a draw that overlapped would earn it twice, one that left
    // the line would be no number.
    const steps = Float64Array.from({ length: 21 }, (_, i) => (i >= 10 ? 1 : 0));
    const found = randomEntries(
      [{ lines: [steps], holdings: [long(0, 8), long(8, 18)] }],
      random,
      500,
    );
    expect(found?.high).toBe(1);
    expect(found?.low).toBeGreaterThanOrEqual(0);
  });

  it('are none without holdings, or where these do not fit', () => {
    expect(randomEntries([], random)).toBeNull();
    expect(randomEntries([{ lines: [line], holdings: [] }], random)).toBeNull();
    expect(
      randomEntries([{ lines: [line], holdings: [long(0, 600), long(300, 900)] }], random),
    ).toBeNull();
    expect(() => randomEntries([{ lines: [line], holdings: [long(5, 5)] }], random)).toThrow(
      /ends after it began/,
    );
  });
});
