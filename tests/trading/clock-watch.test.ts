// Desk time with a stepping wall clock.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  CLOCK_STEP_MS,
  CONFIRM_STEP_MS,
  type ClockWatch,
  SLOW_AFTER_MS,
  observeClock,
  startClockWatch,
} from '../../app/trading/clock-watch';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../app/trading/domain/time';

/** Fractions of a millisecond in sums of steps. */
const ROUNDING_MS = 0.001;
const START_MS = Date.UTC(2026, 10, 23, 14, 3, 5);

/** A machine with steady true time and a wall clock whose offset the test sets. */
class Machine {
  trueMs: number;
  offMs = 0;
  watch: ClockWatch;
  /** Offsets of the wall clock so far. */
  private readonly offsets: { readonly offMs: number; readonly sinceMs: number }[] = [];
  /** Maximum of desk time minus true time. */
  mostAheadMs = -Infinity;

  constructor(
    private readonly startMs = START_MS,
    lastMs = -Infinity,
  ) {
    this.trueMs = startMs;
    this.watch = startClockWatch(startMs, 0, lastMs);
    this.offsets.push({ offMs: 0, sinceMs: startMs });
  }

  get aheadMs(): number {
    return this.watch.deskMs - this.trueMs;
  }

  get reason(): string | null {
    return this.watch.step?.reason ?? null;
  }

  compareClocks(): this {
    const before = this.watch;
    this.watch = observeClock(before, this.trueMs + this.offMs, this.trueMs - this.startMs);
    this.mostAheadMs = Math.max(this.mostAheadMs, this.aheadMs);
    this.checkBounds(
      this.watch.deskMs - before.deskMs,
      this.watch.monotonicMs - before.monotonicMs,
    );
    return this;
  }

  /**
   * Plain checks instead of `expect`, for speed. Only a clock confirmed for a minute may cause a
   * jump.
   */
  private checkBounds(wentMs: number, elapsedMs: number): void {
    if (wentMs < 0) throw new Error(`desk time went back by ${-wentMs} ms`);
    if (wentMs > 1.1 * elapsedMs + 1 && !this.isClockConfirmed())
      throw new Error(`desk time jumped by ${wentMs} ms to a clock of less than a minute`);
  }

  /** Whether the wall clock has been within the limit of one offset for a minute. */
  private isClockConfirmed(): boolean {
    const latestMs = this.trueMs - CONFIRM_STEP_MS;
    return this.offsets.some(
      ({ offMs, sinceMs }, index) =>
        sinceMs <= latestMs &&
        this.offsets
          .slice(index)
          .every((later) => Math.abs(later.offMs - offMs) <= CLOCK_STEP_MS + ROUNDING_MS),
    );
  }

  /** Passes time and compares the clocks each second. */
  passTime(ms: number, stepMs = SECOND_MS): this {
    for (let left = ms; left > 0; left -= stepMs) {
      this.trueMs += Math.min(stepMs, left);
      this.compareClocks();
    }
    return this;
  }

  stepWallClock(byMs: number): this {
    this.offMs += byMs;
    this.offsets.push({ offMs: this.offMs, sinceMs: this.trueMs });
    return this.compareClocks();
  }
}

describe('wall clock within the limit', () => {
  it('is desk time', () => {
    const machine = new Machine().passTime(MINUTE_MS);
    expect([machine.watch.deskMs, machine.reason]).toEqual([START_MS + MINUTE_MS, null]);
  });

  it.each([[4900], [-4900], [CLOCK_STEP_MS], [-CLOCK_STEP_MS]])(
    'off by %i ms is approached within a minute',
    (byMs) => {
      const machine = new Machine().stepWallClock(byMs);
      const paces: number[] = [];
      for (let second = 0; second < 60; second += 1) {
        const before = machine.watch.deskMs;
        machine.passTime(SECOND_MS);
        paces.push(machine.watch.deskMs - before);
        expect(machine.reason).toBeNull();
      }
      expect(Math.min(...paces)).toBeGreaterThanOrEqual(899);
      expect(Math.max(...paces)).toBeLessThanOrEqual(1101);
      expect(machine.aheadMs).toBeCloseTo(byMs, 3);
    },
  );

  it('is followed while NTP slews it', () => {
    const machine = new Machine();
    for (let second = 0; second < 3600; second += 1) machine.stepWallClock(0.5).passTime(SECOND_MS);
    expect(machine.aheadMs).toBeCloseTo(1800, 0);
    expect(machine.reason).toBeNull();
  });

  it('passes the end of 32-bit seconds', () => {
    const endMs = 2 ** 31 * SECOND_MS;
    const machine = new Machine(endMs - 30_000).passTime(MINUTE_MS);
    expect([machine.watch.deskMs, machine.reason]).toEqual([endMs + 30_000, null]);
  });
});

describe('step back', () => {
  it.each([
    ['6 s', 6 * SECOND_MS],
    ['1 min 30 s', 90 * SECOND_MS],
    ['1 h 0 min', HOUR_MS],
    ['2 d 3 h', 51 * HOUR_MS],
    ['365 d 0 h', 365 * DAY_MS],
  ])('of %s is reported, keeps the pace of desk time and ends when reversed', (size, byMs) => {
    const machine = new Machine().passTime(MINUTE_MS).stepWallClock(-byMs);
    expect(machine.reason).toBe(
      `The system clock jumped ${size} back at 2026-11-23 14:04:05 UTC (limit 5 s); entries wait until it agrees again.`,
    );
    const { reason } = machine;
    machine.passTime(5 * MINUTE_MS);
    expect([machine.reason, machine.aheadMs]).toEqual([reason, 0]);
    machine.stepWallClock(byMs);
    expect([machine.reason, machine.aheadMs]).toEqual([null, 0]);
  });

  it('runs desk time at half pace after ten minutes', () => {
    const machine = new Machine().stepWallClock(-HOUR_MS).passTime(SLOW_AFTER_MS - SECOND_MS);
    expect(machine.aheadMs).toBe(0);
    machine.passTime(2 * HOUR_MS - MINUTE_MS);
    expect(machine.reason).not.toBeNull();
    machine.passTime(2 * MINUTE_MS);
    expect(machine.reason).toBeNull();
    machine.passTime(MINUTE_MS);
    expect(machine.aheadMs).toBeCloseTo(-HOUR_MS, 0);
  });

  it('after another one restarts the timer', () => {
    const machine = new Machine()
      .stepWallClock(-HOUR_MS)
      .passTime(SLOW_AFTER_MS - MINUTE_MS)
      .stepWallClock(-HOUR_MS);
    expect(machine.reason).toContain('jumped 2 h 0 min back');
    expect(machine.passTime(SLOW_AFTER_MS - SECOND_MS).aheadMs).toBe(0);
  });
});

describe('step ahead', () => {
  it('of two days for 20 s does not reach desk time', () => {
    const machine = new Machine().passTime(MINUTE_MS).stepWallClock(2 * DAY_MS);
    expect(machine.reason).toBe(
      'The system clock jumped 2 d 0 h ahead at 2026-11-23 14:04:05 UTC (limit 5 s); entries wait until it agrees again or has kept the new time for 60 s.',
    );
    machine.passTime(20 * SECOND_MS).stepWallClock(-2 * DAY_MS);
    expect([machine.reason, machine.mostAheadMs]).toEqual([null, 0]);
  });

  it.each([[6 * SECOND_MS], [8 * HOUR_MS], [30 * DAY_MS]])(
    'of %i ms is accepted after one minute',
    (byMs) => {
      const machine = new Machine().stepWallClock(byMs).passTime(CONFIRM_STEP_MS - SECOND_MS);
      expect([machine.aheadMs, machine.reason === null]).toEqual([0, false]);
      machine.passTime(SECOND_MS);
      expect([machine.aheadMs, machine.reason]).toEqual([byMs, null]);
    },
  );

  it('of a size that changes within the limit is accepted a minute after it began', () => {
    const machine = new Machine()
      .stepWallClock(6 * SECOND_MS)
      .passTime(50 * SECOND_MS)
      .stepWallClock(4 * SECOND_MS)
      .passTime(9 * SECOND_MS);
    expect([machine.aheadMs, machine.reason === null]).toEqual([0, false]);
    expect(machine.passTime(SECOND_MS).aheadMs).toBe(10 * SECOND_MS);
  });

  it('of changing size restarts its minute', () => {
    const machine = new Machine()
      .stepWallClock(HOUR_MS)
      .passTime(50 * SECOND_MS)
      .stepWallClock(6 * SECOND_MS)
      .passTime(50 * SECOND_MS);
    expect([machine.aheadMs, machine.reason === null]).toEqual([0, false]);
    expect(machine.passTime(10 * SECOND_MS).aheadMs).toBe(HOUR_MS + 6 * SECOND_MS);
  });

  it('of a drifting clock is never confirmed', () => {
    const machine = new Machine().stepWallClock(HOUR_MS);
    for (let second = 0; second < 600; second += 1) machine.passTime(SECOND_MS).stepWallClock(200);
    expect([machine.mostAheadMs, machine.reason === null]).toEqual([0, false]);
  });

  it('in many small steps is detected once they add up', () => {
    const machine = new Machine();
    for (let second = 0; second < 30; second += 1) machine.passTime(SECOND_MS).stepWallClock(4000);
    expect(machine.reason).not.toBeNull();
    expect(machine.mostAheadMs).toBeLessThanOrEqual(CLOCK_STEP_MS);
  });
});

describe('start', () => {
  it('uses the wall clock long after the last record', () => {
    const machine = new Machine(START_MS, START_MS - 30 * DAY_MS);
    expect([machine.aheadMs, machine.reason]).toEqual([0, null]);
  });

  it('starts at a last record that is seconds ahead and approaches the wall clock', () => {
    const machine = new Machine(START_MS, START_MS + 5000);
    expect([machine.aheadMs, machine.reason]).toEqual([5000, null]);
    expect(machine.passTime(MINUTE_MS).aheadMs).toBeCloseTo(0, 3);
  });

  it('starts at a last record that is two days ahead, reports it and recovers', () => {
    const machine = new Machine(START_MS, START_MS + 2 * DAY_MS).passTime(MINUTE_MS);
    expect(machine.aheadMs).toBe(2 * DAY_MS);
    expect(machine.reason).toBe(
      'The system clock is 2 d 0 h behind the last record, of 2026-11-25 14:03:05 UTC (limit 5 s); entries wait until it agrees again.',
    );
    expect(machine.passTime(4 * DAY_MS + HOUR_MS, MINUTE_MS).reason).toBeNull();
  });
});

const anyStep = fc.record({
  byMs: fc.oneof(
    fc.integer({ min: -CLOCK_STEP_MS, max: CLOCK_STEP_MS }),
    fc.integer({ min: -HOUR_MS, max: HOUR_MS }),
    fc.integer({ min: -400 * DAY_MS, max: 400 * DAY_MS }),
    fc.constantFrom(-5001, 5001, -HOUR_MS, HOUR_MS),
  ),
  isBackToTruth: fc.boolean(),
  heldMs: fc.oneof(
    fc.integer({ min: 0, max: 3 * SECOND_MS }),
    fc.integer({ min: 0, max: 2 * CONFIRM_STEP_MS }),
    fc.integer({ min: 0, max: 2 * SLOW_AFTER_MS }),
  ),
  everyMs: fc.integer({ min: 1, max: 70_000 }),
});

test('desk time never goes back, ignores unconfirmed steps and recovers for any steps', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 12 }), (steps) => {
      const machine = new Machine();
      for (const { byMs, isBackToTruth, heldMs, everyMs } of steps) {
        machine.stepWallClock(isBackToTruth ? -machine.offMs : byMs);
        machine.passTime(heldMs, Math.max(everyMs, heldMs / 200));
      }
      machine.stepWallClock(-machine.offMs);
      const aheadMs = Math.max(0, machine.aheadMs);
      machine.passTime(
        2 * (CONFIRM_STEP_MS + SECOND_MS) +
          (aheadMs > CLOCK_STEP_MS ? SLOW_AFTER_MS + 2 * aheadMs + HOUR_MS : 0),
        Math.max(SECOND_MS, aheadMs / 500),
      );
      expect(machine.reason).toBeNull();
      expect(Math.abs(machine.aheadMs)).toBeLessThanOrEqual(CLOCK_STEP_MS);
    }),
    { numRuns: 500, endOnFailure: true },
  );
});

test('short steps keep desk time within the limit of true time', () => {
  const brief = fc.record({
    byMs: fc.integer({ min: -400 * DAY_MS, max: 400 * DAY_MS }),
    heldMs: fc.integer({ min: 0, max: CONFIRM_STEP_MS - 2 }),
  });
  fc.assert(
    fc.property(fc.array(brief, { maxLength: 20 }), (steps) => {
      const machine = new Machine();
      for (const { byMs, heldMs } of steps) {
        machine.stepWallClock(byMs);
        machine.passTime(heldMs, 500);
        machine.stepWallClock(-byMs);
        expect(Math.abs(machine.aheadMs)).toBeLessThanOrEqual(CLOCK_STEP_MS);
      }
    }),
    { numRuns: 300, endOnFailure: true },
  );
});
