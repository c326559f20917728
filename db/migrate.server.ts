// Migrates a database to the newest schema, forward only, in one transaction.
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { type Database, DatabaseError, toReadableError } from './client.server';

/** Applies missing migrations. Throws DatabaseError if a newer version created the file. */
export function migrateDatabase(db: Database, migrationsFolder: string): void {
  try {
    applyMigrations(db, migrationsFolder);
  } catch (error) {
    throw toMigrationError(toReadableError(error, db.$client.name));
  }
}

/** Migrations are one transaction: a failed one has changed nothing. */
function toMigrationError(error: unknown): unknown {
  if (error instanceof DatabaseError) return error;
  const { cause, message } = error as Error;
  return new DatabaseError(
    `The database could not be migrated to this version: ${cause instanceof Error ? cause.message : message}. It is as it was before. Start the former version again, and report this text with the version that wrote the database.`,
    { cause: error },
  );
}

function applyMigrations(db: Database, migrationsFolder: string): void {
  const newestMs = Math.max(
    ...readMigrationFiles({ migrationsFolder }).map((migration) => migration.folderMillis),
  );
  const appliedMs = getAppliedMigrationMs(db);
  if (appliedMs > newestMs) {
    throw new DatabaseError(
      'The database was made by a newer Frontmonth. Start that version, or restore an older backup.',
    );
  }
  if (appliedMs < newestMs) runWithoutForeignKeys(db, () => migrate(db, { migrationsFolder }));
}

/** A migration may replace a table that others refer to. */
function runWithoutForeignKeys(db: Database, run: () => void): void {
  db.$client.pragma('foreign_keys = OFF');
  try {
    run();
  } finally {
    db.$client.pragma('foreign_keys = ON');
  }
}

/** Throws DatabaseError for a file without migrations; used by read-only programs. */
export function assertMigrated(db: Database): void {
  if (getAppliedMigrationMs(db) === 0)
    throw new DatabaseError(
      'This file holds no Frontmonth database. Use a data directory of a Frontmonth server.',
    );
}

function getAppliedMigrationMs(db: Database): number {
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
