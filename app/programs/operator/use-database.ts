import { type Database, closeDatabase, openDatabase } from '../../../db/client.server';
import { migrateDatabase } from '../../../db/migrate.server';
import { MIGRATIONS_FOLDER } from '../../server/platform/project.server';
import { getDatabasePath } from '../books/data-dir';

/** Opens the database of a data directory for `use`, migrated. Throws UsageError if there is none. */
export async function useDatabase<T>(
  dataDir: string,
  use: (db: Database) => T | Promise<T>,
): Promise<T> {
  const db = openDatabase(getDatabasePath(dataDir));
  try {
    migrateDatabase(db, MIGRATIONS_FOLDER);
    return await use(db);
  } finally {
    closeDatabase(db);
  }
}
