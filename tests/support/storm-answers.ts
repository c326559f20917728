// Answers of all hosts during the made storm, for the server that replays recordings.
import { createHash } from 'node:crypto';
import type { RecordedAnswer, RecordedAnswers } from '../../app/programs/feeds/recorded-answers';
import {
  makeCaisoAnswer,
  makeChartAnswer,
  makeErcotAnswer,
  makeMisoAnswer,
  makeNyisoAnswer,
} from './storm-markets';
import { makeWeatherAnswer } from './storm-weather';
import { STORM_FROM_MS, STORM_UNTIL_MS } from './storm-world';

type Body = Uint8Array | string | object | null;

function makeBody(url: URL, atMs: number): Body {
  switch (url.hostname) {
    case 'api.weather.gov':
      return makeWeatherAnswer(url.pathname, atMs);
    case 'mis.nyiso.com':
      return makeNyisoAnswer(url.pathname, atMs);
    case 'docs.misoenergy.org':
    case 'public-api.misoenergy.org':
      return makeMisoAnswer(url.pathname, atMs);
    case 'oasis.caiso.com':
      return makeCaisoAnswer(url, atMs);
    case 'www.ercot.com':
      return makeErcotAnswer(url, atMs);
    case 'query1.finance.yahoo.com':
      return makeChartAnswer(url.pathname, atMs);
    default:
      return null;
  }
}

const toBytes = (body: Exclude<Body, null>): Uint8Array =>
  body instanceof Uint8Array
    ? body
    : new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));

function findStormAnswer(url: URL, atMs: number): RecordedAnswer | null {
  const body = makeBody(url, atMs);
  if (body === null) return null;
  const bytes = toBytes(body);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { atMs, status: 200, headers: {}, body: bytes, sha256 };
}

/** As a folder of recordings of the week would answer. */
export const STORM_ANSWERS: RecordedAnswers = {
  addresses: 0,
  answers: 0,
  firstMs: STORM_FROM_MS,
  lastMs: STORM_UNTIL_MS,
  findAnswer: findStormAnswer,
};
