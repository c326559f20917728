// Clocks that start at a fixed moment, so that what a test opens does not depend on holidays and the
// hours of exchanges.
import { findClockLibrary } from './find-clock-library.js';

/** Tuesday, 10:30 a.m. in New York: every market is open, and no report is near. */
export const OPEN_MARKETS_MS = Date.UTC(2026, 10, 17, 15, 30);

export interface FixedClock {
  /** Environment of the process. */
  readonly settings: Readonly<Record<string, string>>;
  /** Time of the process. */
  nowMs(): number;
}

/**
 * Wall clock of another process that is at the moment now and runs on. Without the library it is
 * the clock of the machine, and `npm test` prints how to install it.
 */
export function createFixedClock(atMs: number): FixedClock {
  const library = findClockLibrary();
  if (library === null) return { settings: {}, nowMs: () => Date.now() };
  const seconds = Math.round((atMs - Date.now()) / 1000);
  return {
    settings: {
      LD_PRELOAD: library,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}`,
    },
    nowMs: () => Date.now() + seconds * 1000,
  };
}
