/** ERCOT: prices of the North hub. */
import { formatDay } from '../answer-days';
import { DAY_MS, MINUTE_MS } from '../../../domain/time';
import type { EpochMs } from '../../../domain/units';
import { getMoment, getWallTime } from '../../local-time';
import { RefusedAnswer } from '../answer';
import {
  REAL_TIME_EVERY_MS,
  REAL_TIME_GRACE_MS,
  RETRY_EVERY_MS,
  isRetryDue,
} from '../power-schedule';
import { type PublicSource, type SourceHistory, type SourceRequest, isDue } from '../source';
import { parseNewestDocument } from './document-list';
import { ERCOT_ZONE, parseDayAhead, parseRealTime } from './settlement-prices';

const LISTS = 'https://www.ercot.com/misapp/servlets/IceDocListJsonWS?reportTypeId=';
const DOCUMENTS = 'https://www.ercot.com/misdownload/servlets/mirDownload?doclookupId=';
/** The market operator allows one list a minute. */
const LIST_EVERY_MS = MINUTE_MS;
const PUBLISHED_MINUTE = 13 * 60 + 30;
const DELAY_MS = 5 * MINUTE_MS;

interface Report {
  readonly market: 'day-ahead' | 'real-time';
  readonly product: string;
  readonly list: SourceRequest;
  readonly everyMs: number;
}

const buildReport = (
  market: Report['market'],
  product: string,
  reportTypeId: number,
  everyMs: number,
): Report => ({
  market,
  product,
  everyMs,
  list: { id: `${market} list`, url: `${LISTS}${reportTypeId}`, accept: 'application/json' },
});

const REAL_TIME = buildReport('real-time', 'SPPHLZNP6905', 12301, REAL_TIME_EVERY_MS);
const DAY_AHEAD = buildReport('day-ahead', 'DAMSPNP4190', 12331, RETRY_EVERY_MS);
const REPORTS = [REAL_TIME, DAY_AHEAD] as const;

const getIdLink = ({ market }: Report): string => `${market} document`;
/** Central date of publication of the newest document. */
const getDayLink = ({ market }: Report): string => `${market} document day`;

/** True until the list contains the document of the latest usual publication. */
function isDayAheadAwaited(nowMs: EpochMs, history: SourceHistory): boolean {
  const { dayMs } = getWallTime(nowMs, ERCOT_ZONE);
  const isPublished = nowMs >= getMoment(dayMs, PUBLISHED_MINUTE, ERCOT_ZONE);
  const expected = formatDay(isPublished ? dayMs : dayMs - DAY_MS);
  const listed = history.findLink(getDayLink(DAY_AHEAD));
  return listed === null || listed < expected;
}

/**
 * One list at most, and none within a minute of another. Each comes first in every other minute, so
 * that one without an answer does not block the other.
 */
function listListRequests(nowMs: EpochMs, history: SourceHistory): readonly SourceRequest[] {
  if (!REPORTS.every(({ list }) => isDue(history, list.id, nowMs, LIST_EVERY_MS))) return [];
  const isDayAheadFirst = Math.floor(nowMs / MINUTE_MS) % 2 === 1;
  const due = (isDayAheadFirst ? [DAY_AHEAD, REAL_TIME] : REPORTS).filter(
    (report) =>
      isDue(history, report.list.id, nowMs, report.everyMs) &&
      (report === REAL_TIME || isDayAheadAwaited(nowMs, history)),
  );
  return due.slice(0, 1).map(({ list }) => list);
}

/** The newest document, unless it was answered; a retry keeps the pace of its list. */
function listDocumentRequests(
  nowMs: EpochMs,
  history: SourceHistory,
  report: Report,
): readonly SourceRequest[] {
  const id = history.findLink(getIdLink(report));
  if (id === null) return [];
  const requestId = `${getIdLink(report)} ${id}`;
  const isWaiting = history.getAnsweredMs(requestId) === null;
  return isWaiting && isRetryDue(history, requestId, nowMs, report.everyMs)
    ? [{ id: requestId, url: `${DOCUMENTS}${id}` }]
    : [];
}

export const ercotSource: PublicSource = {
  id: 'ercot',
  name: 'ERCOT',
  offers: 'Day-ahead and quarter-hour prices of the North hub (HB_NORTH)',
  hosts: ['www.ercot.com'],
  licence: 'ERCOT allows use and redistribution of its raw data.',
  attribution: 'Source: Electric Reliability Council of Texas (ERCOT)',
  key: null,
  terms: null,
  gapMs: 1000,
  requestsPerDayMax: 700,
  delayMs: DELAY_MS,
  staleAfterMs: REAL_TIME_GRACE_MS + DELAY_MS,
  planRequests: (nowMs, history) => [
    ...REPORTS.flatMap((report) => listDocumentRequests(nowMs, history, report)),
    ...listListRequests(nowMs, history),
  ],
  parseAnswer: (body, { id }) => {
    const list = REPORTS.find((report) => report.list.id === id);
    if (list) {
      const { id: documentId, publishedMs } = parseNewestDocument(body, list.product);
      const links = {
        [getIdLink(list)]: documentId,
        [getDayLink(list)]: formatDay(getWallTime(publishedMs, ERCOT_ZONE).dayMs),
      };
      return { publishedMs: null, readings: [], links };
    }
    if (id.startsWith(getIdLink(DAY_AHEAD)))
      return { publishedMs: null, readings: parseDayAhead(body) };
    if (id.startsWith(getIdLink(REAL_TIME)))
      return { publishedMs: null, readings: parseRealTime(body) };
    throw new RefusedAnswer(`no answer is expected for the request '${id}'`);
  },
};
