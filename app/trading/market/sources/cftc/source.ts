/** CFTC: Commitments of Traders, published Friday 15:30 New York for Tuesday. */
import { formatDay } from '../answer-days';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../domain/time';
import type { EpochMs } from '../../../domain/units';
import { getBusinessDayFrom, getWeekday } from '../../calendar';
import { getMoment, getWallTime } from '../../local-time';
import { RefusedAnswer } from '../answer';
import { isReportDue } from '../report-slot';
import type { PublicSource, SourceRequest } from '../source';
import {
  MARKET_CODES,
  POSITIONS_REQUEST_ID,
  POSITION_COLUMNS,
  POSITION_ROWS_MAX,
  parsePositions,
} from './parse-positions';

const RESOURCE = 'https://publicreporting.cftc.gov/resource/72hh-3qpy.json';
const NEW_YORK = 'America/New_York';
const FRIDAY = 5;
const RELEASE_MINUTE = 15 * 60 + 30;
const WEEK_MS = 7 * DAY_MS;
/** Weeks requested: positions are corrected for some weeks. */
const WEEKS = 8;

export const cftcSource: PublicSource = {
  id: 'cftc',
  name: 'CFTC Commitments of Traders',
  offers: 'weekly open interest and net positions of managed money and producers',
  hosts: ['publicreporting.cftc.gov'],
  licence: 'Public domain: data of the United States government.',
  attribution: 'Source: U.S. Commodity Futures Trading Commission',
  key: null,
  terms: null,
  gapMs: MINUTE_MS,
  requestsPerDayMax: 26,
  delayMs: 4 * DAY_MS,
  staleAfterMs: 13 * DAY_MS,
  planRequests: (nowMs, history) => {
    const { releaseMs, fridayMs } = getLatestRelease(nowMs);
    const tuesdayMs = fridayMs - 3 * DAY_MS;
    const slot = {
      requestId: POSITIONS_REQUEST_ID,
      releaseMs,
      // Monday, because positions are of Monday where Tuesday is a holiday
      expectedDay: formatDay(tuesdayMs - DAY_MS),
      firstHourMinutes: 60,
      hours: WEEK_MS / HOUR_MS,
    };
    return isReportDue(slot, nowMs, history) ? [buildRequest(tuesdayMs)] : [];
  },
  parseAnswer: (body, { id }) => {
    if (id !== POSITIONS_REQUEST_ID) throw new RefusedAnswer(`CFTC has no request '${id}'`);
    return parsePositions(body);
  },
};

interface Release {
  readonly releaseMs: EpochMs;
  /** Friday of the week, also where the release is later. */
  readonly fridayMs: EpochMs;
}

/**
 * The latest scheduled release. Friday, or the business day after a Friday holiday; where another
 * holiday delays the report, requests repeat hourly from Friday on.
 */
function getLatestRelease(nowMs: EpochMs): Release {
  const { dayMs } = getWallTime(nowMs, NEW_YORK);
  const lastFriday = dayMs - ((getWeekday(dayMs) - FRIDAY + 7) % 7) * DAY_MS;
  const buildRelease = (fridayMs: EpochMs): Release => ({
    fridayMs,
    releaseMs: getMoment(getBusinessDayFrom(fridayMs), RELEASE_MINUTE, NEW_YORK),
  });
  const latest = buildRelease(lastFriday);
  return latest.releaseMs <= nowMs ? latest : buildRelease(lastFriday - WEEK_MS);
}

function buildRequest(tuesdayMs: EpochMs): SourceRequest {
  const codes = [...MARKET_CODES.keys()]
    .sort()
    .map((code) => `'${code}'`)
    .join(',');
  const fromDay = formatDay(tuesdayMs - (WEEKS - 1) * WEEK_MS - DAY_MS);
  const query = new URLSearchParams({
    $select: POSITION_COLUMNS.join(','),
    $where: `report_date_as_yyyy_mm_dd >= '${fromDay}' AND cftc_contract_market_code in(${codes})`,
    $order: 'report_date_as_yyyy_mm_dd DESC',
    $limit: String(POSITION_ROWS_MAX),
  });
  return {
    id: POSITIONS_REQUEST_ID,
    url: `${RESOURCE}?${query.toString()}`,
    accept: 'application/json',
  };
}
