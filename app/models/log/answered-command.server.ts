// Finds earlier commands by idempotency key.
import { and, eq } from 'drizzle-orm';
import type { Database } from '../../../db/client.server';
import { command } from '../../../db/schema/engine';
import type { Command, CommandResult } from '../../trading/domain/command';

/** Returns null for an unused key. */
export function findCommandByKey(
  db: Database,
  userId: string,
  idempotencyKey: string,
): Command | null {
  const row = db
    .select({ result: command.result })
    .from(command)
    .where(and(eq(command.userId, userId), eq(command.idempotencyKey, idempotencyKey)))
    .get();
  return row ? (JSON.parse(row.result) as CommandResult).envelope.command : null;
}
