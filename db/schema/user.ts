// Users, sessions and encrypted broker keys.
import { blob, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { ROLES } from '../../app/trading/domain/role';
import type { EpochMs } from '../../app/trading/domain/units';

export const user = sqliteTable('user', {
  id: text('id').primaryKey(),
  /** Case-insensitive. */
  username: text('username').notNull().unique(),
  passwordHash: text('password_hash').notNull(),
  isDisabled: integer('is_disabled', { mode: 'boolean' }).notNull().default(false),
  createdMs: integer('created_ms').$type<EpochMs>().notNull(),
  updatedMs: integer('updated_ms').$type<EpochMs>().notNull(),
  role: text('role', { enum: ROLES }).notNull().default('trader'),
});

export const session = sqliteTable(
  'session',
  {
    /** SHA-256 of the session id, so that a stolen database opens no session. */
    idHash: text('id_hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    createdMs: integer('created_ms').$type<EpochMs>().notNull(),
    /** Time of the last user action. */
    activeMs: integer('active_ms').$type<EpochMs>().notNull(),
    csrfSecret: text('csrf_secret').notNull(),
    endedMs: integer('ended_ms').$type<EpochMs>(),
  },
  (table) => [index('session_by_user').on(table.userId)],
);

export const brokerKey = sqliteTable('broker_key', {
  userId: text('user_id')
    .primaryKey()
    .references(() => user.id, { onDelete: 'cascade' }),
  /** Version of the master key that encrypted it. */
  keyVersion: text('key_version').notNull(),
  nonce: blob('nonce', { mode: 'buffer' }).notNull(),
  ciphertext: blob('ciphertext', { mode: 'buffer' }).notNull(),
  lastFour: text('last_four').notNull(),
  updatedMs: integer('updated_ms').$type<EpochMs>().notNull(),
});

/** Orders that were sent to a broker which numbers them itself, with its numbers. */
export const sentOrder = sqliteTable(
  'sent_order',
  {
    orderId: text('order_id').primaryKey(),
    userId: text('user_id').notNull(),
    /** Account at the broker. */
    account: text('account').notNull(),
    sentMs: integer('sent_ms').$type<EpochMs>().notNull(),
    /** Numbers of the broker; null until it answers with them. */
    strategyId: text('strategy_id'),
    brokerOrderId: text('broker_order_id'),
  },
  (table) => [index('sent_order_by_account').on(table.userId, table.account)],
);
