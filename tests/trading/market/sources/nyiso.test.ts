import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../../app/trading/domain/time';
import { nyisoSource } from '../../../../app/trading/market/sources/nyiso/source';
import { findExchange } from '../../../support/cassettes';
import { makeNyisoDayAhead, makeNyisoRealTime, makeNyisoRow } from '../../../support/power-answers';

const DAY_MS = Date.parse('2026-11-27T00:00:00Z');
const parseText = (text: string, id = 'real-time 2026-11-27') =>
  nyisoSource.parseAnswer(new TextEncoder().encode(text), { id, url: '' });
const parseExchange = (title: string) => {
  const { body, request } = findExchange('nyiso', title);
  return nyisoSource.parseAnswer(body, request);
};

describe('NYISO answers', () => {
  it('give the hourly day-ahead prices of New York City', () => {
    const { readings, publishedMs } = parseExchange('day-ahead day');
    expect(readings).toHaveLength(24);
    expect(readings[0]).toEqual({
      kind: 'power price',
      hub: 'NYISO',
      market: 'day-ahead',
      startsMs: Date.parse('2026-11-28T05:00:00Z'),
      endsMs: Date.parse('2026-11-28T06:00:00Z'),
      dollarsPerMwh: 83.52,
    });
    expect(publishedMs).toBeNull();
  });

  it.each([
    ['day-ahead day of 25 hours', 25],
    ['day-ahead day of 23 hours', 23],
  ])('of a %s are complete', (title, hours) => {
    expect(parseExchange(title).readings).toHaveLength(hours);
  });

  it('give dispatch prices up to now, without the advisory quarter hours', () => {
    const { readings } = parseExchange('running day with advisory quarter hours');
    expect(readings).toHaveLength(20);
    expect(readings.at(0)).toMatchObject({
      market: 'real-time',
      startsMs: Date.parse('2026-11-27T05:00:00Z'),
      endsMs: Date.parse('2026-11-27T05:05:00Z'),
    });
    expect(readings.at(-1)).toMatchObject({ endsMs: Date.parse('2026-11-27T06:40:00Z') });
  });

  it.each([
    // Dispatch until 00:40: the quarter hour at 00:45 follows as closely as a dispatch.
    [8, ['00:45', '01:00', '01:15'], '00:40'],
    // Until 00:50 and 00:35: the next quarter hour is ten minutes later.
    [10, ['01:00', '01:15'], '00:50'],
    [7, ['00:45', '01:00'], '00:35'],
    // Until 00:45: this dispatch looks like an advisory price before the next answer.
    [9, ['01:00', '01:15'], '00:40'],
  ])('after %i dispatches and advisory rows at %j end at %s', (count, advisory, last) => {
    const text =
      makeNyisoRealTime(DAY_MS, 24, count) +
      advisory.map((time) => makeNyisoRow(`11/27/2026 ${time}:00`, 99)).join('');
    const { readings } = parseText(text);
    expect(readings.at(-1)).toMatchObject({
      endsMs: Date.parse(`2026-11-27T${last}:00Z`) + 5 * HOUR_MS,
    });
    expect(readings.some((each) => each.kind === 'power price' && each.dollarsPerMwh === 99)).toBe(
      false,
    );
  });

  it('that contain advisory prices only give none', () => {
    const text =
      makeNyisoRealTime(DAY_MS, 24, 0) +
      ['00:15', '00:30'].map((time) => makeNyisoRow(`11/27/2026 ${time}:00`, 40)).join('');
    expect(parseText(text).readings).toEqual([]);
  });

  it('split an interval at an extra dispatch', () => {
    const text =
      makeNyisoRealTime(DAY_MS, 24, 2) +
      makeNyisoRow('11/27/2026 00:12:20', 410) +
      makeNyisoRow('11/27/2026 00:15:00', 55) +
      makeNyisoRow('11/27/2026 00:20:00', 50);
    const lengths = parseText(text).readings.map((each) =>
      each.kind === 'power price' ? (each.endsMs - each.startsMs) / 1000 : 0,
    );
    expect(lengths).toEqual([300, 300, 140, 160, 300]);
  });

  it('start after a gap five minutes before the stamp', () => {
    const text =
      makeNyisoRealTime(DAY_MS, 24, 2) +
      makeNyisoRow('11/27/2026 00:40:00', 55) +
      makeNyisoRow('11/27/2026 00:45:00', 50);
    expect(parseText(text).readings[2]).toMatchObject({
      startsMs: DAY_MS + 5 * HOUR_MS + 35 * MINUTE_MS,
    });
  });

  const dayAhead = makeNyisoDayAhead(DAY_MS, 24);
  it.each([
    ['a page', '<!DOCTYPE html><html></html>', /is an HTML page/],
    ['another unit', dayAhead.replace('LBMP ($/MWHr)', 'LBMP (c/kWh)'), /lacks the column/],
    ['no zone J', dayAhead.replaceAll('61761', '61762'), /no row of PTID 61761/],
    ['another name', dayAhead.replaceAll('N.Y.C.', 'LONGIL'), /is 'LONGIL' instead of N.Y.C./],
    ['1e309', dayAhead.replace(/61761,[\d.]+/, '61761,1e309'), /outside -1000 to 20000/],
    ['a text', dayAhead.replace(/61761,[\d.]+/, '61761,high'), /is no number/],
    ['another day', makeNyisoDayAhead(DAY_MS + 24 * HOUR_MS, 24), /out of its place/],
    ['a doubled hour', dayAhead.replaceAll(' 05:00', ' 04:00'), /not after the row before/],
  ])('with %s are refused', (_what, text, message) => {
    expect(() => parseText(text, 'day-ahead 2026-11-27')).toThrow(message);
  });

  it('of another day or of the day-ahead market are refused as real-time prices', () => {
    expect(() => parseText(makeNyisoRealTime(DAY_MS, 24), 'real-time 2026-11-26')).toThrow(
      /file of 2026-11-26 has a row of 2026-11-27/,
    );
    expect(() => parseText(dayAhead)).toThrow(/more than 15 minutes apart/);
    expect(() => parseExchange('maintenance page')).toThrow(/is an HTML page/);
  });
});

const SAMPLE = join(process.cwd(), '..', 'shared', 'feeds', 'nyiso', 'lmp.csv');
const isThere = existsSync(SAMPLE);
if (!isThere)
  process.stdout.write('SKIPPED: there is no ../shared/feeds, so no NYISO file was read\n');

describe.skipIf(!isThere)('a real NYISO file', () => {
  it('has the columns and times that are expected; its quarter hours are advisory', () => {
    const answer = parseText(readFileSync(SAMPLE, 'utf8'), 'real-time 2016-02-18');
    expect(answer.readings).toEqual([]);
  });

  it('is refused for another day', () => {
    expect(() => parseText(readFileSync(SAMPLE, 'utf8'), 'real-time 2016-02-19')).toThrow(
      /has a row of 2016-02-18T05:15/,
    );
  });
});
