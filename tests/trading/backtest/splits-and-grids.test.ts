import { describe, expect, it } from 'vitest';
import { buildGrid } from '../../../app/trading/backtest/parameter-grid';
import { computeSimulationRange } from '../../../app/trading/backtest/simulation-range';
import { listSplits } from '../../../app/trading/backtest/walk-forward';

describe('walk-forward splits', () => {
  const plan = {
    bars: 100,
    kind: 'expanding',
    trainBars: 40,
    testBars: 25,
    purge: 5,
    embargo: 3,
  } as const;
  const createRange = (from: number, until: number) => ({ from, until });

  it('train on all earlier bars up to the purge', () => {
    expect(listSplits(plan)).toEqual([
      { train: [createRange(0, 40)], test: createRange(45, 70) },
      { train: [createRange(0, 65)], test: createRange(70, 95) },
      { train: [createRange(0, 90)], test: createRange(95, 100) },
    ]);
  });

  it('train on the last bars only', () => {
    expect(listSplits({ ...plan, kind: 'rolling' }).map(({ train }) => train)).toEqual([
      [createRange(0, 40)],
      [createRange(25, 65)],
      [createRange(50, 90)],
    ]);
  });

  it('train on both sides with an embargo', () => {
    expect(listSplits({ ...plan, kind: 'around' })).toEqual([
      { train: [createRange(33, 100)], test: createRange(0, 25) },
      { train: [createRange(0, 20), createRange(58, 100)], test: createRange(25, 50) },
      { train: [createRange(0, 45), createRange(83, 100)], test: createRange(50, 75) },
      { train: [createRange(0, 70)], test: createRange(75, 100) },
    ]);
  });

  it('reject a history that is too short', () => {
    expect(() => listSplits({ ...plan, bars: 45 })).toThrow(
      /45 bars are too few .* give more bars/,
    );
    expect(listSplits({ ...plan, bars: 46 })).toHaveLength(1);
    expect(() => listSplits({ ...plan, kind: 'around', trainBars: 90 })).toThrow(
      /bars 0 to 24 leaves fewer than 90/,
    );
    expect(() => listSplits({ ...plan, testBars: 0 })).toThrow(
      /testBars must be a whole number from 1, got 0/,
    );
    expect(() => listSplits({ ...plan, purge: -1 })).toThrow(/purge/);
  });
});

describe('parameter grid', () => {
  it('lists every combination in a fixed order', () => {
    const rows = [
      { x: 0, e: 1, n: 10 },
      { x: 0, e: 1, n: 20 },
      { x: 0, e: 2, n: 10 },
      { x: 0, e: 2, n: 20 },
    ];
    expect(buildGrid({ x: 0, n: 5 }, { n: [10, 20], e: [1, 2] })).toEqual(rows);
    expect(buildGrid({ n: 5, x: 0 }, { e: [1, 2], n: [10, 20] })).toEqual(rows);
    expect(buildGrid({ x: 0 }, {})).toEqual([{ x: 0 }]);
  });

  it('has at most 200 combinations', () => {
    const createValues = (count: number): number[] => Array.from({ length: count }, (_, k) => k);
    expect(buildGrid({}, { a: createValues(20), b: createValues(10) })).toHaveLength(200);
    expect(() => buildGrid({}, { a: createValues(67), b: createValues(3) })).toThrow(
      /at most 200 combinations, this one has 201 \(a 67, b 3\): try fewer values/,
    );
  });

  it('rejects an empty axis and a duplicate value', () => {
    expect(() => buildGrid({}, { a: [] })).toThrow(/a has no values to try/);
    expect(() => buildGrid({}, { a: [1, 1] })).toThrow(/a has a value twice/);
  });
});

describe('range over simulated paths', () => {
  it('is the median with 10% and 90% quantiles', () => {
    expect(computeSimulationRange([5, -1, 2, 8, 3, 1, 4, 6, 7, 0, 9])).toEqual({
      worlds: 11,
      low: 0,
      median: 4,
      high: 8,
      losingShare: 1 / 11,
    });
    expect(computeSimulationRange([3])).toEqual({
      worlds: 1,
      low: 3,
      median: 3,
      high: 3,
      losingShare: 0,
    });
    expect(computeSimulationRange([])).toBeNull();
  });

  it('rejects a missing result', () =>
    expect(() => computeSimulationRange([1, NaN, 2])).toThrow(/world 2 of 3 has no result/));
});
