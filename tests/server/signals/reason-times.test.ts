// A chain gets a new forecast after a forecast cycle, at midnight, and when its daily prices changed.
import { expect, it } from 'vitest';
import { ReasonTimes } from '../../../app/server/signals/reason-times';
import { DAY_MS } from '../../../app/trading/domain/time';
import { DailyMarks } from '../../../app/trading/networks/features/daily-marks';

function viewMarks(...moves: readonly number[]) {
  const marks = new DailyMarks();
  for (const [day, move] of moves.entries())
    marks.add({ endMs: (day + 1) * DAY_MS, close: 3, move });
  return marks.getView(Infinity);
}

it('gives the time of the news, or of the change of the marks if it is later', () => {
  const times = new ReasonTimes();
  const find = (moves: readonly number[], newsMs: number, nowMs: number): number =>
    times.findReasonMs('NG', viewMarks(...moves), { newsMs, nowMs });
  expect(find([0.1], 100, 200)).toBe(100);
  expect(find([0.1], 100, 300)).toBe(100);
  expect(find([0.1, 0.2], 100, 400)).toBe(400);
  expect(find([0.1, 0.2], 100, 500)).toBe(400);
  expect(find([0.1, 0.2], 600, 700)).toBe(600);
  // A bar that replaces a mark of zero.
  expect(find([0.1, 0.3], 600, 800)).toBe(800);
  expect(times.findReasonMs('CL', null, { newsMs: 600, nowMs: 900 })).toBe(600);
});
