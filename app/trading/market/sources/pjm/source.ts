/** PJM: prices of the Western Hub, with a free key. */
import { formatDay } from '../answer-days';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../domain/time';
import type { EpochMs } from '../../../domain/units';
import { getWallTime } from '../../local-time';
import { RefusedAnswer } from '../answer';
import {
  REAL_TIME_EVERY_MS,
  REAL_TIME_GRACE_MS,
  getDayRequestId,
  listDueDays,
  parseDayRequestId,
} from '../power-schedule';
import { type PublicSource, type SourceRequest, isDue } from '../source';
import { PJM_NODE, PJM_ZONE, parseDayAhead, parseRealTime } from './hourly-prices';

const DAY_AHEAD = 'day-ahead';
const REAL_TIME = 'real-time';
const ADDRESS = 'https://api.pjm.com/api/v1';
/** An hour's price comes in the hour after it. */
const DELAY_MS = 2 * HOUR_MS;

/** Parameter for the hours of whole Eastern days. */
const buildDayFilter = (fromDayMs: EpochMs, untilDayMs: EpochMs): string =>
  `datetime_beginning_ept=${formatDay(fromDayMs)}%2000:00%20to%20${formatDay(untilDayMs)}%2023:00`;

const buildDayAheadRequest = (dayMs: EpochMs): SourceRequest => ({
  id: getDayRequestId(DAY_AHEAD, dayMs),
  url: `${ADDRESS}/da_hrl_lmps?startRow=1&rowCount=100&${buildDayFilter(dayMs, dayMs)}&pnode_id=${PJM_NODE}`,
  accept: 'application/json',
});

/**
 * Yesterday is included, since its last hours are published after midnight. The feed is filtered by
 * type, since its rows may have a name without a number.
 */
function buildRealTimeRequest(nowMs: EpochMs): SourceRequest {
  const { dayMs } = getWallTime(nowMs, PJM_ZONE);
  return {
    id: REAL_TIME,
    url: `${ADDRESS}/rt_unverified_hrl_lmps?startRow=1&rowCount=1000&${buildDayFilter(dayMs - DAY_MS, dayMs)}&type=HUB`,
    accept: 'application/json',
  };
}

export const pjmSource: PublicSource = {
  id: 'pjm',
  name: 'PJM Interconnection',
  offers: 'Day-ahead and hourly real-time prices of the Western Hub',
  hosts: ['api.pjm.com'],
  licence: 'PJM forbids republication by non-members; own use only.',
  attribution: 'Source: PJM Interconnection (Data Miner 2)',
  key: 'PJM_KEY',
  terms: null,
  // Non-members may send six requests a minute.
  gapMs: 10 * SECOND_MS,
  requestsPerDayMax: 500,
  delayMs: DELAY_MS,
  staleAfterMs: REAL_TIME_GRACE_MS + DELAY_MS,
  planRequests: (nowMs, history) => [
    ...(isDue(history, REAL_TIME, nowMs, REAL_TIME_EVERY_MS) ? [buildRealTimeRequest(nowMs)] : []),
    ...listDueDays(nowMs, history, {
      name: DAY_AHEAD,
      zone: PJM_ZONE,
      publishedMinute: 13 * 60 + 30,
      dayOffset: 1,
    }).map(buildDayAheadRequest),
  ],
  parseAnswer: (body, request) => {
    if (request.id === REAL_TIME) return { publishedMs: null, readings: parseRealTime(body) };
    const { name, dayMs } = parseDayRequestId(request);
    if (name === DAY_AHEAD) return { publishedMs: null, readings: parseDayAhead(body, dayMs) };
    throw new RefusedAnswer(`no answer is expected for the request '${request.id}'`);
  },
  addKey: ({ url }, key) => ({ url, headers: { 'Ocp-Apim-Subscription-Key': key } }),
};
