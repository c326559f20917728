// Operator requests from the command line, answered by the running server.
import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { EpochMs } from '../../app/trading/domain/units';

export const operatorRequest = sqliteTable(
  'operator_request',
  {
    /** Never reused: the engine's idempotency key contains it. */
    id: integer('id').primaryKey({ autoIncrement: true }),
    requestedMs: integer('requested_ms').$type<EpochMs>().notNull(),
    /** JSON from another process; validated on every read. */
    command: text('command').notNull(),
    reason: text('reason').notNull(),
    /** Operating-system user name of the operator. */
    requestedBy: text('requested_by').notNull(),
    /** Null until answered. */
    answeredMs: integer('answered_ms').$type<EpochMs>(),
    /** JSON. */
    outcome: text('outcome'),
    /** The request of a page that stored this one; null for one of a program. */
    requestId: text('request_id'),
  },
  (table) => [
    index('operator_request_waiting')
      .on(table.id)
      .where(sql`answered_ms IS NULL`),
  ],
);
