/** MISO: prices of the Indiana hub. */
import { formatCompactDay } from '../answer-days';
import { HOUR_MS, MINUTE_MS } from '../../../domain/time';
import type { EpochMs } from '../../../domain/units';
import { RefusedAnswer } from '../answer';
import {
  REAL_TIME_EVERY_MS,
  REAL_TIME_GRACE_MS,
  getDayRequestId,
  listDueDays,
  parseDayRequestId,
} from '../power-schedule';
import { type PublicSource, type SourceRequest, isDue } from '../source';
import { parseFiveMinutes } from './five-minute-prices';
import { MISO_ZONE, parseDayAhead, parseRealTimeHours } from './hourly-report';

const DAY_AHEAD = 'day-ahead';
const REAL_TIME_HOURS = 'real-time hours';
const REPORTS = 'https://docs.misoenergy.org/marketreports';
const DELAY_MS = 5 * MINUTE_MS;

const FIVE_MINUTES: SourceRequest = {
  id: 'real-time',
  url: 'https://public-api.misoenergy.org/api/MarketPricing/GetLmpConsolidatedTable',
  accept: 'application/json',
};

const buildReportRequest = (name: string, dayMs: EpochMs, report: string): SourceRequest => ({
  id: getDayRequestId(name, dayMs),
  url: `${REPORTS}/${formatCompactDay(dayMs)}_${report}.csv`,
});

export const misoSource: PublicSource = {
  id: 'miso',
  name: 'Midcontinent ISO',
  offers: 'Day-ahead, hourly and five-minute prices of the Indiana hub',
  hosts: ['docs.misoenergy.org', 'public-api.misoenergy.org'],
  licence: 'Published by MISO for information; own use only, no redistribution.',
  attribution: 'Source: Midcontinent Independent System Operator (MISO)',
  key: null,
  terms: null,
  gapMs: 1000,
  requestsPerDayMax: 500,
  delayMs: DELAY_MS,
  staleAfterMs: REAL_TIME_GRACE_MS + DELAY_MS,
  planRequests: (nowMs, history) => [
    ...(isDue(history, FIVE_MINUTES.id, nowMs, REAL_TIME_EVERY_MS) ? [FIVE_MINUTES] : []),
    ...listDueDays(nowMs, history, {
      name: DAY_AHEAD,
      zone: MISO_ZONE,
      publishedMinute: 13 * 60 + 30,
      dayOffset: 1,
    }).map((dayMs) => buildReportRequest(DAY_AHEAD, dayMs, 'da_expost_lmp')),
    // The time of publication on the next day is not stated, so it is tried once an hour.
    ...listDueDays(nowMs, history, {
      name: REAL_TIME_HOURS,
      zone: MISO_ZONE,
      publishedMinute: 6 * 60,
      dayOffset: -1,
      everyMs: HOUR_MS,
    }).map((dayMs) => buildReportRequest(REAL_TIME_HOURS, dayMs, 'rt_lmp_prelim')),
  ],
  parseAnswer: (body, request) => {
    if (request.id === FIVE_MINUTES.id)
      return { publishedMs: null, readings: parseFiveMinutes(body) };
    const { name, dayMs } = parseDayRequestId(request);
    if (name === DAY_AHEAD) return { publishedMs: null, readings: parseDayAhead(body, dayMs) };
    if (name === REAL_TIME_HOURS)
      return { publishedMs: null, readings: parseRealTimeHours(body, dayMs) };
    throw new RefusedAnswer(`no answer is expected for the request '${request.id}'`);
  },
};
