// CSV text of rows: RFC 4180 with a header line, ISO 8601 UTC times, plain numbers.
type CsvValue = string | number | boolean | null;

export interface CsvColumn<R> {
  /** Name, with the unit in parentheses. */
  readonly header: string;
  readonly getValue: (row: R) => CsvValue;
}

/** Spreadsheets execute a text that starts with one of these as a formula. */
const FORMULA_START = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** Numbers have a point and no separators; a missing value is empty. */
function formatCell(value: CsvValue): string {
  if (value === null || (typeof value === 'number' && !Number.isFinite(value))) return '';
  if (typeof value !== 'string') return String(value);
  const text = FORMULA_START.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Header line and one line per row, each ended by CRLF. */
export const formatCsv = <R>(columns: readonly CsvColumn<R>[], rows: readonly R[]): string =>
  [
    columns.map(({ header }) => formatCell(header)),
    ...rows.map((row) => columns.map(({ getValue }) => formatCell(getValue(row)))),
  ]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');
