// Backtests that users asked for, with what they brought. No figure of a book depends on them.
import { blob, index, integer, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core';
import type { CommodityKey } from '../../app/trading/domain/commodity';
import type { EpochMs } from '../../app/trading/domain/units';
import { user } from './user';

export const backtest = sqliteTable(
  'backtest',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** Makes repeats of one request one backtest. */
    requestKey: text('request_key'),
    mode: text('mode').$type<CommodityKey>().notNull(),
    playbook: text('playbook').notNull(),
    years: integer('years').notNull(),
    world: text('world', { enum: ['unseen', 'desk'] }).notNull(),
    /** Null for the desk's own world, whose seed is a setting. */
    seed: text('seed'),
    /**
     * Open ones are waiting or running, which the process knows; after its end they are neither.
     */
    phase: text('phase', { enum: ['open', 'done', 'failed', 'cancelled'] }).notNull(),
    fault: text('fault'),
    askedMs: integer('asked_ms').$type<EpochMs>().notNull(),
    startedMs: integer('started_ms').$type<EpochMs>(),
    endedMs: integer('ended_ms').$type<EpochMs>(),
    /** JSON. */
    result: text('result'),
    /** HTML packed with gzip. */
    report: blob('report', { mode: 'buffer' }),
  },
  (table) => [
    index('backtest_by_user').on(table.userId, table.askedMs),
    unique().on(table.userId, table.requestKey),
  ],
);
