import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  CassetteError,
  type Exchange,
  formatExchange,
  readCassette,
} from '../../../app/server/feeds/cassette.server';
import { SOURCE_IDS } from '../../../app/trading/domain/public-source';
import { listExchanges } from '../../support/cassettes';

const EXCHANGE: Exchange = {
  title: 'an answer',
  source: 'nws',
  request: { id: 'alerts', url: 'https://api.weather.gov/alerts/active' },
  at: '2026-11-24T00:00:00Z',
  status: 200,
  headers: { 'content-type': 'application/json' },
  origin: 'made',
  licence: 'made by this project',
  body: new TextEncoder().encode('{"temperature":-12}'),
};

describe('a cassette', () => {
  it('returns the exchanges that were written, with any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const [read] = readCassette('test', formatExchange({ ...EXCHANGE, body: bytes }));
        expect(read).toEqual({ ...EXCHANGE, body: expect.anything() as Uint8Array });
        expect(Buffer.from(read?.body ?? []).equals(Buffer.from(bytes))).toBe(true);
      }),
    );
  });

  it('fails for a changed byte of a body', () => {
    const line = formatExchange(EXCHANGE).replace('-12', '-13');
    expect(() => readCassette('storm', `\n${line}`)).toThrow(
      new CassetteError('storm, line 2: the body does not match its sha256'),
    );
  });

  it.each([
    ['text that is no JSON', 'sorry', /line 1: not JSON/],
    ['an unknown source', formatExchange(EXCHANGE).replace('nws', 'xyz'), /line 1: source/],
    ['plain http', formatExchange(EXCHANGE).replace('https:', 'http:'), /line 1: request\.url/],
  ])('fails for %s', (_, text, reason) => {
    expect(() => readCassette('test', text)).toThrow(reason);
  });
});

/** A gateway is no source of documents. */
const RECORDED_IDS = SOURCE_IDS.filter((id) => id !== 'ibkr');

it('every source has made exchanges: normal, edge and refused', () => {
  const counts = RECORDED_IDS.map((id) => listExchanges(id).length);
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(3);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(60);
  for (const id of RECORDED_IDS)
    expect(
      listExchanges(id).every(({ source, origin }) => source === id && origin === 'made'),
    ).toBe(true);
});
