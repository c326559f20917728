// Desk time beside a wall clock that steps: it never goes back, runs ahead only with a step that
// has held, and recovers.
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

const START_MS = Date.UTC(2026, 10, 23, 14, 3, 5);

/**
 * A machine whose true time goes on steadily while its wall clock is off by as much as a test sets.
 */
class Machine {
  trueMs: number;
  offMs = 0;
  watch: ClockWatch;
  private held: { readonly offMs: number; readonly sinceMs: number };
  /** Largest desk time minus true time seen. */
  mostAheadMs = -Infinity;

  constructor(
    private readonly startMs = START_MS,
    lastMs = -Infinity,
  ) {
    this.trueMs = startMs;
    this.watch = startClockWatch(startMs, 0, lastMs);
    this.held = { offMs: 0, sinceMs: startMs };
  }

  get aheadMs(): number {
    return this.watch.deskMs - this.trueMs;
  }

  get reason(): string | null {
    return this.watch.step?.reason ?? null;
  }

  look(): this {
    const before = this.watch;
    this.watch = observeClock(before, this.trueMs + this.offMs, this.trueMs - this.startMs);
    this.mostAheadMs = Math.max(this.mostAheadMs, this.aheadMs);
    this.check(this.watch.deskMs - before.deskMs, this.watch.monotonicMs - before.monotonicMs);
    return this;
  }

  /**
   * Not by `expect`, for there are many looks: only a clock that has held for a minute may be
   * jumped to.
   */
  private check(wentMs: number, elapsedMs: number): void {
    if (Math.abs(this.offMs - this.held.offMs) > 2 * CLOCK_STEP_MS)
      this.held = { offMs: this.offMs, sinceMs: this.trueMs };
    if (wentMs < 0) throw new Error(`desk time went back by ${-wentMs} ms`);
    if (wentMs > 1.1 * elapsedMs + 1 && this.trueMs - this.held.sinceMs < CONFIRM_STEP_MS)
      throw new Error(
        `desk time jumped by ${wentMs} ms after ${this.trueMs - this.held.sinceMs} ms`,
      );
  }

  /** Lets time pass, with a look each second. */
  pass(ms: number, stepMs = SECOND_MS): this {
    for (let left = ms; left > 0; left -= stepMs) {
      this.trueMs += Math.min(stepMs, left);
      this.look();
    }
    return this;
  }

  step(byMs: number): this {
    this.offMs += byMs;
    return this.look();
  }
}

describe('a wall clock that agrees', () => {
  it('is desk time', () => {
    const machine = new Machine().pass(MINUTE_MS);
    expect([machine.watch.deskMs, machine.reason]).toEqual([START_MS + MINUTE_MS, null]);
  });

  it.each([[4900], [-4900], [CLOCK_STEP_MS], [-CLOCK_STEP_MS]])(
    'by %i ms is approached within a minute, and desk time goes on meanwhile',
    (byMs) => {
      const machine = new Machine().step(byMs);
      const paces: number[] = [];
      for (let second = 0; second < 60; second += 1) {
        const before = machine.watch.deskMs;
        machine.pass(SECOND_MS);
        paces.push(machine.watch.deskMs - before);
        expect(machine.reason).toBeNull();
      }
      expect(Math.min(...paces)).toBeGreaterThanOrEqual(899);
      expect(Math.max(...paces)).toBeLessThanOrEqual(1101);
      expect(machine.aheadMs).toBeCloseTo(byMs, 3);
    },
  );

  it('is followed while the network time service slews it', () => {
    const machine = new Machine();
    for (let second = 0; second < 3600; second += 1) machine.step(0.5).pass(SECOND_MS);
    expect(machine.aheadMs).toBeCloseTo(1800, 0);
    expect(machine.reason).toBeNull();
  });

  it('passes the end of 32-bit seconds', () => {
    const endMs = 2 ** 31 * SECOND_MS;
    const machine = new Machine(endMs - 30_000).pass(MINUTE_MS);
    expect([machine.watch.deskMs, machine.reason]).toEqual([endMs + 30_000, null]);
  });
});

describe('a step back', () => {
  it.each([
    ['6 s', 6 * SECOND_MS],
    ['1 min 30 s', 90 * SECOND_MS],
    ['1 h 0 min', HOUR_MS],
    ['2 d 3 h', 51 * HOUR_MS],
    ['365 d 0 h', 365 * DAY_MS],
  ])(
    'of %s is named, desk time keeps its pace, and the same clock forward again ends it at once',
    (size, byMs) => {
      const machine = new Machine().pass(MINUTE_MS).step(-byMs);
      expect(machine.reason).toBe(
        `The system clock jumped ${size} back at 2026-11-23 14:04:05 UTC (limit 5 s); entries wait until it agrees again.`,
      );
      const { reason } = machine;
      machine.pass(5 * MINUTE_MS);
      expect([machine.reason, machine.aheadMs]).toEqual([reason, 0]);
      machine.step(byMs);
      expect([machine.reason, machine.aheadMs]).toEqual([null, 0]);
    },
  );

  it('that stays lets the wall clock catch up: at half pace after ten minutes', () => {
    const machine = new Machine().step(-HOUR_MS).pass(SLOW_AFTER_MS - SECOND_MS);
    expect(machine.aheadMs).toBe(0);
    machine.pass(2 * HOUR_MS - MINUTE_MS);
    expect(machine.reason).not.toBeNull();
    machine.pass(2 * MINUTE_MS);
    expect(machine.reason).toBeNull();
    machine.pass(MINUTE_MS);
    expect(machine.aheadMs).toBeCloseTo(-HOUR_MS, 0);
  });

  it('after another is named anew, and its time counts from the second', () => {
    const machine = new Machine()
      .step(-HOUR_MS)
      .pass(SLOW_AFTER_MS - MINUTE_MS)
      .step(-HOUR_MS);
    expect(machine.reason).toContain('jumped 2 h 0 min back');
    expect(machine.pass(SLOW_AFTER_MS - SECOND_MS).aheadMs).toBe(0);
  });
});

describe('a step ahead', () => {
  it('of two days for 20 s never reaches desk time', () => {
    const machine = new Machine().pass(MINUTE_MS).step(2 * DAY_MS);
    expect(machine.reason).toBe(
      'The system clock jumped 2 d 0 h ahead at 2026-11-23 14:04:05 UTC (limit 5 s); entries wait until it agrees again or has kept the new time for 60 s.',
    );
    machine.pass(20 * SECOND_MS).step(-2 * DAY_MS);
    expect([machine.reason, machine.mostAheadMs]).toEqual([null, 0]);
  });

  it.each([[6 * SECOND_MS], [8 * HOUR_MS], [30 * DAY_MS]])(
    'of %i ms counts once it has held for a minute: the machine slept',
    (byMs) => {
      const machine = new Machine().step(byMs).pass(CONFIRM_STEP_MS - SECOND_MS);
      expect([machine.aheadMs, machine.reason === null]).toEqual([0, false]);
      machine.pass(SECOND_MS);
      expect([machine.aheadMs, machine.reason]).toEqual([byMs, null]);
    },
  );

  it('that changes its size begins its minute again', () => {
    const machine = new Machine()
      .step(HOUR_MS)
      .pass(50 * SECOND_MS)
      .step(6 * SECOND_MS)
      .pass(50 * SECOND_MS);
    expect([machine.aheadMs, machine.reason === null]).toEqual([0, false]);
    expect(machine.pass(10 * SECOND_MS).aheadMs).toBe(HOUR_MS + 6 * SECOND_MS);
  });

  it('of a clock that runs away is never confirmed', () => {
    const machine = new Machine().step(HOUR_MS);
    for (let second = 0; second < 600; second += 1) machine.pass(SECOND_MS).step(200);
    expect([machine.mostAheadMs, machine.reason === null]).toEqual([0, false]);
  });

  it('in many steps within the limit is found as soon as they add up', () => {
    const machine = new Machine();
    for (let second = 0; second < 30; second += 1) machine.pass(SECOND_MS).step(4000);
    expect(machine.reason).not.toBeNull();
    expect(machine.mostAheadMs).toBeLessThanOrEqual(CLOCK_STEP_MS);
  });
});

describe('a start', () => {
  it('long after the last record begins at the wall clock', () => {
    const machine = new Machine(START_MS, START_MS - 30 * DAY_MS);
    expect([machine.aheadMs, machine.reason]).toEqual([0, null]);
  });

  it('some seconds before the last record begins there and approaches the wall clock', () => {
    const machine = new Machine(START_MS, START_MS + 5000);
    expect([machine.aheadMs, machine.reason]).toEqual([5000, null]);
    expect(machine.pass(MINUTE_MS).aheadMs).toBeCloseTo(0, 3);
  });

  it('two days before the last record goes on from there, says so, and agrees in the end', () => {
    const machine = new Machine(START_MS, START_MS + 2 * DAY_MS).pass(MINUTE_MS);
    expect(machine.aheadMs).toBe(2 * DAY_MS);
    expect(machine.reason).toBe(
      'The system clock is 2 d 0 h behind the last record, of 2026-11-25 14:03:05 UTC (limit 5 s); entries wait until it agrees again.',
    );
    expect(machine.pass(4 * DAY_MS + HOUR_MS, MINUTE_MS).reason).toBeNull();
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

test('whatever steps come, desk time never goes back, runs ahead with none that has not held, and recovers once the wall clock is right', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 12 }), (steps) => {
      const machine = new Machine();
      for (const { byMs, isBackToTruth, heldMs, everyMs } of steps) {
        machine.step(isBackToTruth ? -machine.offMs : byMs);
        machine.pass(heldMs, Math.max(everyMs, heldMs / 200));
      }
      machine.step(-machine.offMs);
      const aheadMs = Math.max(0, machine.aheadMs);
      machine.pass(
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

test('steps that never hold for a minute leave desk time within the limit of true time', () => {
  const brief = fc.record({
    byMs: fc.integer({ min: -400 * DAY_MS, max: 400 * DAY_MS }),
    heldMs: fc.integer({ min: 0, max: CONFIRM_STEP_MS - 2 }),
  });
  fc.assert(
    fc.property(fc.array(brief, { maxLength: 20 }), (steps) => {
      const machine = new Machine();
      for (const { byMs, heldMs } of steps) {
        machine.step(byMs);
        machine.pass(heldMs, 500);
        machine.step(-byMs);
        expect(Math.abs(machine.aheadMs)).toBeLessThanOrEqual(CLOCK_STEP_MS);
      }
    }),
    { numRuns: 300, endOnFailure: true },
  );
});
