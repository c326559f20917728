import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../../app/trading/domain/time';
import { RefusedAnswer } from '../../../../app/trading/market/sources/answer';
import { TRADED_PEAK_SERIES } from '../../../../app/trading/market/sources/ice/parse-workbook';
import { iceSource } from '../../../../app/trading/market/sources/ice/source';
import { findExchange, listExchanges } from '../../../support/cassettes';
import { makeWorkbook, toSerial } from '../../../support/excel-workbook';
import { type TradedRow, makeIceWorkbook } from '../../../support/ice-answers';
import { HOSTILE_BODIES, createHistory, measureAcceptedDamage, runPlanner } from './report-answers';

const REQUEST = { id: 'prices of 2026', url: '' };
const parseBody = (body: Uint8Array) => iceSource.parseAnswer(body, REQUEST).readings;
const toReading = (day: string, value: number) => ({
  kind: 'series',
  series: TRADED_PEAK_SERIES,
  validMs: Date.parse(`${day}T00:00:00Z`),
  value,
});

describe('workbooks of traded power prices', () => {
  it('give the weighted price of the Western Hub by the day of delivery', () => {
    expect(parseBody(findExchange('ice', 'two weeks of three hubs').body)).toEqual([
      toReading('2026-11-09', 47.1),
      toReading('2026-11-10', 51.25),
      toReading('2026-11-11', 58.4),
      toReading('2026-11-12', 44.05),
    ]);
  });

  it('leave packages of several days and days without a trade out', () => {
    expect(parseBody(findExchange('ice', 'a package and a day without a trade').body)).toEqual([
      toReading('2026-11-16', 39.5),
    ]);
  });

  it('may have their texts in the cells, and lines over the header', () => {
    const rows: readonly TradedRow[] = [{ day: '2026-11-16', price: 40 }];
    expect(parseBody(makeIceWorkbook(rows, { isInline: true }))).toHaveLength(1);
    const [header = [], first = []] = [
      ['Price hub', 'Delivery start date', 'Delivery end date', 'Wtd avg price $/MWh'],
      ['PJM WH Real Time Peak', toSerial('2026-11-16'), toSerial('2026-11-16'), 40],
    ];
    const titled = makeWorkbook([['Wholesale prices'], [], header, first]);
    expect(parseBody(titled)).toEqual([toReading('2026-11-16', 40)]);
  });

  it('may have dates as texts', () => {
    const header = ['Price hub', 'Delivery start date', 'Delivery end date', 'Wtd avg price $/MWh'];
    const row = ['PJM WH Real Time Peak', '2026-11-16', '2026-11-16T00:00:00', 40];
    expect(parseBody(makeWorkbook([header, row]))).toEqual([toReading('2026-11-16', 40)]);
  });

  const REFUSED: readonly (readonly [string, () => Uint8Array, RegExp])[] = [
    [
      'a missing column',
      () => makeIceWorkbook([{ day: '2026-11-16', price: 1 }], {}, ['Price hub', 'Trade date']),
      /lacks the column 'delivery start date' and 'delivery end date'/,
    ],
    [
      'no row of the hub',
      () => makeIceWorkbook([{ hub: 'Mid C Peak', day: '2026-11-16', price: 1 }]),
      /no daily price of 'pjm wh real time peak'/,
    ],
    [
      'a price out of bounds',
      () => makeIceWorkbook([{ day: '2026-11-16', price: 51_000 }]),
      /outside -500 to 5000/,
    ],
    [
      'a price that is a text',
      () => makeIceWorkbook([{ day: '2026-11-16', price: 'none' }]),
      /row 1 has a price that is no number/,
    ],
    [
      'dates from 1904',
      () => makeIceWorkbook([{ day: '2026-11-16', price: 1 }], { countsFrom1904: true }),
      /count from 1904/,
    ],
    [
      'broken XML',
      () => makeWorkbook([], { sheet: '<worksheet><sheetData><row></sheetData></worksheet>' }),
      /broken XML/,
    ],
    [
      'a text that is not there',
      () =>
        makeWorkbook([], {
          sheet:
            '<worksheet><sheetData><row><c r="A1" t="s"><v>7</v></c></row></sheetData></worksheet>',
        }),
      /lacks its text 7/,
    ],
    [
      'another archive',
      () => zipSync({ 'prices.csv': new TextEncoder().encode('a,b') }),
      /no Excel workbook/,
    ],
  ];
  it.each(REFUSED)('are refused for %s', (_, makeBody, message) => {
    expect(() => parseBody(makeBody())).toThrow(message);
  });

  it('are refused for a page of maintenance', () => {
    expect(() => parseBody(findExchange('ice', 'a page of maintenance').body)).toThrow(
      RefusedAnswer,
    );
  });

  it.each(HOSTILE_BODIES)('are not %s', (_, body) => {
    expect(() => parseBody(body)).toThrow(RefusedAnswer);
  });

  const WORKBOOKS = listExchanges('ice').filter(({ title }) => !title.includes('page'));
  it.each(WORKBOOKS.map(({ title, body }) => [title, body] as const))(
    'that are damaged are refused or give prices within bounds: %s',
    (_, body) => {
      measureAcceptedDamage(
        body,
        (damaged) => iceSource.parseAnswer(damaged, REQUEST),
        (reading) => reading.kind === 'series' && reading.value >= -500 && reading.value <= 5000,
      );
    },
  );
});

describe('the workbook of a year', () => {
  it('is asked for once a day, and that of the new year from its first day in New York', () => {
    const sent = runPlanner({
      source: iceSource,
      from: '2026-12-30T12:00:00Z',
      until: '2027-01-02T12:00:00Z',
      history: createHistory(),
    });
    expect(sent.map(({ id }) => id)).toEqual([
      'prices of 2026',
      'prices of 2026',
      'prices of 2027',
      'prices of 2027',
    ]);
    expect(sent[1] && sent[0] && sent[1].atMs - sent[0].atMs).toBe(DAY_MS);
    const [request] = iceSource.planRequests(Date.UTC(2026, 10, 20), createHistory());
    expect(request?.url).toBe(
      'https://www.eia.gov/electricity/wholesale/xls/ice_electric-2026.xlsx',
    );
  });
});
