import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  FAILURES_MAX,
  INITIAL_PACE,
  type Pace,
  type RequestResult,
  TRIES_MAX,
  computeNextRequest,
  endOwnWaits,
  readRetryAfterMs,
  recordRequest,
  recordResult,
} from '../../../../app/trading/market/sources/pace';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../app/trading/domain/time';

const LIMITS = { gapMs: SECOND_MS, requestsPerDayMax: 100 };
const START_MS = Date.UTC(2026, 10, 24);
const FAILED: RequestResult = { kind: 'failed', retryAfterMs: null };

/** Sends one request at its allowed time; returns the pace and that time. */
function sendNext(pace: Pace, nowMs: number, result: RequestResult, id = 'a') {
  const { atMs } = computeNextRequest(pace, LIMITS, nowMs);
  const { pace: after, isSlotClosed } = recordResult(
    recordRequest(pace, id, atMs),
    result,
    atMs,
    0.5,
  );
  return { pace: after, atMs, isSlotClosed };
}

describe('the pace of requests', () => {
  it('allows the first request at once and keeps the gap after it', () => {
    const first = sendNext(INITIAL_PACE, START_MS, { kind: 'answered' });
    expect(first.atMs).toBe(START_MS);
    expect(computeNextRequest(first.pace, LIMITS, START_MS + 200)).toEqual({
      atMs: START_MS + SECOND_MS,
      reason: 'gap',
    });
  });

  it('closes a slot after four failed tries and not before', () => {
    let pace = INITIAL_PACE;
    let nowMs = START_MS;
    const closed: boolean[] = [];
    for (let count = 0; count < TRIES_MAX; count += 1) {
      const sent = sendNext(pace, nowMs, FAILED);
      closed.push(sent.isSlotClosed);
      ({ pace, atMs: nowMs } = sent);
    }
    expect(closed).toEqual([false, false, false, true]);
  });

  it('closes a slot after an unusable answer, which would be the same again', () => {
    expect(sendNext(INITIAL_PACE, START_MS, { kind: 'refused' }).isSlotClosed).toBe(true);
  });

  it('waits between one second and a minute before a retry', () => {
    for (const uniform of [0, 0.5, 0.999]) {
      let pace = INITIAL_PACE;
      let nowMs = START_MS;
      for (let count = 1; count < TRIES_MAX; count += 1) {
        pace = recordResult(recordRequest(pace, 'a', nowMs), FAILED, nowMs, uniform).pace;
        const { atMs, reason } = computeNextRequest(pace, LIMITS, nowMs);
        expect(reason).toBe('back-off');
        expect(atMs - nowMs).toBeGreaterThanOrEqual(SECOND_MS);
        expect(atMs - nowMs).toBeLessThanOrEqual(MINUTE_MS);
        nowMs = atMs;
      }
    }
  });

  it.each([
    ['half a minute', 30_000, 30_000],
    ['a day, of which an hour counts', DAY_MS, HOUR_MS],
  ])('waits as long as Retry-After says: %s', (_, retryAfterMs, waitMs) => {
    const { pace } = sendNext(INITIAL_PACE, START_MS, { kind: 'failed', retryAfterMs });
    expect(computeNextRequest(pace, LIMITS, START_MS).atMs).toBe(START_MS + waitMs);
  });

  it('ends its own waits on request, and none that the source asked for', () => {
    let pace = INITIAL_PACE;
    for (let count = 0; count < FAILURES_MAX; count += 1)
      ({ pace } = sendNext(pace, START_MS, { kind: 'failed', retryAfterMs: HOUR_MS }));
    const sentMs = pace.lastRequestMs ?? 0;
    expect(computeNextRequest(endOwnWaits(pace), LIMITS, sentMs)).toEqual({
      atMs: sentMs + HOUR_MS,
      reason: 'Retry-After',
    });
    const failed = sendNext(INITIAL_PACE, START_MS, FAILED).pace;
    expect(computeNextRequest(endOwnWaits(failed), LIMITS, START_MS)).toEqual({
      atMs: START_MS + LIMITS.gapMs,
      reason: 'gap',
    });
  });

  it('opens the breaker after five failures, for a time that doubles up to half an hour', () => {
    let pace = INITIAL_PACE;
    let nowMs = START_MS;
    for (let count = 0; count < FAILURES_MAX; count += 1)
      ({ pace, atMs: nowMs } = sendNext(pace, nowMs, FAILED));
    const pauses: number[] = [];
    for (let count = 0; count < 7; count += 1) {
      const next = computeNextRequest(pace, LIMITS, nowMs);
      expect(next.reason).toBe('breaker');
      pauses.push((next.atMs - nowMs) / MINUTE_MS);
      ({ pace, atMs: nowMs } = sendNext(pace, nowMs, FAILED));
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30]);
    ({ pace } = sendNext(pace, nowMs, { kind: 'answered' }));
    expect(pace.breaker).toBeNull();
    expect(pace.failures).toBe(0);
  });

  it('stops at the daily limit until the hour of the oldest request is a day old', () => {
    let pace = INITIAL_PACE;
    for (let count = 0; count < LIMITS.requestsPerDayMax; count += 1)
      ({ pace } = sendNext(pace, START_MS, { kind: 'answered' }));
    expect(computeNextRequest(pace, LIMITS, START_MS + HOUR_MS)).toEqual({
      atMs: START_MS + DAY_MS + HOUR_MS,
      reason: 'daily limit',
    });
  });

  it('holds every limit in any order of answers', () => {
    const results = fc.oneof(
      fc.constant<RequestResult>({ kind: 'answered' }),
      fc.constant<RequestResult>({ kind: 'refused' }),
      fc
        .option(fc.integer({ min: 0, max: 2 * DAY_MS }))
        .map((retryAfterMs): RequestResult => ({ kind: 'failed', retryAfterMs })),
    );
    fc.assert(
      fc.property(fc.array(results, { maxLength: 60 }), (sequence) => {
        let pace = INITIAL_PACE;
        let nowMs = START_MS;
        const sentMs: number[] = [];
        for (const result of sequence) {
          const { backOffUntilMs, retryAfterMs, breaker } = pace;
          const sent = sendNext(pace, nowMs, result);
          expect(sent.atMs).toBeGreaterThanOrEqual(backOffUntilMs ?? 0);
          expect(sent.atMs).toBeGreaterThanOrEqual(retryAfterMs ?? 0);
          expect(sent.atMs).toBeGreaterThanOrEqual(breaker?.untilMs ?? 0);
          sentMs.push(sent.atMs);
          ({ pace, atMs: nowMs } = sent);
        }
        sentMs.slice(1).forEach((atMs, index) => {
          expect(atMs - (sentMs[index] ?? 0)).toBeGreaterThanOrEqual(LIMITS.gapMs);
        });
      }),
    );
  });
});

describe('a Retry-After header', () => {
  it.each([
    ['120', 120_000],
    ['Tue, 24 Nov 2026 00:01:00 GMT', MINUTE_MS],
    ['Mon, 23 Nov 2026 00:00:00 GMT', 0],
    ['soon', null],
    [null, null],
  ])('%s is %s ms', (header, waitMs) => {
    expect(readRetryAfterMs(header, START_MS)).toBe(waitMs);
  });
});
