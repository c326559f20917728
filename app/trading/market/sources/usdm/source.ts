/** US Drought Monitor. */
import { formatCompactDay } from '../answer-days';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../domain/time';
import type { EpochMs } from '../../../domain/units';
import { DROUGHT_STATES } from '../../../weather/drought-states';
import { getMoment, getWallTime } from '../../local-time';
import { RefusedAnswer } from '../answer';
import {
  type ParsedAnswer,
  type PublicSource,
  type SourceHistory,
  type SourceRequest,
  isDue,
} from '../source';
import { parseDrought } from './drought';

const HOST = 'usdmdataservices.unl.edu';
const REQUEST_ID = 'drought by state';
const LAST_MAP = 'last map';

const STATES = Object.keys(DROUGHT_STATES);

/** The map of Tuesday is published on Thursday at 8:30 Eastern time. */
const ZONE = 'America/New_York';
const PUBLICATION_WEEKDAY = 4;
const PUBLICATION_MINUTE = 8 * 60 + 30;
const DAYS_AFTER_MAP = 2;
/** Maps of one answer: the latest and those that may be revised. */
const WEEKS = 3;

export const usdmSource: PublicSource = {
  id: 'usdm',
  name: 'US Drought Monitor',
  offers: 'drought by state, weekly',
  hosts: [HOST],
  licence: 'Free to use with attribution to the National Drought Mitigation Center.',
  attribution: 'Data: US Drought Monitor, National Drought Mitigation Center',
  key: null,
  terms: null,
  gapMs: 2 * SECOND_MS,
  requestsPerDayMax: 50,
  delayMs: DAYS_AFTER_MAP * DAY_MS + 13 * HOUR_MS,
  staleAfterMs: 11 * DAY_MS,
  planRequests: (nowMs, history) => {
    const mapMs = findLatestMap(nowMs);
    return isMapDue(mapMs, nowMs, history) ? [buildRequest(mapMs)] : [];
  },
  parseAnswer,
};

/** Tuesday of the latest map that should be published: midnight UTC. */
function findLatestMap(nowMs: EpochMs): EpochMs {
  const { dayMs, weekday } = getWallTime(nowMs, ZONE);
  const daysBack = (weekday - PUBLICATION_WEEKDAY + 7) % 7;
  const thursdayMs = dayMs - daysBack * DAY_MS;
  const isPublished = nowMs >= getMoment(thursdayMs, PUBLICATION_MINUTE, ZONE);
  return thursdayMs - (isPublished ? 0 : 7 * DAY_MS) - DAYS_AFTER_MAP * DAY_MS;
}

/** Hourly until the answer contains the map. */
function isMapDue(mapMs: EpochMs, nowMs: EpochMs, history: SourceHistory): boolean {
  const lastMap = history.findLink(LAST_MAP);
  const isBehind = lastMap === null || lastMap < formatCompactDay(mapMs);
  return isBehind && isDue(history, REQUEST_ID, nowMs, HOUR_MS);
}

function buildRequest(mapMs: EpochMs): SourceRequest {
  const startsMs = mapMs - (WEEKS - 1) * 7 * DAY_MS;
  const query = [
    `aoi=${STATES.join(',')}`,
    `startdate=${formatDate(startsMs)}`,
    `enddate=${formatDate(mapMs)}`,
    'statisticsType=1',
  ];
  return {
    id: REQUEST_ID,
    url: `https://${HOST}/api/StateStatistics/GetDroughtSeverityStatisticsByAreaPercent?${query.join('&')}`,
    accept: 'application/json',
  };
}

/** Month, day and year, as the service reads dates. */
function formatDate(dayMs: EpochMs): string {
  const day = new Date(dayMs);
  return `${day.getUTCMonth() + 1}/${day.getUTCDate()}/${day.getUTCFullYear()}`;
}

function parseAnswer(body: Uint8Array, { id }: Pick<SourceRequest, 'id'>): ParsedAnswer {
  if (id !== REQUEST_ID)
    throw new RefusedAnswer(`'${id.slice(0, 40)}' is no request of the drought monitor`);
  const readings = parseDrought(body, STATES);
  const lastMs = Math.max(0, ...readings.map(({ validMs }) => validMs));
  return {
    publishedMs: null,
    readings,
    links: readings.length > 0 ? { [LAST_MAP]: formatCompactDay(lastMs) } : {},
  };
}
