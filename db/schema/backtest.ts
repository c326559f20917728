// Backtests requested by users, with results. No account figure depends on them.
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
    /** Idempotency key: repeated requests return the same backtest. */
    requestKey: text('request_key'),
    mode: text('mode').$type<CommodityKey>().notNull(),
    playbook: text('playbook').notNull(),
    years: integer('years').notNull(),
    world: text('world', { enum: ['unseen', 'desk'] }).notNull(),
    /** Null for in-sample data, whose seed is a server setting. */
    seed: text('seed'),
    /** Open: waiting or running, as known to the process; after its end, neither. */
    phase: text('phase', { enum: ['open', 'done', 'failed', 'cancelled'] }).notNull(),
    fault: text('fault'),
    askedMs: integer('asked_ms').$type<EpochMs>().notNull(),
    startedMs: integer('started_ms').$type<EpochMs>(),
    endedMs: integer('ended_ms').$type<EpochMs>(),
    /** JSON. */
    result: text('result'),
    /** HTML, gzip-compressed. */
    report: blob('report', { mode: 'buffer' }),
  },
  (table) => [
    index('backtest_by_user').on(table.userId, table.askedMs),
    unique().on(table.userId, table.requestKey),
  ],
);
