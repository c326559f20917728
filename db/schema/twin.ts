// Twin accounts: what books would be worth had a part of the desk been missing. No money of
// anybody, and no fold of the log.
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const twin = sqliteTable(
  'twin',
  {
    kind: text('kind').notNull(),
    bookId: text('book_id').notNull(),
    epoch: integer('epoch').notNull(),
    startedMs: integer('started_ms').notNull(),
    baseMills: integer('base_mills').notNull(),
    /** Number of the last fact of its kind: the ids of its orders are made with such numbers. */
    logSeq: integer('log_seq').notNull(),
    /** The twin's book as JSON, in the order in which its orders and positions came. */
    state: text('state').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.bookId] })],
);

export const twinDay = sqliteTable(
  'twin_day',
  {
    userId: text('user_id').notNull(),
    bookId: text('book_id').notNull(),
    epoch: integer('epoch').notNull(),
    /** What the twin lacks, or OWN for the account itself. */
    kind: text('kind').notNull(),
    day: text('day').notNull(),
    equityMills: integer('equity_mills').notNull(),
    feesMills: integer('fees_mills').notNull(),
    closed: integer('closed').notNull(),
  },
  (table) => [primaryKey({ columns: [table.bookId, table.epoch, table.day, table.kind] })],
);
