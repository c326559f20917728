/** Wholesale power prices of ICE as republished by EIA, for the hub whose operator wants a key. */
import { DAY_MS, MINUTE_MS } from '../../../domain/time';
import type { EpochMs } from '../../../domain/units';
import { getWallTime } from '../../local-time';
import { RefusedAnswer } from '../answer';
import { type PublicSource, type SourceRequest, isDue } from '../source';
import { parseTradedPrices } from './parse-workbook';

const ID_PREFIX = 'prices of ';
const FOLDER = 'https://www.eia.gov/electricity/wholesale/xls';
const NEW_YORK = 'America/New_York';
/** EIA adds about two weeks at once, a week after the last of them. */
const DELAY_MS = 14 * DAY_MS;

/** The workbook of the present year; in its first days it does not exist yet. */
function buildRequest(nowMs: EpochMs): SourceRequest {
  const year = new Date(getWallTime(nowMs, NEW_YORK).dayMs).getUTCFullYear();
  return {
    id: `${ID_PREFIX}${year}`,
    url: `${FOLDER}/ice_electric-${year}.xlsx`,
    accept: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  };
}

export const iceSource: PublicSource = {
  id: 'ice',
  name: 'ICE prices by EIA',
  offers: 'daily traded price of PJM Western Hub, peak hours, about two weeks late',
  hosts: ['www.eia.gov'],
  licence:
    'Prices of the Intercontinental Exchange, republished by EIA with permission; own use only.',
  attribution: 'Source: U.S. Energy Information Administration; Intercontinental Exchange',
  key: null,
  terms: null,
  gapMs: MINUTE_MS,
  requestsPerDayMax: 10,
  delayMs: DELAY_MS,
  staleAfterMs: 28 * DAY_MS,
  planRequests: (nowMs, history) => {
    const request = buildRequest(nowMs);
    return isDue(history, request.id, nowMs, DAY_MS) ? [request] : [];
  },
  parseAnswer: (body, { id }) => {
    if (!id.startsWith(ID_PREFIX)) throw new RefusedAnswer(`EIA has no workbook '${id}'`);
    return { publishedMs: null, readings: parseTradedPrices(body) };
  },
};
