import { describe, expect, it } from 'vitest';
import { EMPTY_RANGE, emptyRing, foldAverage, foldRange, pushValue, rangeOf, scoreIn } from '../../../app/trading/strategies/indicators';

describe('indicators', () => {
  it('a ring keeps the newest values and leaves the old ring alone', () => {
    const first = pushValue(pushValue(emptyRing(2), 1), 2);
    const second = pushValue(first, 3);
    expect([first.values, second.values]).toEqual([[1, 2], [2, 3]]);
  });

  it('the average begins at the first value and moves by 2 / (n + 1)', () => {
    expect(foldAverage(foldAverage(foldAverage(null, 10, 3), 12, 3), 8, 3)).toBe(9.5); // 10, 11, 9.5
  });

  it('a score of what does not vary is zero', () => {
    expect(scoreIn({ size: 3, values: [4, 4, 4] }, 4)).toBe(0);
    expect(scoreIn({ size: 2, values: [1, 3] }, 3)).toBe(1);
  });

  it('the true range includes the gap from the close before, and is averaged as Wilder does', () => {
    let range = foldRange(EMPTY_RANGE, { high: 12, low: 10, close: 11 }); // 2
    range = foldRange(range, { high: 16, low: 15, close: 15 }); // gap up: 16 - 11 = 5
    range = foldRange(range, { high: 14, low: 13, close: 13 }); // gap down: 15 - 13 = 2
    expect(range.average).toBeCloseTo(3, 12);
    expect(rangeOf(range)).toBeNull();
    for (let bar = 3; bar < 20; bar += 1) range = foldRange(range, { high: 14.5, low: 11.5, close: 13 }); // 3 each
    expect(rangeOf(range)).toBeCloseTo(3, 12);
    range = foldRange(range, { high: 18, low: 13, close: 13 }); // 5
    expect(rangeOf(range)).toBeCloseTo(3 + 2 / 20, 12);
  });
});
