// Encrypted keys of public sources. Not part of the event log or the audit.
import { eq } from 'drizzle-orm';
import type { Database } from '../../../db/client.server';
import { sourceKey } from '../../../db/schema/public-data';
import type { SourceKey } from '../../trading/domain/public-source';

type SourceKeyRow = Omit<typeof sourceKey.$inferSelect, 'setting'>;

export function findSourceKey(db: Database, setting: SourceKey): SourceKeyRow | null {
  const row = db.select().from(sourceKey).where(eq(sourceKey.setting, setting)).get();
  if (!row) return null;
  const { setting: _own, ...rest } = row;
  return rest;
}

/** Stores the row; null removes the stored key. */
export function saveSourceKey(db: Database, setting: SourceKey, row: SourceKeyRow | null): void {
  if (row === null) db.delete(sourceKey).where(eq(sourceKey.setting, setting)).run();
  else
    db.insert(sourceKey)
      .values({ setting, ...row })
      .onConflictDoUpdate({ target: sourceKey.setting, set: row })
      .run();
}
