/** What an import did to the rows of a file, counted, with the first row numbers. */

/** Row numbers quoted in a note, and refused rows listed one by one. */
const NOTE_ROWS_MAX = 5;
export const REFUSED_ROWS_MAX = 1000;

/** One statement about a file: what was guessed, or what happened to so many of its rows. */
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

/** A count of rows in words: `3 rows (12, 40, 41)`, `827 rows (40, 41, 52, 60, 66, ...)`. */
export function rowsText({ count, rows }: Pick<ImportNote, 'count' | 'rows'>): string {
  const listed =
    rows.length === 0 ? '' : ` (${rows.join(', ')}${count > rows.length ? ', ...' : ''})`;
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}${listed}`;
}

/** The note of a tally, none when it counted nothing. */
export const tallyNote = (code: string, counted: Tally, what: string): readonly ImportNote[] =>
  counted.count === 0
    ? []
    : [{ code, count: counted.count, rows: counted.rows, text: `${rowsText(counted)} ${what}` }];

/** A note on the file as a whole; its count is that of the rows it concerns. */
export const fileNote = (code: string, count: number, text: string): ImportNote => ({
  code,
  count,
  rows: [],
  text,
});
