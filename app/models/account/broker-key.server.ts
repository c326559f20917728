// The sealed broker key of each user. No book depends on it, so no log tells of it and no audit
// asks for it.
import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.server';
import { brokerKey } from '../../../db/schema/user';

export type BrokerKeyRow = Omit<typeof brokerKey.$inferSelect, 'userId'>;

const prepareFind = (db: Database) =>
  db
    .select()
    .from(brokerKey)
    .where(eq(brokerKey.userId, sql.placeholder('userId')))
    .prepare();
const finders = new WeakMap<Database, ReturnType<typeof prepareFind>>();

export function findBrokerKey(db: Database, userId: string): BrokerKeyRow | null {
  const finder = finders.get(db) ?? prepareFind(db);
  finders.set(db, finder);
  const row = finder.get({ userId });
  if (!row) return null;
  const { userId: _own, ...rest } = row;
  return rest;
}

/** Stores the row, or removes what is stored when there is none to store. */
export function saveBrokerKey(db: Database, userId: string, row: BrokerKeyRow | null): void {
  if (row === null) db.delete(brokerKey).where(eq(brokerKey.userId, userId)).run();
  else
    db.insert(brokerKey)
      .values({ userId, ...row })
      .onConflictDoUpdate({ target: brokerKey.userId, set: row })
      .run();
}
