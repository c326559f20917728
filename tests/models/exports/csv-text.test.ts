import { describe, expect, it } from 'vitest';
import { type CsvColumn, formatCsv } from '../../../app/models/exports/csv-text';

type Row = readonly [string, string | number | boolean | null];
const COLUMNS: readonly CsvColumn<Row>[] = [
  { header: 'name', getValue: ([name]) => name },
  { header: 'value (USD)', getValue: ([, value]) => value },
];
const formatRows = (...rows: readonly Row[]): readonly string[] =>
  formatCsv(COLUMNS, rows).split('\r\n').slice(1, -1);

describe('CSV text', () => {
  it('has a header and one line per row', () => {
    expect(formatCsv(COLUMNS, [])).toBe('name,value (USD)\r\n');
    expect(formatCsv(COLUMNS, [['a', 1]])).toBe('name,value (USD)\r\na,1\r\n');
  });

  it('quotes commas, quotes and line breaks', () => {
    expect(formatRows(['a, b', 'say "no"'])).toEqual(['"a, b","say ""no"""']);
    expect(formatCsv(COLUMNS, [['two\nlines', null]])).toContain('"two\nlines",');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '=HYPERLINK("http://a.example","b")'])(
    'keeps a spreadsheet from executing %j',
    (text) => {
      const [line = ''] = formatRows([text, 0]);
      expect(line.replace(/^"/, '')).toMatch(/^'/);
    },
  );

  it('leaves numbers plain, with sign', () => {
    expect(formatRows(['a', -12.5], ['b', 1_000_000], ['c', true])).toEqual([
      'a,-12.5',
      'b,1000000',
      'c,true',
    ]);
  });

  it('leaves missing values empty', () => {
    expect(formatRows(['a', null], ['b', NaN])).toEqual(['a,', 'b,']);
  });
});
