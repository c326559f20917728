import { describe, expect, it } from 'vitest';
import { ercotSource } from '../../../../app/trading/market/sources/ercot/source';
import { findExchange } from '../../../support/cassettes';
import {
  makeErcotDayAhead,
  makeErcotList,
  makeErcotRealTime,
  makeZip,
} from '../../../support/power-answers';

const DAY_MS = Date.parse('2026-11-28T00:00:00Z');
const parseExchange = (title: string) => {
  const { body, request } = findExchange('ercot', title);
  return ercotSource.parseAnswer(body, request);
};
const parseTable = (text: string, id = 'day-ahead document 1') =>
  ercotSource.parseAnswer(makeZip('a.csv', text), { id, url: '' });
const parseList = (text: string, id = 'day-ahead list') =>
  ercotSource.parseAnswer(new TextEncoder().encode(text), { id, url: '' });

describe('ERCOT lists', () => {
  it('give the newest CSV document and its Central day', () => {
    expect(parseExchange('list of day-ahead documents')).toEqual({
      publishedMs: null,
      readings: [],
      links: { 'day-ahead document': '1291003377', 'day-ahead document day': '2026-11-27' },
    });
    expect(parseExchange('list of real-time documents').links).toMatchObject({
      'real-time document': '1291001880',
    });
  });

  it('of one document may be written without a list', () => {
    const document = {
      DocID: 7,
      FriendlyName: 'DAMSPNP4190_csv',
      PublishDate: '2026-11-27T23:30:00-06:00',
    };
    const text = JSON.stringify({ ListDocsByRptTypeRes: { DocumentList: { Document: document } } });
    expect(parseList(text).links).toEqual({
      'day-ahead document': '7',
      'day-ahead document day': '2026-11-27',
    });
  });

  it('contain repeated publications', () => {
    const text = makeErcotList([
      {
        id: '8',
        name: 'SPPHLZNP6905_retry_20261127_0630_csv',
        published: '2026-11-27T06:40:05-06:00',
      },
    ]);
    expect(parseList(text, 'real-time list').links).toMatchObject({ 'real-time document': '8' });
  });

  const one = { id: '1', name: 'DAMSPNP4190_csv', published: '2026-11-27T13:15:01-06:00' };
  it.each([
    ['no document', makeErcotList([]), /none of the 0 documents/],
    [
      'XML versions only',
      makeErcotList([{ ...one, name: 'DAMSPNP4190_xml' }]),
      /none of the 1 documents of the list is a CSV version of DAMSPNP4190/,
    ],
    ['another report', makeErcotList([{ ...one, name: 'SPPHLZNP6905_csv' }]), /none of the 1/],
    ['an id that is no number', makeErcotList([{ ...one, id: '../x' }]), /the answer lacks/],
    ['a date without offset', makeErcotList([{ ...one, published: '2026-11-27' }]), /is no time/],
    ['another shape', '{"ListDocsByRptTypeRes":{}}', /lacks ListDocsByRptTypeRes.DocumentList/],
  ])('with %s are refused', (_what, text, message) => {
    expect(() => parseList(text)).toThrow(message);
  });
});

describe('ERCOT documents', () => {
  it('give the hourly day-ahead prices of the North hub', () => {
    const { readings } = parseExchange('day-ahead day');
    expect(readings).toHaveLength(24);
    expect(readings[0]).toEqual({
      kind: 'power price',
      hub: 'ERCOT',
      market: 'day-ahead',
      startsMs: Date.parse('2026-11-28T06:00:00Z'),
      endsMs: Date.parse('2026-11-28T07:00:00Z'),
      dollarsPerMwh: 77.35,
    });
  });

  it('of a day of 25 hours are complete', () => {
    expect(parseExchange('day-ahead day of 25 hours').readings).toHaveLength(25);
  });

  it('give the price of a quarter hour', () => {
    expect(parseExchange('quarter hour').readings).toEqual([
      {
        kind: 'power price',
        hub: 'ERCOT',
        market: 'real-time',
        startsMs: Date.parse('2026-11-27T12:30:00Z'),
        endsMs: Date.parse('2026-11-27T12:45:00Z'),
        dollarsPerMwh: 24.18,
      },
    ]);
  });

  it('that are missing are refused with their text', () => {
    expect(() => parseExchange('missing document')).toThrow(/starts with "<\?xml/);
  });

  const table = makeErcotDayAhead(DAY_MS, 24);
  it.each([
    ['no point', table.replaceAll('HB_NORTH', 'HB_SOUTH'), /no price of HB_NORTH/],
    ['no flag', table.replace(',DSTFlag', ',Flag'), /lacks the column 'DSTFlag'/],
    ['an unknown flag', table.replaceAll(',N\n', ',-\n'), /DSTFlag is '-' instead of Y or N/],
    ['a flag out of place', table.replaceAll(',N\n', ',Y\n'), /no hour repeats then/],
    ['the hour 25', table.replaceAll('24:00', '25:00'), /HourEnding is 25, outside 1 to 24/],
    ['the hour 0', table.replaceAll('01:00', '00:00'), /HourEnding is 0, outside 1 to 24/],
    ['half hours', table.replaceAll('24:00', '23:30'), /HourEnding is '23:30' instead/],
    ['a European date', table.replaceAll('11/28/2026', '28/11/2026'), /is no time as MM\/DD/],
    ['1e309', table.replace(/(HB_NORTH),[\d.]+/, '$1,1e309'), /outside -1000/],
    ['two days', table.replace('11/28/2026,24:00,HB_NORTH', '11/29/2026,24:00,HB_NORTH'), /place/],
    ['a doubled hour', table.replaceAll('05:00', '04:00'), /out of its place/],
  ])('with %s are refused', (_what, text, message) => {
    expect(() => parseTable(text)).toThrow(message);
  });

  const quarters = makeErcotRealTime(DAY_MS, 24);
  it.each([
    ['a fifth quarter', quarters.replaceAll(',4,HB', ',5,HB'), /DeliveryInterval is 5, outside/],
    ['half an interval', quarters.replaceAll(',4,HB', ',1.5,HB'), /1.5, no whole number/],
    ['a doubled quarter', quarters.replaceAll(',4,HB', ',3,HB'), /two real-time prices are for/],
  ])('of real-time prices with %s are refused', (_what, text, message) => {
    expect(() => parseTable(text, 'real-time document 1')).toThrow(message);
  });
});
