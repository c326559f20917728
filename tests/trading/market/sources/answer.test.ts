import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  RefusedAnswer,
  readCsv,
  readIsoTime,
  readJson,
  readNumber,
  readOptionalNumber,
  readText,
} from '../../../../app/trading/market/sources/answer';

const encodeText = (text: string): Uint8Array => new TextEncoder().encode(text);
const BOUNDS = { what: 'the price', min: -100, max: 5000 };

describe('the text of an answer', () => {
  it.each([
    ['an HTML page', '\n<!DOCTYPE html><html></html>', /HTML page/],
    ['an empty body', ' \n', /empty/],
  ])('is not %s', (_, text, reason) => {
    expect(() => readText(encodeText(text))).toThrow(reason);
  });

  it('is not a body of other bytes', () => {
    expect(() => readText(new Uint8Array([0x50, 0x4b, 0xff, 0xfe]))).toThrow(RefusedAnswer);
  });
});

describe('a JSON answer', () => {
  const schema = z.object({ data: z.array(z.object({ value: z.number() })) });

  it('may have extra fields', () => {
    expect(readJson(encodeText('{"data":[{"value":1,"unit":"x"}],"more":2}'), schema)).toEqual({
      data: [{ value: 1 }],
    });
  });

  it.each([
    ['text that is no JSON', 'sorry', /not JSON: "sorry"/],
    ['a missing field', '{"data":[{}]}', /lacks data\.0\.value/],
    ['a list', '[]', /lacks its document/],
  ])('is not %s', (_, text, reason) => {
    expect(() => readJson(encodeText(text), schema)).toThrow(reason);
  });
});

describe('a CSV answer', () => {
  it('finds columns without case, in any order', () => {
    const { rows } = readCsv('b,"A",c\n1,"2,5",3\n', ['a', 'B']);
    expect(rows.map((row) => [row.row, row.get('a'), row.get('B')])).toEqual([[1, '2,5', '1']]);
  });

  it.each([
    ['without a column', 'a,b\n1,2\n', /lacks the column 'c'; it has "a, b"/],
    ['with a short row', 'a,c\n1\n', /not a CSV table/],
  ])('is not one %s', (_, text, reason) => {
    expect(() => readCsv(text, ['a', 'c'])).toThrow(reason);
  });
});

describe('a number', () => {
  it.each([
    ['12.5', 12.5],
    ['-3', -3],
    [' 1,234.5 ', 1234.5],
    ['1e2', 100],
  ])('%s is %s', (text, value) => {
    expect(readNumber(text, BOUNDS)).toBe(value);
  });

  it.each(['1e309', '9999', '-101', '12,34', '0x10', 'NaN', '1 2', 'twelve'])(
    'is not %s',
    (text) => {
      expect(() => readNumber(text, BOUNDS)).toThrow(RefusedAnswer);
    },
  );

  it.each(['', '.', 'M', 'null', '(D)', ' - '])('is missing in %j', (text) => {
    expect(readOptionalNumber(text, BOUNDS)).toBeNull();
  });
});

describe('a time', () => {
  it.each([
    ['2026-11-24T08:00:00-05:00', Date.UTC(2026, 10, 24, 13)],
    ['2026-11-24T13:00Z', Date.UTC(2026, 10, 24, 13)],
  ])('%s has an offset', (text, atMs) => {
    expect(readIsoTime(text, 'the time')).toBe(atMs);
  });

  it.each(['2026-11-24T13:00:00', '2026-02-30T00:00Z', '2026-11-24', 'now'])(
    'is not %s',
    (text) => {
      expect(() => readIsoTime(text, 'the time')).toThrow(/the time is no time/);
    },
  );
});
