// A deadline is missed only without a sign of progress.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startDeadline } from '../../../app/server/platform/deadline.server';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('is missed once, after its time and a second of grace', () => {
  const onMissed = vi.fn();
  startDeadline(5000, onMissed);
  vi.advanceTimersByTime(5999);
  expect(onMissed).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(onMissed).toHaveBeenCalledOnce();
});

it('starts over with each sign of progress, also in the time of grace', () => {
  const onMissed = vi.fn();
  const deadline = startDeadline(5000, onMissed);
  for (const ms of [4000, 5500, 5999]) {
    vi.advanceTimersByTime(ms);
    deadline.extend();
  }
  vi.advanceTimersByTime(5999);
  expect(onMissed).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onMissed).toHaveBeenCalledOnce();
});

it('is not missed after its end', () => {
  const onMissed = vi.fn();
  const deadline = startDeadline(5000, onMissed);
  vi.advanceTimersByTime(5500);
  deadline.end();
  vi.advanceTimersByTime(60_000);
  expect(onMissed).not.toHaveBeenCalled();
});
