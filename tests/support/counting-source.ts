// A public source whose answer is one number, asked every five minutes.
import { RefusedAnswer, readText } from '../../app/trading/market/sources/answer';
import { MINUTE_MS, SECOND_MS } from '../../app/trading/domain/time';
import { type PublicSource, isDue } from '../../app/trading/market/sources/source';

export const COUNT_REQUEST = { id: 'count', url: 'https://counts.example/count' };
export const COUNT_EVERY_MS = 5 * MINUTE_MS;

export const countingSource: PublicSource = {
  id: 'eia',
  name: 'Counts',
  offers: 'one number',
  hosts: ['counts.example', 'more.example'],
  licence: 'public domain',
  attribution: 'made by this project',
  key: 'EIA_KEY',
  terms: null,
  gapMs: SECOND_MS,
  requestsPerDayMax: 1000,
  delayMs: 0,
  staleAfterMs: 2 * COUNT_EVERY_MS,
  planRequests: (nowMs, history) =>
    isDue(history, COUNT_REQUEST.id, nowMs, COUNT_EVERY_MS) ? [COUNT_REQUEST] : [],
  parseAnswer(body) {
    const value = Number(readText(body));
    if (!Number.isFinite(value)) throw new RefusedAnswer('the answer is no number');
    return {
      publishedMs: null,
      readings: [{ kind: 'series', series: 'count', validMs: 0, value }],
    };
  },
  addKey: (request, key) => ({
    url: `${request.url}?api_key=${encodeURIComponent(key)}`,
    headers: { 'x-key': key },
  }),
};
