/** Weighted degree days of the Climate Prediction Center. */
import { formatCompactDay } from '../answer-days';
import { DAY_MS, HOUR_MS, SECOND_MS, getMidnight } from '../../../domain/time';
import type { EpochMs } from '../../../domain/units';
import { GAS_HEATING } from '../../series-catalog';
import { RefusedAnswer } from '../answer';
import {
  type ParsedAnswer,
  type PublicSource,
  type SourceHistory,
  type SourceRequest,
  isDue,
} from '../source';
import { type DegreeDayFile, parseDegreeDays } from './degree-days';

const HOST = 'ftp.cpc.ncep.noaa.gov';
const FOLDER = `https://${HOST}/htdocs/degree_days/weighted/daily_data`;

/** Files by name. There is no file of cooling weighted by gas. */
const FILES: Readonly<Record<string, Omit<DegreeDayFile, 'year'>>> = {
  'Population.Heating': {
    series: 'degree-days/population-weighted/heating',
    product: 'Heating',
    weights: /^population$/i,
  },
  'Population.Cooling': {
    series: 'degree-days/population-weighted/cooling',
    product: 'Cooling',
    weights: /^population$/i,
  },
  'UtilityGas.Heating': { series: GAS_HEATING, product: 'Heating', weights: /\bgas\b|utilitygas/i },
};

/** A day is published on the second day after it, about 13 UTC. */
const PUBLICATION_DELAY_MS = 2 * DAY_MS + 13 * HOUR_MS;

export const cpcSource: PublicSource = {
  id: 'cpc',
  name: 'NOAA Climate Prediction Center',
  offers: 'heating and cooling degree days of the contiguous states',
  hosts: [HOST],
  licence: 'Public domain as a work of the US government.',
  attribution: 'Data: NOAA Climate Prediction Center',
  key: null,
  terms: null,
  gapMs: 2 * SECOND_MS,
  requestsPerDayMax: 100,
  delayMs: PUBLICATION_DELAY_MS,
  staleAfterMs: PUBLICATION_DELAY_MS + 2 * DAY_MS,
  planRequests: (nowMs, history) => {
    const expectedMs = getMidnight(nowMs - PUBLICATION_DELAY_MS);
    return Object.keys(FILES)
      .filter((name) => isFileDue(name, expectedMs, nowMs, history))
      .map((name) => buildRequest(name, expectedMs));
  },
  parseAnswer,
};

/** Hourly until the answer contains the day that should be published. */
function isFileDue(
  name: string,
  expectedMs: EpochMs,
  nowMs: EpochMs,
  history: SourceHistory,
): boolean {
  const lastDay = history.findLink(`last day ${name}`);
  const isBehind = lastDay === null || lastDay < formatCompactDay(expectedMs);
  return isBehind && isDue(history, name, nowMs, HOUR_MS);
}

/** The file of the expected day's year, so that the last days of December are read in January. */
function buildRequest(name: string, expectedMs: EpochMs): SourceRequest {
  const year = new Date(expectedMs).getUTCFullYear();
  return { id: name, url: `${FOLDER}/${year}/${name}.txt`, accept: 'text/plain' };
}

function parseAnswer(
  body: Uint8Array,
  { id, url }: Pick<SourceRequest, 'id' | 'url'>,
): ParsedAnswer {
  const file = Object.entries(FILES).find(([name]) => name === id)?.[1];
  const year = /\/daily_data\/(\d{4})\//.exec(url)?.[1];
  if (!file || year === undefined)
    throw new RefusedAnswer(`'${id.slice(0, 40)}' is no request for degree days of a year`);
  const readings = parseDegreeDays(body, { ...file, year: Number(year) });
  const last = readings.at(-1);
  return {
    publishedMs: null,
    readings,
    links: last ? { [`last day ${id}`]: formatCompactDay(last.validMs) } : {},
  };
}
