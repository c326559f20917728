// The log and the postings: append-only, guarded by triggers, the source of every projection.
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { LOT_ACCOUNTS, MONEY_ACCOUNTS } from '../../app/trading/domain/ledger';
import { NOTED_TYPES_SQL } from '../../app/trading/domain/noted-records';
import type { RecordType } from '../../app/trading/domain/record';
import type { EpochMs } from '../../app/trading/domain/units';

export const event = sqliteTable(
  'event',
  {
    seq: integer('seq').primaryKey(),
    userId: text('user_id'),
    bookId: text('book_id'),
    type: text('type').$type<RecordType>().notNull(),
    /** Canonical JSON: keys in order, no blanks. */
    payload: text('payload').notNull(),
    causeSeq: integer('cause_seq'),
    atMs: integer('at_ms').$type<EpochMs>().notNull(),
    prevHash: text('prev_hash').notNull(),
    hash: text('hash').notNull(),
    /** Notes beside the record, outside its hash: a replay at another time gives the same chain. */
    wallMs: integer('wall_ms').$type<EpochMs>().notNull(),
    codeVersion: text('code_version').notNull(),
    /** Covers the hash and the two notes. */
    seal: text('seal').notNull(),
  },
  (table) => [
    index('event_decision')
      .on(table.bookId, table.seq)
      .where(sql`type IN ('DecisionTaken', 'OrderRefused')`),
    index('event_notice')
      .on(table.userId, table.seq)
      .where(sql.raw(`type IN (${NOTED_TYPES_SQL})`)),
  ],
);

export const posting = sqliteTable(
  'posting',
  {
    eventSeq: integer('event_seq')
      .notNull()
      .references(() => event.seq),
    line: integer('line').notNull(),
    entry: text('entry', { enum: ['ENTRY', 'CLOSING'] }).notNull(),
    bookId: text('book_id').notNull(),
    epoch: integer('epoch').notNull(),
    account: text('account', { enum: [...MONEY_ACCOUNTS, ...LOT_ACCOUNTS] }).notNull(),
    unit: text('unit').notNull(),
    amount: integer('amount').notNull(),
  },
  (table) => [primaryKey({ columns: [table.eventSeq, table.line] })],
);
