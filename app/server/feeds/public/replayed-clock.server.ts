// Clock of a replay: a server at FEED_ENDPOINT that replays recorded answers has a time of its own.
// Its address is one of this machine by the check of the setting.
import { performance } from 'node:perf_hooks';
import { z } from 'zod';
import { SECOND_MS } from '../../../trading/domain/time';
import type { EpochMs } from '../../../trading/domain/units';
import type { ClockSource } from '../../desk/desk-clock.server';

export const REPLAY_SPEED_MIN = 0.01;
export const REPLAY_SPEED_MAX = 3600;

/** Answer at `/clock`. */
const ClockSchema = z.object({
  nowMs: z.int().min(0),
  speed: z.number().min(REPLAY_SPEED_MIN).max(REPLAY_SPEED_MAX),
});
export type ClockAnswer = z.infer<typeof ClockSchema>;

interface ReplayedClock extends ClockSource {
  readonly startMs: EpochMs;
  /** Replayed time in a second of the wall clock. */
  readonly speed: number;
}

/** The server answers, but not with a time. The message says what it answered. */
export class ReplayedClockError extends Error {}

const TIME_LIMIT_MS = 2 * SECOND_MS;
const NOT_FOUND = 404;

/** Both clocks of a replay, continued on the monotonic clock of this process. */
export function createReplayedClock(
  { nowMs: startMs, speed }: ClockAnswer,
  readMs: () => number = () => performance.now(),
): ReplayedClock {
  const originMs = readMs();
  const monotonicMs = (): number => (readMs() - originMs) * speed;
  return { startMs, speed, monotonicMs, wallMs: () => Math.floor(startMs + monotonicMs()) };
}

/**
 * Null where the endpoint has no clock or nothing listens there: time is that of the machine. Throws
 * ReplayedClockError for silence and for another answer, since a log cannot go back to an earlier
 * time.
 */
export async function fetchReplayedClock(endpoint: string): Promise<ReplayedClock | null> {
  const url = new URL('/clock', endpoint).href;
  const answer = await requestClock(url);
  if (answer === null || answer.status === NOT_FOUND) return null;
  const parsed = ClockSchema.safeParse(parseJson(answer.text));
  if (answer.status !== 200 || !parsed.success)
    throw new ReplayedClockError(
      `${url} answers with status ${answer.status} and no time; a server without a clock answers 404`,
    );
  return createReplayedClock(parsed.data);
}

async function requestClock(
  url: string,
): Promise<{ readonly status: number; readonly text: string } | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIME_LIMIT_MS) });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    if (findErrorCode(error) === 'ECONNREFUSED') return null;
    throw new ReplayedClockError(
      `${url} gives no answer within ${TIME_LIMIT_MS / SECOND_MS} s: ${(error as Error).message}`,
    );
  }
}

/** Native fetch has the code in the cause, that of Remix in the error. */
function findErrorCode(error: unknown): string | null {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return cause?.code ?? code ?? null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
