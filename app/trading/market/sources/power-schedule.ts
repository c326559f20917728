/** When power markets are asked: day-ahead days after publication, retries, request names. */
import { formatDay, readCalendarDay } from './answer-days';
import { DAY_MS, MINUTE_MS } from '../../domain/time';
import type { EpochMs } from '../../domain/units';
import { getMoment, getWallTime } from '../local-time';
import { RefusedAnswer } from './answer';
import type { SourceHistory, SourceRequest } from './source';

/** Pace of real-time prices. */
export const REAL_TIME_EVERY_MS = 5 * MINUTE_MS;
/** Pace of retries for a publication that is late. */
export const RETRY_EVERY_MS = 10 * MINUTE_MS;
/** Real-time prices are stale this long after they usually come. */
export const REAL_TIME_GRACE_MS = 15 * MINUTE_MS;

/** True for a request that was never tried, or not in the last `everyMs`. */
export function isRetryDue(
  history: SourceHistory,
  requestId: string,
  nowMs: EpochMs,
  everyMs: number = RETRY_EVERY_MS,
): boolean {
  const triedMs = history.getTriedMs(requestId);
  return triedMs === null || nowMs - triedMs >= everyMs;
}

interface DailyPublication {
  /** First words of the request id; the date follows. */
  readonly name: string;
  /** Zone of the market's day and of the publication. */
  readonly zone: string;
  /** Usual time of publication, in minutes after local midnight. */
  readonly publishedMinute: number;
  /** The day published on a day: 1 for tomorrow, -1 for yesterday. */
  readonly dayOffset: 1 | -1;
  /** Retries, where not each ten minutes. */
  readonly everyMs?: number;
}

/** Id of the request for a day, such as `day-ahead 2026-11-28`. */
export const getDayRequestId = (name: string, dayMs: EpochMs): string =>
  `${name} ${formatDay(dayMs)}`;

/**
 * Days (midnight of the local date, as if UTC) of the last two publications that are not answered
 * and whose next try is due.
 */
export function listDueDays(
  nowMs: EpochMs,
  history: SourceHistory,
  { name, zone, publishedMinute, dayOffset, everyMs }: DailyPublication,
): readonly EpochMs[] {
  const { dayMs: todayMs } = getWallTime(nowMs, zone);
  return [todayMs, todayMs - DAY_MS]
    .map((onDayMs) => ({
      dayMs: onDayMs + dayOffset * DAY_MS,
      publishedMs: getMoment(onDayMs, publishedMinute, zone),
    }))
    .filter(({ publishedMs }) => nowMs >= publishedMs)
    .map(({ dayMs }) => dayMs)
    .filter((dayMs) => {
      const id = getDayRequestId(name, dayMs);
      return history.getAnsweredMs(id) === null && isRetryDue(history, id, nowMs, everyMs);
    });
}

/** Market and day of a request id such as `day-ahead 2026-11-28`. Throws RefusedAnswer. */
export function parseDayRequestId({ id }: Pick<SourceRequest, 'id'>): {
  readonly name: string;
  readonly dayMs: EpochMs;
} {
  const [, name = '', day = ''] = /^([a-z -]+) (\S+)$/.exec(id) ?? [];
  if (name === '') throw new RefusedAnswer(`no answer is expected for the request '${id}'`);
  return { name, dayMs: readCalendarDay(day, 'the day of a request') };
}
