import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../../app/trading/domain/time';
import { caisoSource } from '../../../../app/trading/market/sources/caiso/source';
import { unzipEntries } from '../../../../app/trading/market/sources/zip';
import { findExchange } from '../../../support/cassettes';
import {
  listLocalHours,
  makeCaisoError,
  makeCaisoTable,
  makeZip,
} from '../../../support/power-answers';

const DAY_MS = Date.parse('2026-11-28T00:00:00Z');
const parseExchange = (title: string) => {
  const { body, request } = findExchange('caiso', title);
  return caisoSource.parseAnswer(body, request);
};
const parseTable = (text: string, id = 'day-ahead 2026-11-28') =>
  caisoSource.parseAnswer(makeZip('a.csv', text), { id, url: '' });

describe('OASIS answers', () => {
  it('give the hourly day-ahead prices of SP15, whatever the order of rows', () => {
    const { readings } = parseExchange('day-ahead day');
    expect(readings).toHaveLength(24);
    expect(readings[0]).toEqual({
      kind: 'power price',
      hub: 'CAISO',
      market: 'day-ahead',
      startsMs: Date.parse('2026-11-28T08:00:00Z'),
      endsMs: Date.parse('2026-11-28T09:00:00Z'),
      dollarsPerMwh: 61.01,
    });
  });

  it('of a day of 25 hours are complete', () => {
    expect(parseExchange('day-ahead day of 25 hours').readings).toHaveLength(25);
  });

  it('give five-minute prices from the column VALUE', () => {
    const { readings } = parseExchange('hour of five-minute prices');
    expect(readings).toHaveLength(12);
    expect(readings.at(-1)).toMatchObject({
      market: 'real-time',
      startsMs: Date.parse('2026-11-27T12:55:00Z'),
      endsMs: Date.parse('2026-11-27T13:00:00Z'),
    });
  });

  it('may have a file for each price component', () => {
    const starts = [DAY_MS, DAY_MS + 5 * MINUTE_MS];
    const rows = makeCaisoTable(starts, 5).trim().split('\n');
    const [header = ''] = rows;
    const pickType = (type: string): Uint8Array =>
      strToU8([header, ...rows.filter((row) => row.includes(`,${type},`))].join('\n'));
    const archive = zipSync({ 'MCC.csv': pickType('MCC'), 'LMP.csv': pickType('LMP') });
    const { readings } = caisoSource.parseAnswer(archive, { id: 'real-time', url: '' });
    expect(readings).toHaveLength(2);
  });

  it.each([
    [
      '1015',
      'GROUP_ZIP DOWNLOAD is not allowed',
      'OASIS error 1015: GROUP_ZIP DOWNLOAD is not allowed',
    ],
    ['9999', 'Another\n  error', 'OASIS error 9999: Another error'],
  ])('with the error %s are refused', (code, text, message) => {
    const body = makeCaisoError(code, text);
    expect(() => caisoSource.parseAnswer(body, { id: 'real-time', url: '' })).toThrow(message);
  });

  it('with an error are refused with its code and text', () => {
    expect(() => parseExchange('no data')).toThrow(
      'OASIS error 1000: No data returned for the specified selection',
    );
    expect(() => parseExchange('too many requests')).toThrow(
      /no complete ZIP archive: it starts with "<html><head>/,
    );
  });

  const starts = listLocalHours(DAY_MS, 24, -8).map(({ startsMs }) => startsMs);
  const table = makeCaisoTable(starts, 60);
  it.each([
    ['no price column', table.replace(',MW,', ',MWH,'), /none of the price columns/],
    ['no column of times', table.replace('INTERVALENDTIME_GMT', 'END'), /lacks the column/],
    ['another node', table.replaceAll('TH_SP15', 'TH_NP15'), /no LMP of TH_SP15_GEN-APND/],
    ['another market run', table.replaceAll(',DAM,', ',HASP,'), /'HASP' instead of DAM/],
    ['a time without offset', table.replaceAll('-00:00,', ','), /is no time/],
    ['1e309', table.replace(/(,LMP,.*?,ALL_APNODES,0),[\d.]+/, '$1,1e309'), /outside -1000/],
    ['23 hours', makeCaisoTable(starts.slice(1), 60), /have 23 hours instead of 24/],
    [
      'the hours of two days',
      makeCaisoTable(
        starts.map((startsMs) => startsMs - HOUR_MS),
        60,
      ),
      /out of its place/,
    ],
    ['a doubled hour', table + (table.split('\n')[30] ?? ''), /have 25 hours instead of 24/],
  ])('with %s are refused', (_what, text, message) => {
    expect(() => parseTable(text)).toThrow(message);
  });

  it('of five minutes are refused as day-ahead prices, and the reverse', () => {
    expect(() => parseTable(makeCaisoTable(starts, 5))).toThrow(/'RTM' instead of DAM/);
    expect(() => parseTable(table, 'real-time')).toThrow(/'DAM' instead of RTM/);
    expect(() => parseTable(makeCaisoTable(starts, 5).replaceAll(',RTM,', ',DAM,'))).toThrow(
      /5 minutes instead of 60/,
    );
  });

  it('without a CSV file are refused', () => {
    const archive = makeZip('readme.txt', 'nothing');
    expect(() => caisoSource.parseAnswer(archive, { id: 'real-time', url: '' })).toThrow(
      /has 0 CSV files instead of 1/,
    );
  });
});

const FOLDER = join(process.cwd(), '..', 'shared', 'feeds', 'caiso');
const isThere = existsSync(FOLDER);
if (!isThere)
  process.stdout.write('SKIPPED: there is no ../shared/feeds, so no OASIS answer was read\n');

describe.skipIf(!isThere)('real OASIS answers', () => {
  it('of three hours have the expected columns, and are too few for a day', () => {
    const text = readFileSync(join(FOLDER, 'PRC_LMP_DAM_TH_SP15_2026-07-14_head.csv'), 'utf8');
    expect(() => parseTable(text, 'day-ahead 2026-07-14')).toThrow(/have 3 hours instead of 24/);
  });

  it('with local sizes of 0 are unzipped, and their error is reported', () => {
    const text = readFileSync(join(FOLDER, 'caiso_california_demand_basic.yaml'), 'utf8');
    const [, base64 = ''] = /!!binary \|\n([\sA-Za-z0-9+/=]+?)\n {4}headers/.exec(text) ?? [];
    const body = new Uint8Array(Buffer.from(base64.replace(/\s/g, ''), 'base64'));
    const [file] = unzipEntries(body);
    expect(file?.name).toBe('INVALID_REQUEST.xml');
    expect(strFromU8(file?.bytes ?? new Uint8Array())).toMatch(/^<\?xml/);
    expect(() => caisoSource.parseAnswer(body, { id: 'real-time', url: '' })).toThrow(
      /^OASIS error \d+: \w+/,
    );
  });
});
