// The clock that a desk goes by.
import { performance } from 'node:perf_hooks';
import { type SetClock, setClock } from './trading/clock';
import type { EpochMs } from './trading/domain/units';

/** Feed time in replay; wall time, but never before the log, where there is no feed yet. */
export const deskClock = (hasFeed: boolean, lastMs: EpochMs): SetClock =>
  setClock(hasFeed ? lastMs : Math.max(lastMs, Date.now()), () => performance.now());
