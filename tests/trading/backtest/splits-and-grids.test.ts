import { describe, expect, it } from 'vitest';
import { buildGrid } from '../../../app/trading/backtest/grid';
import { worldsRange } from '../../../app/trading/backtest/monte-carlo';
import { listSplits } from '../../../app/trading/backtest/walk-forward';

describe('splits', () => {
  const plan = {
    bars: 100,
    kind: 'expanding',
    trainBars: 40,
    testBars: 25,
    purge: 5,
    embargo: 3,
  } as const;
  const range = (from: number, until: number) => ({ from, until });

  it('learn from all that came before, up to the purge', () => {
    expect(listSplits(plan)).toEqual([
      { train: [range(0, 40)], test: range(45, 70) },
      { train: [range(0, 65)], test: range(70, 95) },
      { train: [range(0, 90)], test: range(95, 100) },
    ]);
  });

  it('or from the last bars before', () => {
    expect(listSplits({ ...plan, kind: 'rolling' }).map(({ train }) => train)).toEqual([
      [range(0, 40)],
      [range(25, 65)],
      [range(50, 90)],
    ]);
  });

  it('or from both sides, with the embargo after the test', () => {
    expect(listSplits({ ...plan, kind: 'around' })).toEqual([
      { train: [range(33, 100)], test: range(0, 25) },
      { train: [range(0, 20), range(58, 100)], test: range(25, 50) },
      { train: [range(0, 45), range(83, 100)], test: range(50, 75) },
      { train: [range(0, 70)], test: range(75, 100) },
    ]);
  });

  it('refuse a history that is too short, and say what to do', () => {
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

describe('a grid', () => {
  it('is every combination in an order of its own', () => {
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

  it('has at most two hundred', () => {
    const values = (count: number): number[] => Array.from({ length: count }, (_, k) => k);
    expect(buildGrid({}, { a: values(20), b: values(10) })).toHaveLength(200);
    expect(() => buildGrid({}, { a: values(67), b: values(3) })).toThrow(
      /at most 200 combinations, this one has 201 \(a 67, b 3\): try fewer values/,
    );
  });

  it('refuses an empty axis and a value twice', () => {
    expect(() => buildGrid({}, { a: [] })).toThrow(/a has no values to try/);
    expect(() => buildGrid({}, { a: [1, 1] })).toThrow(/a has a value twice/);
  });
});

describe('the range over worlds', () => {
  it('is the middle and the outer tenths', () => {
    expect(worldsRange([5, -1, 2, 8, 3, 1, 4, 6, 7, 0, 9])).toEqual({
      worlds: 11,
      low: 0,
      median: 4,
      high: 8,
      losingShare: 1 / 11,
    });
    expect(worldsRange([3])).toEqual({ worlds: 1, low: 3, median: 3, high: 3, losingShare: 0 });
    expect(worldsRange([])).toBeNull();
  });

  it('leaves no world out', () =>
    expect(() => worldsRange([1, NaN, 2])).toThrow(/world 2 of 3 has no result/));
});
