/**
 * Pace of the requests to one source: gaps, retries, Retry-After and a circuit breaker. Pure, so
 * that a recorded day can be replayed at any speed.
 */
import { assertNever } from '../../domain/outcome';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../domain/time';
import type { EpochMs } from '../../domain/units';
import type { PublicSource } from './source';

/** Tries of one request before its slot is given up. */
export const TRIES_MAX = 4;
/** Consecutive failures that open the breaker. */
export const FAILURES_MAX = 5;
const BACK_OFF_MS_MIN = SECOND_MS;
const BACK_OFF_MS_MAX = MINUTE_MS;
const BREAKER_MS_MIN = MINUTE_MS;
const BREAKER_MS_MAX = 30 * MINUTE_MS;
const RETRY_AFTER_MS_MAX = HOUR_MS;
/** A day after the end of an hour. */
const COUNTED_MS = DAY_MS + HOUR_MS;

/** Breaker: open until `untilMs`; one request after that decides. */
interface Breaker {
  readonly untilMs: EpochMs;
  readonly pauseMs: number;
}

interface RequestHour {
  readonly startsMs: EpochMs;
  readonly requests: number;
}

export interface Pace {
  readonly lastRequestMs: EpochMs | null;
  /** End of the back-off after a failure; null without one. */
  readonly backOffUntilMs: EpochMs | null;
  /** Time before which the source wants no request (Retry-After); null without one. */
  readonly retryAfterMs: EpochMs | null;
  readonly failures: number;
  readonly breaker: Breaker | null;
  /** Tries of the current request without an answer. */
  readonly tries: { readonly requestId: string; readonly count: number } | null;
  /** Requests by hour, oldest first; an hour counts until it ended 24 hours ago. */
  readonly hours: readonly RequestHour[];
}

export const INITIAL_PACE: Pace = {
  lastRequestMs: null,
  backOffUntilMs: null,
  retryAfterMs: null,
  failures: 0,
  breaker: null,
  tries: null,
  hours: [],
};

type PaceLimits = Pick<PublicSource, 'gapMs' | 'requestsPerDayMax'>;

/** Earliest time of the next request; `reason` for the health page. */
export interface NextRequest {
  readonly atMs: EpochMs;
  readonly reason:
    | 'ready'
    | 'gap'
    | 'back-off'
    | 'Retry-After'
    | 'breaker'
    | 'daily limit'
    | 'stream'
    | 'no connection';
}

/** Computes when the next request is allowed: the latest of all limits. */
export function computeNextRequest(pace: Pace, limits: PaceLimits, nowMs: EpochMs): NextRequest {
  const isLimited = countRequests(pace, nowMs) >= limits.requestsPerDayMax;
  const [oldest] = isLimited ? listRecentHours(pace, nowMs) : [];
  const candidates: readonly NextRequest[] = [
    { atMs: pace.breaker?.untilMs ?? -Infinity, reason: 'breaker' },
    { atMs: oldest ? oldest.startsMs + COUNTED_MS : -Infinity, reason: 'daily limit' },
    { atMs: pace.backOffUntilMs ?? -Infinity, reason: 'back-off' },
    { atMs: pace.retryAfterMs ?? -Infinity, reason: 'Retry-After' },
    {
      atMs: pace.lastRequestMs === null ? -Infinity : pace.lastRequestMs + limits.gapMs,
      reason: 'gap',
    },
  ];
  const latest = candidates.reduce((last, each) => (each.atMs > last.atMs ? each : last));
  return latest.atMs > nowMs ? latest : { atMs: nowMs, reason: 'ready' };
}

const listRecentHours = (pace: Pace, nowMs: EpochMs): readonly RequestHour[] =>
  pace.hours.filter(({ startsMs }) => startsMs > nowMs - COUNTED_MS);

/** Requests of the last 24 hours, and of the hour that began before them. */
export const countRequests = (pace: Pace, nowMs: EpochMs): number =>
  listRecentHours(pace, nowMs).reduce((sum, { requests }) => sum + requests, 0);

/** Ends the waits that this server chose. Retry-After, gap and daily limit remain. */
export const endOwnWaits = (pace: Pace): Pace => ({ ...pace, backOffUntilMs: null, breaker: null });

/** Records that a request is sent. */
export function recordRequest(pace: Pace, requestId: string, nowMs: EpochMs): Pace {
  const count = pace.tries?.requestId === requestId ? pace.tries.count : 0;
  return {
    ...pace,
    lastRequestMs: nowMs,
    tries: { requestId, count: count + 1 },
    hours: countRequest(listRecentHours(pace, nowMs), nowMs),
  };
}

function countRequest(hours: readonly RequestHour[], nowMs: EpochMs): readonly RequestHour[] {
  const startsMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  const last = hours.at(-1);
  return last?.startsMs === startsMs
    ? [...hours.slice(0, -1), { startsMs, requests: last.requests + 1 }]
    : [...hours, { startsMs, requests: 1 }];
}

/**
 * `answered`: a usable, unchanged or missing document; the source works. `refused`: an answer that
 * is not what the source publishes. `failed`: no answer, or one that asks to come back later.
 */
export type RequestResult =
  | { readonly kind: 'answered' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'failed'; readonly retryAfterMs: number | null };

interface RecordedResult {
  readonly pace: Pace;
  /** True: the request is not repeated in this slot. */
  readonly isSlotClosed: boolean;
}

/** Records the result of the current request. `uniform`: a random value in [0, 1). */
export function recordResult(
  pace: Pace,
  result: RequestResult,
  nowMs: EpochMs,
  uniform: number,
): RecordedResult {
  switch (result.kind) {
    case 'answered':
      return {
        pace: { ...endOwnWaits(pace), failures: 0, tries: null, retryAfterMs: null },
        isSlotClosed: true,
      };
    case 'refused':
      // The same document would be refused again.
      return { pace: { ...recordFailure(pace, nowMs), tries: null }, isSlotClosed: true };
    case 'failed': {
      const count = pace.tries?.count ?? 1;
      const isSlotClosed = count >= TRIES_MAX;
      const { retryAfterMs } = result;
      return {
        pace: {
          ...recordFailure(pace, nowMs),
          backOffUntilMs: nowMs + computeBackOffMs(count, uniform),
          retryAfterMs:
            retryAfterMs === null ? null : nowMs + Math.min(retryAfterMs, RETRY_AFTER_MS_MAX),
          tries: isSlotClosed ? null : pace.tries,
        },
        isSlotClosed,
      };
    }
    default:
      return assertNever(result);
  }
}

/** Full jitter: uniform between the shortest wait and a bound that grows fourfold a try. */
function computeBackOffMs(count: number, uniform: number): number {
  const boundMs = Math.min(BACK_OFF_MS_MAX, BACK_OFF_MS_MIN * 4 ** count);
  return BACK_OFF_MS_MIN + Math.round(uniform * (boundMs - BACK_OFF_MS_MIN));
}

function recordFailure(pace: Pace, nowMs: EpochMs): Pace {
  const failures = pace.failures + 1;
  if (failures < FAILURES_MAX) return { ...pace, failures };
  const pauseMs = pace.breaker
    ? Math.min(pace.breaker.pauseMs * 2, BREAKER_MS_MAX)
    : BREAKER_MS_MIN;
  return { ...pace, failures, breaker: { untilMs: nowMs + pauseMs, pauseMs } };
}

/** Reads a Retry-After header: seconds or an HTTP date. Null for anything else. */
export function readRetryAfterMs(header: string | null, nowMs: EpochMs): number | null {
  if (header === null) return null;
  if (/^\d{1,6}$/.test(header.trim())) return Number(header) * SECOND_MS;
  const atMs = Date.parse(header);
  return Number.isFinite(atMs) ? Math.max(0, atMs - nowMs) : null;
}
