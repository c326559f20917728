// Command results, state checkpoints and counters of the engine.
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { event } from './log';

export const command = sqliteTable(
  'command',
  {
    userId: text('user_id').notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    commandId: text('command_id').notNull(),
    /** SHA-256 of the canonical command; detects a key reused for another request. */
    requestHash: text('request_hash').notNull(),
    result: text('result').notNull(),
    seq: integer('seq')
      .notNull()
      .references(() => event.seq),
    lastSeq: integer('last_seq')
      .notNull()
      .references(() => event.seq),
    /** Hash of all other columns and of the hash of record `seq`. */
    seal: text('seal').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.idempotencyKey] })],
);

/** The request that sent a command, by the record of the command. Outside the hash chain. */
export const commandRequest = sqliteTable('command_request', {
  seq: integer('seq')
    .primaryKey()
    .references(() => event.seq),
  requestId: text('request_id').notNull(),
});

export const checkpoint = sqliteTable('checkpoint', {
  seq: integer('seq').primaryKey(),
  hash: text('hash').notNull(),
  sequence: integer('sequence').notNull(),
  state: text('state').notNull(),
  stateHash: text('state_hash').notNull(),
});

export const meta = sqliteTable('meta', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
});
