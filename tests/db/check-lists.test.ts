// The lists in the CHECK constraints of the migrated database are the lists of the code: a new
// member needs a migration.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { is } from 'drizzle-orm';
import { SQLiteTable, getTableConfig } from 'drizzle-orm/sqlite-core';
import { describe, expect, it } from 'vitest';
import { NOTED_TYPES_SQL } from '../../app/trading/domain/noted-records';
import type { Database } from '../../db/client.server';
import { MIGRATIONS, emptyBooks } from '../support/books';

const SCHEMA_FILES = join(MIGRATIONS, '..', 'schema');

type Lists = Record<string, readonly string[]>;

/** `table.column` with the members of its list, as the schema in the code declares them. */
async function listDeclared(): Promise<Lists> {
  const modules = await Promise.all(
    readdirSync(SCHEMA_FILES).map(
      (file) => import(join(SCHEMA_FILES, file)) as Promise<Record<string, unknown>>,
    ),
  );
  const tables = modules
    .flatMap((module) => Object.values(module))
    .filter((value): value is SQLiteTable => is(value, SQLiteTable))
    .map(getTableConfig);
  return Object.fromEntries(
    tables.flatMap(({ name, columns }) =>
      columns.flatMap((column) =>
        column.enumValues?.length
          ? [[`${name}.${column.name}`, [...column.enumValues].sort()] as const]
          : [],
      ),
    ),
  );
}

/** The same of each column's own CHECK in the database. */
function listChecked(db: Database): Lists {
  const tables = db.$client
    .prepare<
      [],
      { name: string; sql: string }
    >("SELECT name, sql FROM sqlite_master WHERE type = 'table'")
    .all();
  return Object.fromEntries(
    tables.flatMap(({ name, sql }) =>
      [...sql.matchAll(/^\s*(\w+) TEXT\b.*?CHECK \(\1 IN \(('[^)]*)\)\)/gm)].map(
        ([, column = '', members = '']) =>
          [
            `${name}.${column}`,
            [...members.matchAll(/'([^']*)'/g)].map(([, member = '']) => member).sort(),
          ] as const,
      ),
    ),
  );
}

describe('the lists of the database', () => {
  it('are those of the code, member by member', async () => {
    const checked = listChecked(emptyBooks().db);
    expect(Object.keys(checked)).toContain('trade_order.purpose');
    expect(checked).toEqual(await listDeclared());
  });

  it('of the notification index are the noted records', () => {
    const sql = emptyBooks()
      .db.$client.prepare("SELECT sql FROM sqlite_master WHERE name = 'event_notice'")
      .pluck()
      .get();
    expect(sql).toContain(`type IN (${NOTED_TYPES_SQL})`);
  });
});
