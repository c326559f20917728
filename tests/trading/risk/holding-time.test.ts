// Holding time in bars: counted where bars are stored, estimated before them.
import { expect, test } from 'vitest';
import { countBarsHeld } from '../../../app/trading/risk/holding-time';
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
  expect(countBarsHeld(ends, ends.length, sinceMs, DAY_MS)).toBe(held);
});

test('counts ended bars only, and none without bars', () => {
  expect(countBarsHeld(ends, 2, 9 * DAY_MS, DAY_MS)).toBe(2);
  expect(countBarsHeld([], 0, 9 * DAY_MS, DAY_MS)).toBe(0);
});
