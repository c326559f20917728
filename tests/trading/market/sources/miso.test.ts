import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { misoSource } from '../../../../app/trading/market/sources/miso/source';
import { findExchange } from '../../../support/cassettes';
import { makeMisoReport, makeMisoTable } from '../../../support/power-answers';

const DAY_MS = Date.parse('2026-11-28T00:00:00Z');
const parseText = (text: string, id: string) =>
  misoSource.parseAnswer(new TextEncoder().encode(text), { id, url: '' });
const parseExchange = (title: string) => {
  const { body, request } = findExchange('miso', title);
  return misoSource.parseAnswer(body, request);
};

describe('MISO reports', () => {
  it('give 24 day-ahead prices of the Indiana hub in EST', () => {
    const { readings } = parseExchange('day-ahead day');
    expect(readings).toHaveLength(24);
    expect(readings[0]).toEqual({
      kind: 'power price',
      hub: 'MISO',
      market: 'day-ahead',
      startsMs: Date.parse('2026-11-28T05:00:00Z'),
      endsMs: Date.parse('2026-11-28T06:00:00Z'),
      dollarsPerMwh: 83.52,
    });
  });

  it('have 24 hours where others have 25', () => {
    const { readings } = parseExchange('day-ahead day of an autumn clock change');
    expect(readings).toHaveLength(24);
    expect(readings.at(-1)).toMatchObject({ endsMs: Date.parse('2026-11-02T05:00:00Z') });
  });

  it('give preliminary hourly real-time prices', () => {
    const { readings } = parseExchange('hourly real-time day');
    expect(readings).toHaveLength(24);
    expect(
      readings.every((each) => each.kind === 'power price' && each.market === 'real-time'),
    ).toBe(true);
  });

  const report = makeMisoReport(DAY_MS, 'Day Ahead Market ExPost LMPs');
  it.each([
    ['no header', report.replace('Node,Type', 'Nodes,Types'), /no header that starts with Node/],
    ['no date', report.replace('11/28/2026', 'today'), /states no date/],
    [
      'another day',
      report.replace('11/28/2026', '11/27/2026'),
      /11\/27\/2026 instead of 2026-11-28/,
    ],
    [
      'another time',
      report.replace('Eastern Standard Time (EST)', 'Central Prevailing Time'),
      /does not state that its hours are Eastern/,
    ],
    ['another market', report.replace('Day Ahead', 'Real-Time'), /not of the day-ahead market/],
    ['23 columns', report.replace(',HE 24', ',Total'), /lacks the column 'HE 24'/],
    ['no hub', report.replaceAll('INDIANA', 'OHIO'), /has 0 LMP rows of INDIANA.HUB/],
    ['two rows of the hub', report.replace('MCC', 'LMP'), /has 2 LMP rows of INDIANA.HUB/],
    ['1e309', report.replace(/(INDIANA.HUB,Hub,LMP),[\d.]+/, '$1,1e309'), /outside -1000/],
  ])('with %s are refused', (_what, text, message) => {
    expect(() => parseText(text, 'day-ahead 2026-11-28')).toThrow(message);
  });

  it('of the day-ahead market are refused as real-time prices', () => {
    expect(() => parseText(report, 'real-time hours 2026-11-28')).toThrow(
      /of the day-ahead market instead/,
    );
  });
});

describe('the MISO table', () => {
  it('gives the price of the latest five minutes', () => {
    expect(parseExchange('latest five minutes').readings).toEqual([
      {
        kind: 'power price',
        hub: 'MISO',
        market: 'real-time',
        startsMs: Date.parse('2026-11-27T12:40:00Z'),
        endsMs: Date.parse('2026-11-27T12:45:00Z'),
        dollarsPerMwh: 33.87,
      },
    ]);
  });

  it.each([
    ['of summer', '15-Jul-2026 - Interval 23:55 EST', '2026-07-16T04:55:00Z'],
    ['of one digit', '1-mar-2026 - interval 00:00 EST', '2026-03-01T05:00:00Z'],
  ])('states intervals %s in EST', (_what, refId, expected) => {
    expect(parseText(makeMisoTable(refId, 41.5), 'real-time').readings).toMatchObject([
      { startsMs: Date.parse(expected), dollarsPerMwh: 41.5 },
    ]);
  });

  it('without a price gives none', () => {
    expect(parseExchange('five minutes without a price').readings).toEqual([]);
  });

  const refId = '27-Nov-2026 - Interval 07:40 EST';
  it.each([
    ['another time zone', makeMisoTable('27-Nov-2026 - Interval 07:40 EDT', 30), /is no interval/],
    ['no real date', makeMisoTable('31-Nov-2026 - Interval 07:40 EST', 30), /is no interval/],
    ['no real hour', makeMisoTable('27-Nov-2026 - Interval 24:00 EST', 30), /is no interval/],
    ['no five minutes', makeMisoTable('27-Nov-2026 - Interval 07:41 EST', 30), /is no interval/],
    ['no hub', makeMisoTable(refId, 30).replace('INDIANA', 'OHIO'), /has 0 prices of INDIANA/],
    ['two hubs', makeMisoTable(refId, 30).replace('ILLINOIS', 'INDIANA'), /has 2 prices/],
    ['a price out of bounds', makeMisoTable(refId, 20_001), /outside -1000 to 20000/],
    ['1e309', makeMisoTable(refId, 30).replace(':30,', ':1e309,'), /the answer lacks/],
    ['1e309 as text', makeMisoTable(refId, '1e309'), /outside -1000 to 20000/],
  ])('with %s is refused', (_what, text, message) => {
    expect(() => parseText(text, 'real-time')).toThrow(message);
  });

  it('that is an error document is refused', () => {
    expect(() => parseExchange('error document')).toThrow(/lacks LMPData/);
  });
});

const FOLDER = join(process.cwd(), '..', 'shared', 'feeds', 'miso');
const isThere = existsSync(FOLDER);
if (!isThere)
  process.stdout.write('SKIPPED: there is no ../shared/feeds, so no MISO report was read\n');

describe.skipIf(!isThere)('a real MISO report', () => {
  it('is read with its prices of all hours', () => {
    const text = readFileSync(join(FOLDER, '20260714_da_expost_lmp.trimmed.csv'), 'utf8');
    const { readings } = parseText(text, 'day-ahead 2026-07-14');
    expect(readings).toHaveLength(24);
    expect(readings[0]).toMatchObject({ startsMs: Date.parse('2026-07-14T05:00:00Z') });
    const prices = readings.map((each) => (each.kind === 'power price' ? each.dollarsPerMwh : 0));
    expect(Math.max(...prices)).toBeGreaterThan(600);
    expect(Math.min(...prices)).toBeGreaterThan(20);
  });
});
