/** USDA NASS: crop condition and progress, Mondays 16:00 New York from April to November. */
import { formatDay } from '../answer-days';
import { DAY_MS, SECOND_MS } from '../../../domain/time';
import type { EpochMs } from '../../../domain/units';
import { type DayMs, getBusinessDayFrom, getWeekday } from '../../calendar';
import { getMoment, getWallTime } from '../../local-time';
import { RefusedAnswer } from '../answer';
import { isReportDue } from '../report-slot';
import type { PublicSource, SourceRequest } from '../source';
import { CROP_ITEMS, type CropItem } from './crop-items';
import { parseCropItem } from './parse-crop';

const BASE = 'https://quickstats.nass.usda.gov/api/api_GET/';
const NEW_YORK = 'America/New_York';
const RELEASE_MINUTE = 16 * 60;
const FIRST_HOUR_MINUTES = 15;
/** An item that is not in the report at all ends its season. */
const REPORT_HOURS = 24;

export const nassSource: PublicSource = {
  id: 'nass',
  name: 'USDA NASS Quick Stats',
  offers: 'weekly crop condition and progress from April to November',
  hosts: ['quickstats.nass.usda.gov'],
  licence: 'Public domain: data of the United States government.',
  attribution:
    'This product uses the NASS API but is not endorsed or certified by NASS. Source: USDA NASS',
  key: 'NASS_KEY',
  terms: null,
  gapMs: 2 * SECOND_MS,
  requestsPerDayMax: 600,
  delayMs: 2 * DAY_MS,
  staleAfterMs: 10 * DAY_MS,
  planRequests: (nowMs, history) => {
    const { releaseMs, mondayMs } = getLatestRelease(nowMs);
    const date = new Date(mondayMs);
    const monthDay = (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
    const year = date.getUTCFullYear();
    const inSeason = CROP_ITEMS.filter(
      ({ fromDate, untilDate }) => fromDate <= monthDay && monthDay <= untilDate,
    );
    return inSeason
      .filter((item) => {
        const slot = {
          requestId: getRequestId(item, year),
          releaseMs,
          expectedDay: formatDay(mondayMs - DAY_MS),
          firstHourMinutes: FIRST_HOUR_MINUTES,
          hours: REPORT_HOURS,
        };
        return isReportDue(slot, nowMs, history);
      })
      .map((item) => buildRequest(item, year));
  },
  parseAnswer: (body, { id }) => {
    const item = CROP_ITEMS.find(({ id: itemId }) => id.replace(/ \d{4}$/, '') === itemId);
    if (!item) throw new RefusedAnswer(`NASS has no request '${id}'`);
    return parseCropItem(body, item, id);
  },
  addKey: (request, key) => {
    const url = new URL(request.url);
    url.searchParams.set('key', key);
    return { url: url.href, headers: {} };
  },
};

const getRequestId = ({ id }: CropItem, year: number): string => `${id} ${year}`;

/** The latest report: Monday, or the next business day where Monday is a holiday. */
function getLatestRelease(nowMs: EpochMs): { releaseMs: EpochMs; mondayMs: DayMs } {
  const { dayMs } = getWallTime(nowMs, NEW_YORK);
  const lastMonday = dayMs - (getWeekday(dayMs) - 1) * DAY_MS;
  const buildRelease = (mondayMs: DayMs): { releaseMs: EpochMs; mondayMs: DayMs } => ({
    mondayMs,
    releaseMs: getMoment(getBusinessDayFrom(mondayMs), RELEASE_MINUTE, NEW_YORK),
  });
  const latest = buildRelease(lastMonday);
  return latest.releaseMs <= nowMs ? latest : buildRelease(lastMonday - 7 * DAY_MS);
}

function buildRequest(item: CropItem, year: number): SourceRequest {
  const query = new URLSearchParams({
    short_desc: item.name,
    year: String(year),
    agg_level_desc: 'NATIONAL',
    format: 'JSON',
  });
  return {
    id: getRequestId(item, year),
    url: `${BASE}?${query.toString()}`,
    accept: 'application/json',
  };
}
