// Event log and ledger postings: append-only, guarded by triggers, source of all projections.
import { sql } from 'drizzle-orm';
import { blob, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { LOT_ACCOUNTS, MONEY_ACCOUNTS } from '../../app/trading/domain/ledger';
import { NOTIFICATION_RECORD_TYPES_SQL } from '../../app/trading/domain/notification-records';
import type { RecordType } from '../../app/trading/domain/record';
import type { EpochMs } from '../../app/trading/domain/units';

export const event = sqliteTable(
  'event',
  {
    seq: integer('seq').primaryKey(),
    userId: text('user_id'),
    bookId: text('book_id'),
    type: text('type').$type<RecordType>().notNull(),
    /** Canonical JSON: sorted keys, no whitespace. */
    payload: text('payload').notNull(),
    causeSeq: integer('cause_seq'),
    atMs: integer('at_ms').$type<EpochMs>().notNull(),
    /** SHA-256 over the hash of the record before and the fields above. */
    hash: blob('hash', { mode: 'buffer' }).notNull(),
    /** Metadata outside the hash, so that a replay at another time gives the same hash chain. */
    wallMs: integer('wall_ms').$type<EpochMs>().notNull(),
    codeVersion: text('code_version').notNull(),
    /** SHA-256 over `hash`, `wallMs` and `codeVersion`. */
    seal: blob('seal', { mode: 'buffer' }).notNull(),
  },
  (table) => [
    index('event_decision')
      .on(table.bookId, table.seq)
      .where(sql`type IN ('DecisionTaken', 'OrderRefused')`),
    index('event_notice')
      .on(table.userId, table.seq)
      .where(sql.raw(`type IN (${NOTIFICATION_RECORD_TYPES_SQL})`)),
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
