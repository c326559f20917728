/**
 * Compares the wall clock with the monotonic clock, and keeps a desk time that no step of the wall
 * clock can move.
 * Pure: the caller reads both clocks.
 */
import { formatCount, isoMoment } from './domain/format';
import type { EpochMs } from './domain/units';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './domain/time';

/** A wall clock that differs from desk time by more than this has stepped. */
export const CLOCK_STEP_MS = 5_000;
/**
 * A step ahead that has held for so long is true: the machine slept, or its clock was wrong before.
 */
export const CONFIRM_STEP_MS = 60_000;
/**
 * After a step back has held for so long, desk time runs slower until the wall clock has caught up.
 */
export const SLOW_AFTER_MS = 600_000;
/** Pace of desk time while it waits for a wall clock that stays behind. */
const SLOW_PACE = 0.5;
/**
 * Within the limit desk time approaches the wall clock: at most so much faster or slower than the
 * monotonic clock.
 */
const STEER_RATIO = 0.1;

/** The wall clock disagrees with desk time. */
export interface ClockStep {
  /** Wall clock minus desk time when the step was found; above zero is ahead. */
  readonly offsetMs: number;
  readonly sinceMonotonicMs: number;
  /** A sentence for a person: size, direction, moment, and what has to happen. */
  readonly reason: string;
}

/** Both clocks and desk time at the last comparison. */
export interface ClockWatch {
  /** Desk time, with fractions of a millisecond; it never goes back. */
  readonly deskMs: number;
  readonly wallMs: EpochMs;
  readonly monotonicMs: number;
  /** Null while the clocks agree. */
  readonly step: ClockStep | null;
}

/**
 * Begins the watch. Desk time is the wall clock, but never before `lastMs`, the last desk time of
 * an earlier run.
 */
export function startClockWatch(wallMs: EpochMs, monotonicMs: number, lastMs: EpochMs): ClockWatch {
  const deskMs = Math.max(wallMs, lastMs);
  const offsetMs = wallMs - deskMs;
  const step =
    offsetMs < -CLOCK_STEP_MS
      ? { offsetMs, sinceMonotonicMs: monotonicMs, reason: reasonAtStart(offsetMs, lastMs) }
      : null;
  return { deskMs, wallMs, monotonicMs, step };
}

/**
 * Compares the clocks once more. While they agree within 5 s, desk time is steered to the wall
 * clock.
 * Otherwise it goes on by the monotonic clock: a step ahead counts once it has held for 60 s, a
 * step back never.
 */
export function observeClock(watch: ClockWatch, wallMs: EpochMs, monotonicMs: number): ClockWatch {
  const elapsedMs = Math.max(0, monotonicMs - watch.monotonicMs);
  const now: Comparison = {
    elapsedMs,
    wallMs,
    monotonicMs: watch.monotonicMs + elapsedMs,
    offsetMs: wallMs - watch.deskMs - elapsedMs,
  };
  if (Math.abs(now.offsetMs) <= CLOCK_STEP_MS) return steerWatch(watch, now);
  return now.offsetMs > 0 ? waitForConfirmation(watch, now) : waitForWall(watch, now);
}

interface Comparison {
  readonly elapsedMs: number;
  readonly wallMs: EpochMs;
  readonly monotonicMs: number;
  /** Wall clock minus desk time, had that gone on by the monotonic clock. */
  readonly offsetMs: number;
}

function steerWatch(
  watch: ClockWatch,
  { elapsedMs, wallMs, monotonicMs, offsetMs }: Comparison,
): ClockWatch {
  const mostMs = STEER_RATIO * elapsedMs;
  const steeredMs = Math.min(mostMs, Math.max(-mostMs, offsetMs));
  return { deskMs: watch.deskMs + elapsedMs + steeredMs, wallMs, monotonicMs, step: null };
}

/** A step ahead must keep its size to be confirmed: a clock that runs away keeps no size. */
function waitForConfirmation(
  watch: ClockWatch,
  { elapsedMs, wallMs, monotonicMs, offsetMs }: Comparison,
): ClockWatch {
  const deskMs = watch.deskMs + elapsedMs;
  const known = watch.step;
  const isSame =
    known !== null && known.offsetMs > 0 && Math.abs(offsetMs - known.offsetMs) <= CLOCK_STEP_MS;
  if (!isSame)
    return {
      deskMs,
      wallMs,
      monotonicMs,
      step: { offsetMs, sinceMonotonicMs: monotonicMs, reason: reasonAhead(offsetMs, deskMs) },
    };
  if (monotonicMs - known.sinceMonotonicMs < CONFIRM_STEP_MS)
    return { deskMs, wallMs, monotonicMs, step: known };
  return { deskMs: wallMs, wallMs, monotonicMs, step: null };
}

/**
 * Desk time never goes back. First it keeps its pace, for the wall clock may be wrong; later it
 * lets the wall clock catch up.
 */
function waitForWall(
  watch: ClockWatch,
  { elapsedMs, wallMs, monotonicMs, offsetMs }: Comparison,
): ClockWatch {
  const known = watch.step;
  const offsetBefore = watch.wallMs - watch.deskMs;
  const isSame =
    known !== null && known.offsetMs < 0 && Math.abs(offsetMs - offsetBefore) <= CLOCK_STEP_MS;
  const step = isSame
    ? known
    : {
        offsetMs,
        sinceMonotonicMs: monotonicMs,
        reason: reasonBack(offsetMs, watch.deskMs + elapsedMs),
      };
  const pace = monotonicMs - step.sinceMonotonicMs < SLOW_AFTER_MS ? 1 : SLOW_PACE;
  return { deskMs: watch.deskMs + pace * elapsedMs, wallMs, monotonicMs, step };
}

const LIMIT = `limit ${CLOCK_STEP_MS / 1000} s`;
const momentText = (atMs: number): string =>
  `${isoMoment(Math.floor(atMs)).slice(0, 19).replace('T', ' ')} UTC`;

const reasonAhead = (offsetMs: number, atMs: number): string =>
  `The system clock jumped ${sizeText(offsetMs)} ahead at ${momentText(atMs)} (${LIMIT}); entries wait until it agrees again or has kept the new time for ${CONFIRM_STEP_MS / 1000} s.`;
const reasonBack = (offsetMs: number, atMs: number): string =>
  `The system clock jumped ${sizeText(offsetMs)} back at ${momentText(atMs)} (${LIMIT}); entries wait until it agrees again.`;
const reasonAtStart = (offsetMs: number, lastMs: number): string =>
  `The system clock is ${sizeText(offsetMs)} behind the last record, of ${momentText(lastMs)} (${LIMIT}); entries wait until it agrees again.`;

/** The size of a step in its two largest units: "2 d 3 h", "1 h 0 min", "1 min 30 s", "7 s". */
function sizeText(offsetMs: number): string {
  // A wall clock that stepped by an hour is read some milliseconds later.
  const sizeMs = Math.round(Math.abs(offsetMs) / SECOND_MS) * SECOND_MS;
  const text = (largeMs: number, large: string, smallMs: number, small: string): string =>
    `${formatCount(Math.floor(sizeMs / largeMs))} ${large} ${Math.floor((sizeMs % largeMs) / smallMs)} ${small}`;
  if (sizeMs >= DAY_MS) return text(DAY_MS, 'd', HOUR_MS, 'h');
  if (sizeMs >= HOUR_MS) return text(HOUR_MS, 'h', MINUTE_MS, 'min');
  return sizeMs >= MINUTE_MS ? text(MINUTE_MS, 'min', SECOND_MS, 's') : `${sizeMs / SECOND_MS} s`;
}
