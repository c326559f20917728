// Encrypted broker keys by user. Not part of the event log or the audit.
import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.server';
import { prepareOnce } from '../../../db/prepared.server';
import { brokerKey } from '../../../db/schema/user';

export type BrokerKeyRow = Omit<typeof brokerKey.$inferSelect, 'userId'>;

const prepareFind = prepareOnce((db) =>
  db
    .select()
    .from(brokerKey)
    .where(eq(brokerKey.userId, sql.placeholder('userId')))
    .prepare(),
);

export function findBrokerKey(db: Database, userId: string): BrokerKeyRow | null {
  const row = prepareFind(db).get({ userId });
  if (!row) return null;
  const { userId: _own, ...rest } = row;
  return rest;
}

export const listBrokerKeyUsers = (db: Database): readonly string[] =>
  db
    .select({ userId: brokerKey.userId })
    .from(brokerKey)
    .all()
    .map(({ userId }) => userId);

/** Stores the row; null removes the stored key. */
export function saveBrokerKey(db: Database, userId: string, row: BrokerKeyRow | null): void {
  if (row === null) db.delete(brokerKey).where(eq(brokerKey.userId, userId)).run();
  else
    db.insert(brokerKey)
      .values({ userId, ...row })
      .onConflictDoUpdate({ target: brokerKey.userId, set: row })
      .run();
}
