/** Active storms of the National Hurricane Center. */
import { HOUR_MS, SECOND_MS } from '../../../domain/time';
import { RefusedAnswer } from '../answer';
import { type PublicSource, type SourceRequest, isDue } from '../source';
import { parseStorms } from './storms';

const HOST = 'www.nhc.noaa.gov';
const REQUEST: SourceRequest = {
  id: 'current storms',
  url: `https://${HOST}/CurrentStorms.json`,
  accept: 'application/json',
};

export const nhcSource: PublicSource = {
  id: 'nhc',
  name: 'National Hurricane Center',
  offers: 'active tropical cyclones of the Atlantic and the eastern Pacific',
  hosts: [HOST],
  licence: 'Public domain as a work of the US government.',
  attribution: 'Data: NOAA National Hurricane Center',
  key: null,
  terms: null,
  gapMs: 2 * SECOND_MS,
  requestsPerDayMax: 100,
  delayMs: HOUR_MS,
  // Advisories are six hours apart.
  staleAfterMs: 8 * HOUR_MS,
  planRequests: (nowMs, history) => (isDue(history, REQUEST.id, nowMs, HOUR_MS) ? [REQUEST] : []),
  parseAnswer: (body, { id }) => {
    if (id !== REQUEST.id)
      throw new RefusedAnswer(`'${id.slice(0, 40)}' is no request of the hurricane center`);
    return parseStorms(body);
  },
};
