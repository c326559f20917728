/** Import notes with counts and the first row numbers. */

/** Limits: row numbers per note, listed refused rows. */
const NOTE_ROWS_MAX = 5;
export const REFUSED_ROWS_MAX = 1000;

/** A guess about the file, or a count of affected rows. */
export interface ImportNote {
  readonly code: string;
  readonly text: string;
  readonly count: number;
  readonly rows: readonly number[];
}

export interface RefusedRow {
  readonly row: number;
  readonly reason: string;
}

export interface Tally {
  count: number;
  readonly rows: number[];
}

export const createTally = (): Tally => ({ count: 0, rows: [] });

export function countRow(into: Tally, row: number): void {
  into.count += 1;
  if (into.rows.length < NOTE_ROWS_MAX) into.rows.push(row);
}

/** Formats a row count: `3 rows (12, 40, 41)`, `827 rows (40, 41, 52, 60, 66, ...)`. */
export function formatRows({ count, rows }: Pick<ImportNote, 'count' | 'rows'>): string {
  const listed =
    rows.length === 0 ? '' : ` (${rows.join(', ')}${count > rows.length ? ', ...' : ''})`;
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}${listed}`;
}

/** The note of a tally; empty when the count is zero. */
export const buildTallyNotes = (
  code: string,
  counted: Tally,
  what: string,
): readonly ImportNote[] =>
  counted.count === 0
    ? []
    : [{ code, count: counted.count, rows: counted.rows, text: `${formatRows(counted)} ${what}` }];

/** A note on the whole file. */
export const buildFileNote = (code: string, count: number, text: string): ImportNote => ({
  code,
  count,
  rows: [],
  text,
});
