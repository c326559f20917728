// The database of a desk whose first user exists. To check a passphrase and to migrate takes a third of
// the start of a server; tests of a first start leave it out.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createUser } from '../../app/models/account/user.server';
import { hashPassword } from '../../app/server/auth/password.server';
import { closeDatabase, openDatabase, prepareDatabasePath } from '../../db/client.server';
import { migrateDatabase } from '../../db/migrate.server';
import { ROOT } from './source-files';

export const USERNAME = 'trader';
export const PASSWORD = 'a-passphrase-for-tests';
/** Before the clock of any test. */
const CREATED_MS = Date.UTC(2020, 0, 1);

/** Created once in each process. */
let image: Promise<Buffer> | null = null;

async function createImage(): Promise<Buffer> {
  const passwordHash = await hashPassword(PASSWORD);
  const db = openDatabase(':memory:');
  migrateDatabase(db, join(ROOT, 'db', 'migrations'));
  createUser(db, USERNAME, passwordHash, CREATED_MS, 'operator');
  const bytes = db.$client.serialize();
  closeDatabase(db);
  return bytes;
}

/** Into a data directory that is new. */
export async function writeFirstUser(dataDir: string): Promise<void> {
  image ??= createImage();
  writeFileSync(prepareDatabasePath(dataDir), await image);
}
