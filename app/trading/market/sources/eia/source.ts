/** EIA: weekly stocks of gas, crude oil and distillate, hourly demand, daily spot prices. */
import { formatDay } from '../answer-days';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../domain/time';
import type { EpochMs } from '../../../domain/units';
import { getWeekday } from '../../calendar';
import type { ReportDate, ReportKind } from '../../report';
import { listReportDates } from '../../report-calendar';
import { RefusedAnswer } from '../answer';
import { isReportDue } from '../report-slot';
import { type PublicSource, type SourceHistory, type SourceRequest, isDue } from '../source';
import { parseEiaSeries } from './parse-series';
import {
  EIA_DEMAND_SERIES,
  EIA_REPORT_SERIES,
  EIA_SPOT_SERIES,
  type EiaSeries,
  findEiaSeries,
} from './series';

const BASE = 'https://api.eia.gov/v2/';
const FRIDAY = 5;
/** Longer than from one weekly report to the next, with both on the latest days. */
const REPORT_SEARCH_MS = 10 * DAY_MS;
/** The API may lag minutes behind the report. */
const FIRST_HOUR_MINUTES = 5;
const REPORT_HOURS = 48;
const DEMAND_EVERY_MS = HOUR_MS;
const SPOT_EVERY_MS = 6 * HOUR_MS;

export const eiaSource: PublicSource = {
  id: 'eia',
  name: 'EIA Open Data',
  offers: 'weekly gas, crude oil and distillate stocks, hourly demand, daily spot prices',
  hosts: ['api.eia.gov'],
  licence: 'Public domain: data of the United States government.',
  attribution: 'Source: U.S. Energy Information Administration',
  key: 'EIA_KEY',
  terms: null,
  gapMs: SECOND_MS,
  requestsPerDayMax: 500,
  // of hourly demand, the newest data; weekly stocks are published five to seven days later
  delayMs: 2 * HOUR_MS,
  staleAfterMs: 6 * HOUR_MS,
  planRequests: (nowMs, history) => [
    ...EIA_REPORT_SERIES.filter((wanted) => isWeekDue(wanted, nowMs, history)).map(buildRequest),
    ...EIA_DEMAND_SERIES.filter(({ id }) => isDue(history, id, nowMs, DEMAND_EVERY_MS)).map(
      buildRequest,
    ),
    ...EIA_SPOT_SERIES.filter(({ id }) => isDue(history, id, nowMs, SPOT_EVERY_MS)).map(
      buildRequest,
    ),
  ],
  parseAnswer: (body, { id }) => {
    const wanted = findEiaSeries(id);
    if (!wanted) throw new RefusedAnswer(`EIA has no request '${id}'`);
    return parseEiaSeries(body, wanted);
  },
  addKey: (request, key) => {
    const url = new URL(request.url);
    url.searchParams.set('api_key', key);
    return { url: url.href, headers: {} };
  },
};

function isWeekDue({ id, report }: EiaSeries, nowMs: EpochMs, history: SourceHistory): boolean {
  const release = report && findLatestRelease(report.kind, nowMs);
  if (!release) return false;
  const slot = {
    requestId: id,
    releaseMs: release.atMs,
    expectedDay: formatDay(getReportedWeek(release)),
    firstHourMinutes: FIRST_HOUR_MINUTES,
    hours: REPORT_HOURS,
  };
  return isReportDue(slot, nowMs, history);
}

const findLatestRelease = (kind: ReportKind, nowMs: EpochMs): ReportDate | null =>
  listReportDates(nowMs - REPORT_SEARCH_MS, nowMs + 1)
    .filter((date) => date.kind === kind)
    .at(-1) ?? null;

/** Friday of the reported week: the last one before the day of release. */
function getReportedWeek({ atMs }: ReportDate): EpochMs {
  const day = Math.floor(atMs / DAY_MS) * DAY_MS;
  return day - (((getWeekday(day) - FRIDAY + 6) % 7) + 1) * DAY_MS;
}

function buildRequest({ id, path, facets, frequency, rows }: EiaSeries): SourceRequest {
  const isRoute = path.endsWith('/data/');
  const query = new URLSearchParams({
    ...(isRoute ? { frequency, 'data[0]': 'value' } : {}),
    'sort[0][column]': 'period',
    'sort[0][direction]': 'desc',
    length: String(rows),
  });
  if (isRoute)
    for (const [facet, value] of Object.entries(facets)) query.append(`facets[${facet}][]`, value);
  return { id, url: `${BASE}${path}?${query.toString()}`, accept: 'application/json' };
}
