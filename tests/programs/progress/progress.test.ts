// Progress and time left of long runs.
import { expect, it } from 'vitest';
import { createProgress } from '../../../app/programs/progress/progress';
import { TimeLeft, formatTimeLeft } from '../../../app/programs/progress/time-left';

const MINUTE_MS = 60_000;

/** Progress at a time set by the test, with everything that it wrote. */
function createWatched(isTerminal: boolean) {
  const watched = { nowMs: 0, written: '' };
  const progress = createProgress({
    isTerminal,
    write: (text) => void (watched.written += text),
    nowMs: () => watched.nowMs,
  });
  const update = (atMs: number, done: number, label: string): void => {
    watched.nowMs = atMs;
    progress.update(done, 10, label);
  };
  return { watched, progress, update };
}

it('estimates the time left from the speed of the phase', () => {
  const timeLeft = new TimeLeft();
  expect(timeLeft.estimateMs(0.2, 0)).toBeNull();
  expect(timeLeft.estimateMs(0.4, 1000)).toBeNull();
  expect(timeLeft.estimateMs(0.4, 10_000)).toBeCloseTo(30_000);
  // A new phase starts at a lower fraction and has its own speed.
  expect(timeLeft.estimateMs(0, 20_000)).toBeNull();
  expect(timeLeft.estimateMs(0.5, 24_000)).toBeCloseTo(4000);
  timeLeft.startAgain();
  expect(timeLeft.estimateMs(0.9, 50_000)).toBeNull();
});

it('formats seconds, minutes and hours', () => {
  expect([1, 90_000, 90_001, 90 * MINUTE_MS, 125 * MINUTE_MS].map(formatTimeLeft)).toEqual([
    '1 s left',
    '90 s left',
    '2 min left',
    '90 min left',
    '2 h 5 min left',
  ]);
});

it('redraws a bar on a terminal and clears it at the end', () => {
  const { watched, progress, update } = createWatched(true);
  update(0, 0, 'paths');
  update(10_000, 5, 'paths');
  progress.endPhase();
  expect(watched.written.split('\r\x1b[K')).toEqual([
    '',
    `[${'.'.repeat(28)}]   0 % paths`,
    `[${'#'.repeat(14)}${'.'.repeat(14)}]  50 % paths, 10 s left`,
    '',
  ]);
});

it('writes at most one line a minute elsewhere, and none in a short run', () => {
  const { watched, progress, update } = createWatched(false);
  update(0, 0, 'paths');
  update(MINUTE_MS - 1, 4, 'paths');
  expect(watched.written).toBe('');
  update(MINUTE_MS, 5, 'paths');
  update(MINUTE_MS + 1, 6, 'paths');
  progress.endPhase();
  update(2 * MINUTE_MS, 1, 'rows');
  expect(watched.written).toBe('50 % paths, 60 s left\n10 % rows\n');
});
