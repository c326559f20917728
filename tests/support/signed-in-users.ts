// Users with a session, stored directly: hashing a passphrase for each would take seconds.
import { createSession } from '../../app/models/account/session.server';
import { createUser } from '../../app/models/account/user.server';
import { closeDatabase, openDatabase, prepareDatabasePath } from '../../db/client.server';
import { migrateDatabase } from '../../db/migrate.server';
import { MIGRATIONS } from './test-database';

export interface SignedInUser {
  readonly id: string;
  readonly name: string;
  /** Value of the Cookie header. */
  readonly cookie: string;
}

/** Creates users in a data directory, before its server starts or beside it. */
export function createSignedInUsers(dataDir: string, count: number): SignedInUser[] {
  const db = openDatabase(prepareDatabasePath(dataDir));
  try {
    migrateDatabase(db, MIGRATIONS);
    return Array.from({ length: count }, (_, at) => {
      const name = `user-${at}`;
      const { id } = createUser(db, name, 'no password', Date.now());
      return { id, name, cookie: `frontmonth=${createSession(db, id, Date.now())}` };
    });
  } finally {
    closeDatabase(db);
  }
}
