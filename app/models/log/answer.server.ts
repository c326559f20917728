// What was answered to a command before, by the key that makes repeats one command.
import { and, eq } from 'drizzle-orm';
import type { Database } from '../../../db/client.server';
import { command } from '../../../db/schema/engine';
import type { Command, CommandResult } from '../../trading/domain/command';

/** The command that was sent under this key; null when none was. */
export function findAnswered(db: Database, userId: string, idempotencyKey: string): Command | null {
  const row = db
    .select({ result: command.result })
    .from(command)
    .where(and(eq(command.userId, userId), eq(command.idempotencyKey, idempotencyKey)))
    .get();
  return row ? (JSON.parse(row.result) as CommandResult).envelope.command : null;
}
