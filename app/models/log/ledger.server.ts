// Postings on disk: every line of every balanced entry, in the order of the log.
import { and, asc, eq } from 'drizzle-orm';
import type { Database as Sqlite } from 'better-sqlite3';
import type { Database } from '../../../db/client.server';
import { posting } from '../../../db/schema/log';
import { book } from '../../../db/schema/book';
import { entryFault, type Posting } from '../../trading/domain/ledger';
import { assert } from '../../trading/domain/outcome';
import type { LogRecord } from '../../trading/domain/record';
import { prepareInsert } from './upsert.server';

/**
 * Prepares the writing of a record's entries. A reset ends one epoch and begins another: its
 * closing lines belong to the old one.
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
    const fault = entryFault(lines);
    assert(
      fault === null && record.bookId !== null,
      `record ${record.seq}: ${fault ?? 'an entry without a book'}`,
    );
    const bookId = record.bookId;
    lines.forEach((line, place) =>
      add({ eventSeq: record.seq, line: from + place, entry, bookId, epoch, ...line }),
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

/** All postings of one record of a user's book. */
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
