/** Opens a CSV file: checks that it is text, finds header and delimiter, numbers the rows. */
import { parse } from 'csv-parse/sync';
import { type Outcome, succeedWith, createRefusal, rejectWith } from '../domain/outcome';
import { parseStamp } from './csv-stamp';

/** Row limit: ten years of minutes fit. */
const CSV_ROWS_MAX = 5_000_000;

/** A non-blank line with its row number; the header of a clean file is row 1. */
export interface CsvLine {
  readonly row: number;
  readonly text: string;
}

export interface CsvText {
  readonly name: string;
  readonly header: readonly string[];
  readonly delimiter: string;
  /** Lines below the header; each call starts again. */
  lines(): Generator<CsvLine>;
}

/** Opens a file; a refusal names the file and the remedy. */
export function openCsv(name: string, text: string): Outcome<CsvText> {
  const fault = findTextError(text);
  if (fault) return rejectText(name, fault);
  const first = iterateLines(text).next();
  if (first.done)
    return rejectText(name, 'is empty: a header row and at least one row of data are needed.');
  const headerRow = first.value.row;
  const delimiter = findDelimiter(first.value.text);
  const header = splitFields(first.value.text, delimiter);
  if (!header) return rejectText(name, 'has a quote in its header row that is never closed.');
  const hasStamp = header.some((field) => typeof parseStamp(field, 'MDY') !== 'string');
  if (hasStamp)
    return rejectText(
      name,
      `has no header row: its first row is already data. Add a row of column names above it, such as date${delimiter}close.`,
    );
  if (!isWithinRowLimit(text))
    return rejectText(
      name,
      `has more than ${CSV_ROWS_MAX.toLocaleString('en-US')} rows. Split it into smaller files.`,
    );
  return succeedWith({ name, header, delimiter, lines: () => iterateRows(text, headerRow) });
}

const rejectText = (name: string, fault: string): Outcome<never> =>
  rejectWith(createRefusal('INVALID', `${name} ${fault}`));

const HEAD_CHARACTERS = 4096;

function findTextError(text: string): string | null {
  const head = text.slice(0, HEAD_CHARACTERS);
  // control characters, or bytes that were no UTF-8
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u0008\u000e-\u001f]/.test(head) || (head.match(/\ufffd/g) ?? []).length > 8) {
    return 'is not a text file. Unpack it or export it as CSV in UTF-8.';
  }
  const start = head.replace(/^\ufeff/, '').trimStart();
  if (/^<(!doctype|html|\?xml)/i.test(start))
    return 'is a web page or XML, not CSV. Download the data file itself.';
  if (/^[{[]/.test(start)) return 'is JSON, not CSV. Export it as CSV.';
  return null;
}

function isWithinRowLimit(text: string): boolean {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    count += 1;
    if (count > CSV_ROWS_MAX + 1) return false;
  }
  return true;
}

function* iterateRows(text: string, headerRow: number): Generator<CsvLine> {
  for (const line of iterateLines(text)) if (line.row > headerRow) yield line;
}

/** Lines end with LF, CRLF or, in old files, CR alone. */
function* iterateLines(text: string): Generator<CsvLine> {
  const end = text.includes('\n') ? '\n' : '\r';
  let from = text.startsWith('\ufeff') ? 1 : 0;
  for (let row = 1; from <= text.length; row += 1) {
    const found = text.indexOf(end, from);
    const to = found < 0 ? text.length : found;
    const line = text.slice(from, to);
    if (line.trim() !== '') yield { row, text: line.endsWith('\r') ? line.slice(0, -1) : line };
    from = to + 1;
  }
}

/** The most frequent delimiter of the header outside quotes; comma by default. */
function findDelimiter(header: string): string {
  const bare = header.replace(/"[^"]*"/g, '');
  const counted = [',', ';', '\t', '|'].map((mark) => ({ mark, count: bare.split(mark).length }));
  return counted.reduce((best, next) => (next.count > best.count ? next : best)).mark;
}

/** Trimmed fields of one line; null for a misplaced or unclosed quote. */
export function splitFields(line: string, delimiter: string): readonly string[] | null {
  if (!line.includes('"')) return line.split(delimiter).map((field) => field.trim());
  try {
    const records = parse(line, { delimiter, relax_column_count: true, trim: true });
    return records.length === 1 ? (records[0] ?? null) : null;
  } catch {
    return null;
  }
}
