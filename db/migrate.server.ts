// Brings a database to the newest schema, forward only: all of it in one transaction or none of it.
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { type Database, DatabaseError } from './client.server';

/**
 * Applies what is missing. Throws DatabaseError when the file was made by a newer program than this
 * one.
 */
export function migrateDatabase(db: Database, migrationsFolder: string): void {
  const newestMs = Math.max(
    ...readMigrationFiles({ migrationsFolder }).map((migration) => migration.folderMillis),
  );
  const appliedMs = appliedMigrationMs(db);
  if (appliedMs > newestMs) {
    throw new DatabaseError(
      'The database was made by a newer Frontmonth. Start that version again, or restore an older backup.',
    );
  }
  if (appliedMs < newestMs) migrate(db, { migrationsFolder });
}

/** Refuses a database that this program did not migrate: for programs that may only read. */
export function requireMigrated(db: Database): void {
  if (appliedMigrationMs(db) === 0)
    throw new DatabaseError(
      'This file holds no Frontmonth database. Name a data directory that a desk has used.',
    );
}

function appliedMigrationMs(db: Database): number {
  const hasTable =
    db.$client.prepare("SELECT 1 FROM sqlite_schema WHERE name = '__drizzle_migrations'").get() !==
    undefined;
  if (!hasTable) return 0;
  return Number(
    db.$client
      .prepare('SELECT coalesce(max(created_at), 0) FROM __drizzle_migrations')
      .pluck()
      .get(),
  );
}
