// Desk clock: one object for everything that drives engine time.
import type { ClockStatus } from '../../models/desk/terminal-status';
import { performance } from 'node:perf_hooks';
import { type SettableClock, createSettableClock } from '../../trading/clock';
import type { MarketSource } from '../../trading/engine/market-source';
import { type ClockWatch, observeClock, startClockWatch } from '../../trading/clock-watch';
import type { EpochMs } from '../../trading/domain/units';

/** The two system clocks; replaced in tests. */
export interface ClockSource {
  readonly wallMs: () => EpochMs;
  /** Never goes back, not affected by clock steps; ms from any origin. */
  readonly monotonicMs: () => number;
}

const SYSTEM_CLOCK: ClockSource = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
};

export interface DeskClock extends SettableClock {
  /** Compares the clocks and returns current desk time. `nowMs` is that of the last comparison. */
  observe(): EpochMs;
  /** Clock status at the last comparison. */
  status(): ClockStatus;
  /** Desk time in ms in memory shared with threads, as of the last comparison. */
  readonly sharedTime: BigInt64Array;
}

/**
 * Event time if the source provides it; else the wall clock checked against the monotonic clock,
 * never before `lastMs` (end of the log).
 */
export const createDeskClock = (
  time: MarketSource['time'],
  lastMs: EpochMs,
  source: ClockSource = SYSTEM_CLOCK,
): DeskClock =>
  time === 'events' ? createEventClock(lastMs, source) : createWatchedClock(lastMs, source);

function createEventClock(lastMs: EpochMs, { wallMs, monotonicMs }: ClockSource): DeskClock {
  const clock = createSettableClock(lastMs, monotonicMs);
  const sharedTime = createSharedTime(lastMs);
  return {
    ...clock,
    sharedTime,
    advance(toMs) {
      clock.advance(toMs);
      storeSharedTime(sharedTime, clock.nowMs());
    },
    observe: () => clock.nowMs(),
    status: () => ({ fault: null, wallMs: wallMs(), offsetMs: 0 }),
  };
}

function createWatchedClock(lastMs: EpochMs, { wallMs, monotonicMs }: ClockSource): DeskClock {
  let watch: ClockWatch = startClockWatch(wallMs(), monotonicMs(), lastMs);
  const nowMs = (): EpochMs => Math.floor(watch.deskMs);
  const sharedTime = createSharedTime(nowMs());
  return {
    nowMs,
    monotonicMs,
    sharedTime,
    /** Only the system clocks move desk time. */
    advance: () => undefined,
    observe() {
      watch = observeClock(watch, wallMs(), monotonicMs());
      storeSharedTime(sharedTime, nowMs());
      return nowMs();
    },
    status: () => ({
      fault: watch.step?.reason ?? null,
      wallMs: watch.wallMs,
      offsetMs: watch.wallMs - watch.deskMs,
    }),
  };
}

function createSharedTime(nowMs: EpochMs): BigInt64Array {
  const sharedTime = new BigInt64Array(new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT));
  storeSharedTime(sharedTime, nowMs);
  return sharedTime;
}

const storeSharedTime = (sharedTime: BigInt64Array, nowMs: EpochMs): void =>
  void Atomics.store(sharedTime, 0, BigInt(Math.floor(nowMs)));
