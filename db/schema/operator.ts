// What operators ask of the running desk from the command line: filed by programs, answered by the
// desk.
import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { EpochMs } from '../../app/trading/domain/units';

export const operatorRequest = sqliteTable(
  'operator_request',
  {
    /** Never used twice, for the engine's key of the request is made of it. */
    id: integer('id').primaryKey({ autoIncrement: true }),
    requestedMs: integer('requested_ms').$type<EpochMs>().notNull(),
    /** JSON, as another process wrote it: checked whenever it is read. */
    command: text('command').notNull(),
    reason: text('reason').notNull(),
    /** The operator's name on the operating system. */
    requestedBy: text('requested_by').notNull(),
    /** Null while the desk has not answered. */
    answeredMs: integer('answered_ms').$type<EpochMs>(),
    /** JSON. */
    outcome: text('outcome'),
  },
  (table) => [
    index('operator_request_waiting')
      .on(table.id)
      .where(sql`answered_ms IS NULL`),
  ],
);
