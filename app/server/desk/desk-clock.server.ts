// The clock that a desk goes by: one object for everything that drives engine time.
import type { ClockStatus } from '../../models/desk/terminal';
import { performance } from 'node:perf_hooks';
import { type SetClock, setClock } from '../../trading/clock';
import type { MarketSource } from '../../trading/engine/market-source';
import { type ClockWatch, observeClock, startClockWatch } from '../../trading/clock-watch';
import type { EpochMs } from '../../trading/domain/units';

/** The two clocks of the machine; tests put their own here. */
export interface ClockSource {
  readonly wallMs: () => EpochMs;
  /** Never goes back and takes part in no step; milliseconds from any origin. */
  readonly monotonicMs: () => number;
}

const SYSTEM_CLOCK: ClockSource = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
};

export interface DeskClock extends SetClock {
  /** Compares the clocks; desk time as of now. `nowMs` is that of the last comparison. */
  observe(): EpochMs;
  /** How the clocks stood at the last comparison. */
  status(): ClockStatus;
  /** Desk time in memory that threads share, in milliseconds, as of the last comparison. */
  readonly shared: BigInt64Array;
}

/**
 * The time of the events where the source keeps it; else the wall clock as far as the monotonic
 * clock agrees with it, and never before `lastMs`, the end of the log.
 */
export const deskClock = (
  time: MarketSource['time'],
  lastMs: EpochMs,
  source: ClockSource = SYSTEM_CLOCK,
): DeskClock => (time === 'events' ? eventClock(lastMs, source) : watchedClock(lastMs, source));

function eventClock(lastMs: EpochMs, { wallMs, monotonicMs }: ClockSource): DeskClock {
  const clock = setClock(lastMs, monotonicMs);
  const shared = sharedTime(lastMs);
  return {
    ...clock,
    shared,
    advance(toMs) {
      clock.advance(toMs);
      setShared(shared, clock.nowMs());
    },
    observe: () => clock.nowMs(),
    status: () => ({ fault: null, wallMs: wallMs(), offsetMs: 0 }),
  };
}

function watchedClock(lastMs: EpochMs, { wallMs, monotonicMs }: ClockSource): DeskClock {
  let watch: ClockWatch = startClockWatch(wallMs(), monotonicMs(), lastMs);
  const nowMs = (): EpochMs => Math.floor(watch.deskMs);
  const shared = sharedTime(nowMs());
  return {
    nowMs,
    monotonicMs,
    shared,
    /** Only the clocks move this one: what is shown to the desk was asked of it before. */
    advance: () => undefined,
    observe() {
      watch = observeClock(watch, wallMs(), monotonicMs());
      setShared(shared, nowMs());
      return nowMs();
    },
    status: () => ({
      fault: watch.step?.reason ?? null,
      wallMs: watch.wallMs,
      offsetMs: watch.wallMs - watch.deskMs,
    }),
  };
}

function sharedTime(nowMs: EpochMs): BigInt64Array {
  const shared = new BigInt64Array(new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT));
  setShared(shared, nowMs);
  return shared;
}

const setShared = (shared: BigInt64Array, nowMs: EpochMs): void =>
  void Atomics.store(shared, 0, BigInt(Math.floor(nowMs)));
