/** CAISO: prices of the SP15 trading hub. */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../domain/time';
import type { EpochMs } from '../../../domain/units';
import { getMoment } from '../../local-time';
import { RefusedAnswer } from '../answer';
import {
  REAL_TIME_EVERY_MS,
  REAL_TIME_GRACE_MS,
  getDayRequestId,
  listDueDays,
  parseDayRequestId,
} from '../power-schedule';
import { type PublicSource, type SourceRequest, isDue } from '../source';
import { CAISO_NODE, CAISO_ZONE, parseDayAhead, parseRealTime } from './oasis-prices';

const DAY_AHEAD = 'day-ahead';
const REAL_TIME = 'real-time';
const ADDRESS = 'https://oasis.caiso.com/oasisapi/SingleZip';
const DELAY_MS = 10 * MINUTE_MS;
/** Real-time prices are requested for the hour before. */
const REAL_TIME_SPAN_MS = HOUR_MS;

interface OasisQuery {
  /** Report, market run and version. */
  readonly report: readonly [query: string, run: string, version: number];
  readonly fromMs: EpochMs;
  readonly untilMs: EpochMs;
}

/** UTC as `20261128T08:00-0000`. */
const formatOasisTime = (atMs: EpochMs): string =>
  `${new Date(atMs).toISOString().slice(0, 16).replaceAll('-', '')}-0000`;

const buildQueryUrl = ({ report, fromMs, untilMs }: OasisQuery): string => {
  const [query, run, version] = report;
  return `${ADDRESS}?queryname=${query}&market_run_id=${run}&resultformat=6&version=${version}&startdatetime=${formatOasisTime(fromMs)}&enddatetime=${formatOasisTime(untilMs)}&node=${CAISO_NODE}`;
};

const buildDayAheadRequest = (dayMs: EpochMs): SourceRequest => ({
  id: getDayRequestId(DAY_AHEAD, dayMs),
  url: buildQueryUrl({
    report: ['PRC_LMP', 'DAM', 1],
    fromMs: getMoment(dayMs, 0, CAISO_ZONE),
    untilMs: getMoment(dayMs + DAY_MS, 0, CAISO_ZONE),
  }),
});

function buildRealTimeRequest(nowMs: EpochMs): SourceRequest {
  const untilMs = Math.floor(nowMs / REAL_TIME_EVERY_MS) * REAL_TIME_EVERY_MS;
  return {
    id: REAL_TIME,
    url: buildQueryUrl({
      report: ['PRC_INTVL_LMP', 'RTM', 3],
      fromMs: untilMs - REAL_TIME_SPAN_MS,
      untilMs,
    }),
  };
}

export const caisoSource: PublicSource = {
  id: 'caiso',
  name: 'California ISO',
  offers: 'Day-ahead and five-minute prices of the SP15 hub',
  hosts: ['oasis.caiso.com'],
  licence: 'Published by CAISO for information; own use only, no redistribution.',
  attribution: 'Source: California ISO (OASIS)',
  key: null,
  terms: null,
  // OASIS answers 429 to requests that follow within five seconds.
  gapMs: 6 * SECOND_MS,
  requestsPerDayMax: 500,
  delayMs: DELAY_MS,
  staleAfterMs: REAL_TIME_GRACE_MS + DELAY_MS,
  planRequests: (nowMs, history) => [
    ...(isDue(history, REAL_TIME, nowMs, REAL_TIME_EVERY_MS) ? [buildRealTimeRequest(nowMs)] : []),
    ...listDueDays(nowMs, history, {
      name: DAY_AHEAD,
      zone: CAISO_ZONE,
      publishedMinute: 13 * 60,
      dayOffset: 1,
    }).map(buildDayAheadRequest),
  ],
  parseAnswer: (body, request) => {
    if (request.id === REAL_TIME) return { publishedMs: null, readings: parseRealTime(body) };
    const { name, dayMs } = parseDayRequestId(request);
    if (name === DAY_AHEAD) return { publishedMs: null, readings: parseDayAhead(body, dayMs) };
    throw new RefusedAnswer(`no answer is expected for the request '${request.id}'`);
  },
};
