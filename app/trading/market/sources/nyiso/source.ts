/** NYISO: prices of zone J, New York City. */
import { formatCompactDay } from '../answer-days';
import { DAY_MS, MINUTE_MS } from '../../../domain/time';
import type { EpochMs } from '../../../domain/units';
import { getMoment, getWallTime } from '../../local-time';
import { RefusedAnswer } from '../answer';
import {
  REAL_TIME_EVERY_MS,
  REAL_TIME_GRACE_MS,
  getDayRequestId,
  listDueDays,
  parseDayRequestId,
} from '../power-schedule';
import { type PublicSource, type SourceHistory, type SourceRequest, isDue } from '../source';
import { NYISO_ZONE, parseDayAhead, parseRealTime } from './zonal-prices';

const DAY_AHEAD = 'day-ahead';
const REAL_TIME = 'real-time';
const ADDRESS = 'https://mis.nyiso.com/public/csv';
const DELAY_MS = 5 * MINUTE_MS;
/** The last interval of a day is in its file by then. */
const DAY_END_MS = 5 * MINUTE_MS;
/** The file of the day before is requested once in this time after midnight. */
const LAST_LOOK_MS = 60 * MINUTE_MS;

const buildDayAheadRequest = (dayMs: EpochMs): SourceRequest => ({
  id: getDayRequestId(DAY_AHEAD, dayMs),
  url: `${ADDRESS}/damlbmp/${formatCompactDay(dayMs)}damlbmp_zone.csv`,
});

const buildRealTimeRequest = (dayMs: EpochMs): SourceRequest => ({
  id: getDayRequestId(REAL_TIME, dayMs),
  url: `${ADDRESS}/realtime/${formatCompactDay(dayMs)}realtime_zone.csv`,
});

/** The file of today, and once after midnight that of yesterday for its last intervals. */
function listRealTimeRequests(nowMs: EpochMs, history: SourceHistory): readonly SourceRequest[] {
  const { dayMs } = getWallTime(nowMs, NYISO_ZONE);
  const sinceMs = nowMs - getMoment(dayMs, 0, NYISO_ZONE);
  const today = buildRealTimeRequest(dayMs);
  const yesterday = buildRealTimeRequest(dayMs - DAY_MS);
  const answeredMs = history.getAnsweredMs(yesterday.id) ?? Number.NEGATIVE_INFINITY;
  const isLastLook =
    sinceMs >= DAY_END_MS && sinceMs < LAST_LOOK_MS && answeredMs < nowMs - sinceMs + DAY_END_MS;
  const isTodayDue = sinceMs >= DAY_END_MS && isDue(history, today.id, nowMs, REAL_TIME_EVERY_MS);
  return [...(isTodayDue ? [today] : []), ...(isLastLook ? [yesterday] : [])];
}

export const nyisoSource: PublicSource = {
  id: 'nyiso',
  name: 'New York ISO',
  offers: 'Day-ahead and five-minute prices of New York City (zone J)',
  hosts: ['mis.nyiso.com'],
  licence: 'Published by NYISO for information; own use only, no redistribution.',
  attribution: 'Source: New York Independent System Operator (NYISO)',
  key: null,
  terms: null,
  gapMs: 1000,
  requestsPerDayMax: 500,
  delayMs: DELAY_MS,
  staleAfterMs: REAL_TIME_GRACE_MS + DELAY_MS,
  planRequests: (nowMs, history) => [
    ...listRealTimeRequests(nowMs, history),
    ...listDueDays(nowMs, history, {
      name: DAY_AHEAD,
      zone: NYISO_ZONE,
      publishedMinute: 11 * 60,
      dayOffset: 1,
    }).map(buildDayAheadRequest),
  ],
  parseAnswer: (body, request) => {
    const { name, dayMs } = parseDayRequestId(request);
    if (name === DAY_AHEAD) return { publishedMs: null, readings: parseDayAhead(body, dayMs) };
    if (name === REAL_TIME) return { publishedMs: null, readings: parseRealTime(body, dayMs) };
    throw new RefusedAnswer(`no answer is expected for the request '${request.id}'`);
  },
};
