// Shadow accounts: accounts without one component. Not part of any real account or of the event
// log.
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const shadowAccount = sqliteTable(
  'twin',
  {
    kind: text('kind').notNull(),
    bookId: text('book_id').notNull(),
    epoch: integer('epoch').notNull(),
    startedMs: integer('started_ms').notNull(),
    baseMills: integer('base_mills').notNull(),
    /** Sequence number of the shadow log; order ids are derived from it. */
    logSeq: integer('log_seq').notNull(),
    /** The shadow account as JSON; orders and positions keep their order of age. */
    state: text('state').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.bookId] })],
);

export const shadowAccountDay = sqliteTable(
  'twin_day',
  {
    userId: text('user_id').notNull(),
    bookId: text('book_id').notNull(),
    epoch: integer('epoch').notNull(),
    /** Missing component, or OWN for the real account. */
    kind: text('kind').notNull(),
    day: text('day').notNull(),
    equityMills: integer('equity_mills').notNull(),
    feesMills: integer('fees_mills').notNull(),
    closed: integer('closed').notNull(),
  },
  (table) => [primaryKey({ columns: [table.bookId, table.epoch, table.day, table.kind] })],
);
