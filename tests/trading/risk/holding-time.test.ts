// Holding times in bars: counted where bars are remembered, reckoned where they are not.
import { expect, test } from 'vitest';
import { barsHeld } from '../../../app/trading/risk/holding-time';
import { DAY_MS } from '../../../app/trading/domain/time';

const ends = [10, 11, 12, 13].map((day) => day * DAY_MS - 1);

test.each([
  [12 * DAY_MS, 1],
  [12 * DAY_MS - 1, 2],
  [9 * DAY_MS, 4],
  [13 * DAY_MS, 0],
  [8 * DAY_MS, 5],
  [3 * DAY_MS, 10],
])('since %d: %d bars', (sinceMs, held) => {
  expect(barsHeld(ends, ends.length, sinceMs, DAY_MS)).toBe(held);
});

test('only the bars that have ended so far, and none where nothing is known', () => {
  expect(barsHeld(ends, 2, 9 * DAY_MS, DAY_MS)).toBe(2);
  expect(barsHeld([], 0, 9 * DAY_MS, DAY_MS)).toBe(0);
});
