// Stored ledger postings: all lines of balanced entries, in log order.
import { and, asc, eq } from 'drizzle-orm';
import type { Database as Sqlite } from 'better-sqlite3';
import type { Database } from '../../../db/client.server';
import { posting } from '../../../db/schema/log';
import { book } from '../../../db/schema/book';
import { findPostingError, type Posting } from '../../trading/domain/ledger';
import { assert } from '../../trading/domain/outcome';
import type { LogRecord } from '../../trading/domain/record';
import { prepareInsert } from './prepare-upsert.server';

/**
 * Prepares writing a record's entries. Closing lines of a reset belong to the previous account
 * period.
 */
export function prepareLedger(raw: Sqlite): (record: LogRecord, epoch: number) => void {
  const add = prepareInsert(raw, posting);
  const addEntry = (
    record: LogRecord,
    entry: 'ENTRY' | 'CLOSING',
    epoch: number,
    lines: readonly Posting[],
    from: number,
  ) => {
    const fault = findPostingError(lines);
    assert(
      fault === null && record.bookId !== null,
      `record ${record.seq}: ${fault ?? 'an entry without a book'}`,
    );
    const bookId = record.bookId;
    lines.forEach((line, index) =>
      add({ eventSeq: record.seq, line: from + index, entry, bookId, epoch, ...line }),
    );
  };
  return (record, epoch) => {
    if (!('entry' in record.payload)) return;
    const closing = 'closing' in record.payload ? record.payload.closing : [];
    if (closing.length > 0) addEntry(record, 'CLOSING', epoch - 1, closing, 0);
    if (record.payload.entry.length > 0)
      addEntry(record, 'ENTRY', epoch, record.payload.entry, closing.length);
  };
}

/** Postings of one record of a user's account. */
export function listPostings(db: Database, userId: string, eventSeq: number) {
  const rows = db
    .select({ posting })
    .from(posting)
    .innerJoin(book, eq(book.id, posting.bookId))
    .where(and(eq(posting.eventSeq, eventSeq), eq(book.userId, userId)))
    .orderBy(asc(posting.line))
    .all();
  return rows.map((row) => row.posting);
}
