/** Checked reading of the bodies of answers: text, JSON, CSV and numbers. */
import { parse } from 'csv-parse/sync';
import type { z } from 'zod';

/** The answer is not what the source publishes. The message says what was found instead. */
export class RefusedAnswer extends Error {}

const EXCERPT_LENGTH = 80;
/** Rows of a CSV answer, with room over the largest one. */
const ROWS_MAX = 200_000;

/** Quotes a text of an answer for a message, cut to a line. */
export const quoteText = (text: string): string =>
  JSON.stringify(text.length > EXCERPT_LENGTH ? `${text.slice(0, EXCERPT_LENGTH)}…` : text);

/** Decodes UTF-8 text. Throws RefusedAnswer for an empty body, other bytes or an HTML page. */
export function readText(body: Uint8Array): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new RefusedAnswer('the answer is not UTF-8 text');
  }
  if (text.trim() === '') throw new RefusedAnswer('the answer is empty');
  if (/^\s*<(!doctype html|html|head|body)\b/i.test(text))
    throw new RefusedAnswer('the answer is an HTML page');
  return text;
}

/** Reads a JSON document of a shape. Extra fields are ignored. Throws RefusedAnswer. */
export function readJson<T>(body: Uint8Array, schema: z.ZodType<T>): T {
  const text = readText(body);
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw new RefusedAnswer(`the answer is not JSON: ${quoteText(text)}`);
  }
  const parsed = schema.safeParse(document);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path.join('.') ?? '';
  throw new RefusedAnswer(
    `the answer lacks ${path === '' ? 'its document' : path}: ${issue?.message ?? 'unknown shape'}`,
  );
}

/** Rows of a CSV table with a header, by column name. */
interface CsvTable {
  readonly rows: readonly CsvRow[];
}

interface CsvRow {
  /** Number of the row after the header, from 1. */
  readonly row: number;
  /** Text of a required column. */
  get(column: string): string;
}

/**
 * Reads a CSV table. Column names match without case and surrounding spaces; other columns are
 * ignored. Throws RefusedAnswer for a missing column or a row of another length.
 */
export function readCsv(text: string, columns: readonly string[]): CsvTable {
  let records: readonly (readonly string[])[];
  try {
    records = parse(text, {
      bom: true,
      skip_empty_lines: true,
      trim: true,
      relax_column_count: false,
      to: ROWS_MAX + 1,
    });
  } catch (error) {
    throw new RefusedAnswer(`the answer is not a CSV table: ${(error as Error).message}`);
  }
  const [header, ...rows] = records;
  if (!header) throw new RefusedAnswer('the answer has no header');
  if (rows.length > ROWS_MAX - 1)
    throw new RefusedAnswer(`the answer has more than ${ROWS_MAX - 1} rows`);
  const names = header.map((name) => name.toLowerCase());
  const indexes = new Map(columns.map((name) => [name, names.indexOf(name.toLowerCase())]));
  const missing = columns.filter((name) => indexes.get(name) === -1);
  if (missing.length > 0)
    throw new RefusedAnswer(
      `the answer lacks the column ${missing.map((name) => `'${name}'`).join(' and ')}; it has ${quoteText(header.join(', '))}`,
    );
  return {
    rows: rows.map((cells, index) => ({
      row: index + 1,
      get: (column) => cells[indexes.get(column) ?? -1] ?? '',
    })),
  };
}

/** Bounds of a figure, both inclusive. Values outside are errors of the source. */
export interface FigureBounds {
  readonly what: string;
  readonly min: number;
  readonly max: number;
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Reads a decimal number, with commas between thousands or not. Throws RefusedAnswer. */
export function readNumber(text: string, bounds: FigureBounds): number {
  const plain = text.trim();
  const digits = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(plain) ? plain.replaceAll(',', '') : plain;
  if (!NUMBER.test(digits))
    throw new RefusedAnswer(`${bounds.what} is no number: ${quoteText(text)}`);
  return checkNumber(Number(digits), bounds);
}

/** Checks that a number is finite and within bounds. Throws RefusedAnswer. */
export function checkNumber(value: number, { what, min, max }: FigureBounds): number {
  if (!Number.isFinite(value) || value < min || value > max)
    throw new RefusedAnswer(`${what} is ${value}, outside ${min} to ${max}`);
  return value;
}

/** Texts that stand for a missing value. */
const MISSING = new Set([
  '',
  '.',
  '-',
  '--',
  'm',
  'n/a',
  'na',
  'null',
  '(d)',
  '(na)',
  '(z)',
  '(x)',
]);

/** Reads a number; null for a text that stands for a missing value. Throws RefusedAnswer. */
export function readOptionalNumber(text: string, bounds: FigureBounds): number | null {
  return MISSING.has(text.trim().toLowerCase()) ? null : readNumber(text, bounds);
}

/** Reads an ISO time with offset. Throws RefusedAnswer. */
export function readIsoTime(text: string, what: string): number {
  const [, year, month, day] =
    /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}.*(?:Z|[+-]\d{2}:?\d{2})$/.exec(text) ?? [];
  // Date.parse takes 30 February for 2 March.
  const isDate =
    new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);
  const atMs = isDate ? Date.parse(text) : Number.NaN;
  if (!Number.isFinite(atMs)) throw new RefusedAnswer(`${what} is no time: ${quoteText(text)}`);
  return atMs;
}
