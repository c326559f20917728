/**
 * Compares wall clock and monotonic clock and keeps a desk time that no clock step can move.
 * Pure: the caller reads both clocks.
 */
import { formatCount, formatIsoTime } from './domain/format';
import type { EpochMs } from './domain/units';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './domain/time';

/** Larger differences between wall clock and desk time are steps. */
export const CLOCK_STEP_MS = 5_000;
/** A step ahead is accepted after this time: the machine slept, or its clock was wrong before. */
export const CONFIRM_STEP_MS = 60_000;
/** After a step back of this duration, desk time slows down until the wall clock catches up. */
export const SLOW_AFTER_MS = 600_000;
/** Pace of desk time during that catch-up. */
const SLOW_PACE = 0.5;
/**
 * Below the step limit desk time is steered to the wall clock, at most this much faster or slower.
 */
const STEER_RATIO = 0.1;

export interface ClockStep {
  /** Wall clock minus desk time at detection; positive is ahead. */
  readonly offsetMs: number;
  readonly sinceMonotonicMs: number;
  /** Text for the user: size, direction, time and next step. */
  readonly reason: string;
}

/** Clocks and desk time at the last comparison. */
export interface ClockWatch {
  /** With fractions of a millisecond; never goes back. */
  readonly deskMs: number;
  readonly wallMs: EpochMs;
  readonly monotonicMs: number;
  /** Null while the clocks agree. */
  readonly step: ClockStep | null;
}

/** Starts with the wall clock, but never before `lastMs`, the last desk time of an earlier run. */
export function startClockWatch(wallMs: EpochMs, monotonicMs: number, lastMs: EpochMs): ClockWatch {
  const deskMs = Math.max(wallMs, lastMs);
  const offsetMs = wallMs - deskMs;
  const step =
    offsetMs < -CLOCK_STEP_MS
      ? { offsetMs, sinceMonotonicMs: monotonicMs, reason: formatBehindAtStart(offsetMs, lastMs) }
      : null;
  return { deskMs, wallMs, monotonicMs, step };
}

/**
 * Within 5 s, desk time is steered to the wall clock. Otherwise it follows the monotonic clock: a
 * step ahead is accepted after 60 s, a step back never.
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
  /** Wall clock minus desk time extrapolated on the monotonic clock. */
  readonly offsetMs: number;
}

function steerWatch(
  watch: ClockWatch,
  { elapsedMs, wallMs, monotonicMs, offsetMs }: Comparison,
): ClockWatch {
  const steerMsMax = STEER_RATIO * elapsedMs;
  const steeredMs = Math.min(steerMsMax, Math.max(-steerMsMax, offsetMs));
  return { deskMs: watch.deskMs + elapsedMs + steeredMs, wallMs, monotonicMs, step: null };
}

/** A step ahead must keep its size to be confirmed, which a drifting clock does not. */
function waitForConfirmation(
  watch: ClockWatch,
  { elapsedMs, wallMs, monotonicMs, offsetMs }: Comparison,
): ClockWatch {
  const deskMs = watch.deskMs + elapsedMs;
  const previousStep = watch.step;
  const isSame =
    previousStep !== null &&
    previousStep.offsetMs > 0 &&
    Math.abs(offsetMs - previousStep.offsetMs) <= CLOCK_STEP_MS;
  if (!isSame)
    return {
      deskMs,
      wallMs,
      monotonicMs,
      step: { offsetMs, sinceMonotonicMs: monotonicMs, reason: formatStepAhead(offsetMs, deskMs) },
    };
  if (monotonicMs - previousStep.sinceMonotonicMs < CONFIRM_STEP_MS)
    return { deskMs, wallMs, monotonicMs, step: previousStep };
  return { deskMs: wallMs, wallMs, monotonicMs, step: null };
}

/**
 * Desk time first keeps its pace, since the wall clock may be wrong; later it lets the wall clock
 * catch up.
 */
function waitForWall(
  watch: ClockWatch,
  { elapsedMs, wallMs, monotonicMs, offsetMs }: Comparison,
): ClockWatch {
  const previousStep = watch.step;
  const offsetBefore = watch.wallMs - watch.deskMs;
  const isSame =
    previousStep !== null &&
    previousStep.offsetMs < 0 &&
    Math.abs(offsetMs - offsetBefore) <= CLOCK_STEP_MS;
  const step = isSame
    ? previousStep
    : {
        offsetMs,
        sinceMonotonicMs: monotonicMs,
        reason: formatStepBack(offsetMs, watch.deskMs + elapsedMs),
      };
  const pace = monotonicMs - step.sinceMonotonicMs < SLOW_AFTER_MS ? 1 : SLOW_PACE;
  return { deskMs: watch.deskMs + pace * elapsedMs, wallMs, monotonicMs, step };
}

const LIMIT_TEXT = `limit ${CLOCK_STEP_MS / 1000} s`;
const formatMoment = (atMs: number): string =>
  `${formatIsoTime(Math.floor(atMs)).slice(0, 19).replace('T', ' ')} UTC`;

const formatStepAhead = (offsetMs: number, atMs: number): string =>
  `The system clock jumped ${formatStepSize(offsetMs)} ahead at ${formatMoment(atMs)} (${LIMIT_TEXT}); entries wait until it agrees again or has kept the new time for ${CONFIRM_STEP_MS / 1000} s.`;
const formatStepBack = (offsetMs: number, atMs: number): string =>
  `The system clock jumped ${formatStepSize(offsetMs)} back at ${formatMoment(atMs)} (${LIMIT_TEXT}); entries wait until it agrees again.`;
const formatBehindAtStart = (offsetMs: number, lastMs: number): string =>
  `The system clock is ${formatStepSize(offsetMs)} behind the last record, of ${formatMoment(lastMs)} (${LIMIT_TEXT}); entries wait until it agrees again.`;

/** The size of a step in its two largest units: "2 d 3 h", "1 h 0 min", "1 min 30 s", "7 s". */
function formatStepSize(offsetMs: number): string {
  // Rounded, because the clock is read some milliseconds after the step.
  const sizeMs = Math.round(Math.abs(offsetMs) / SECOND_MS) * SECOND_MS;
  const formatUnits = (largeMs: number, large: string, smallMs: number, small: string): string =>
    `${formatCount(Math.floor(sizeMs / largeMs))} ${large} ${Math.floor((sizeMs % largeMs) / smallMs)} ${small}`;
  if (sizeMs >= DAY_MS) return formatUnits(DAY_MS, 'd', HOUR_MS, 'h');
  if (sizeMs >= HOUR_MS) return formatUnits(HOUR_MS, 'h', MINUTE_MS, 'min');
  return sizeMs >= MINUTE_MS
    ? formatUnits(MINUTE_MS, 'min', SECOND_MS, 's')
    : `${sizeMs / SECOND_MS} s`;
}
