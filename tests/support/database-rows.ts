// All rows of a database file, to compare two of them.
import { type Database, closeDatabase, openDatabase } from '../../db/client.server';

/** Not restored, or written by the restore itself. */
const OTHER_TABLES = ['checkpoint', '__drizzle_migrations', 'meta'];

export const listTables = (db: Database): string[] =>
  db.$client
    .prepare<
      [],
      string
    >("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all();

/** Sorted rows by table, as text. */
export function readTables(path: string): Readonly<Record<string, readonly unknown[]>> {
  const db = openDatabase(path, { readonly: true });
  try {
    return Object.fromEntries(
      listTables(db)
        .filter((name) => !OTHER_TABLES.includes(name))
        .map((name) => [
          name,
          db.$client
            .prepare(`SELECT * FROM "${name}"`)
            .all()
            .map((row) => JSON.stringify(row))
            .sort(),
        ]),
    );
  } finally {
    closeDatabase(db);
  }
}
