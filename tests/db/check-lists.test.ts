// CHECK lists of the migrated database must equal the enum values in the code; a new member needs a
// migration.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { is } from 'drizzle-orm';
import { SQLiteTable, getTableConfig } from 'drizzle-orm/sqlite-core';
import { describe, expect, it } from 'vitest';
import { NOTIFICATION_RECORD_TYPES_SQL } from '../../app/trading/domain/notification-records';
import type { Database } from '../../db/client.server';
import { MIGRATIONS, createEmptyDatabase } from '../support/test-database';

const SCHEMA_FILES = join(MIGRATIONS, '..', 'schema');

type Lists = Record<string, readonly string[]>;

/** Enum values by `table.column`, as declared in the schema. */
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

/** Same from the CHECK constraints in the database. */
function listChecked(db: Database): Lists {
  const tables = db.$client
    .prepare<
      [],
      { name: string; sql: string }
    >("SELECT name, sql FROM sqlite_master WHERE type = 'table'")
    .all();
  return Object.fromEntries(
    tables.flatMap(({ name, sql }) =>
      [...sql.matchAll(/^[\s,]*(\w+) TEXT\b.*?CHECK \(\1 IN \(('[^)]*)\)\)/gm)].map(
        ([, column = '', members = '']) =>
          [
            `${name}.${column}`,
            [...members.matchAll(/'([^']*)'/g)].map(([, member = '']) => member).sort(),
          ] as const,
      ),
    ),
  );
}

describe('CHECK lists of the database', () => {
  it('equal the enum values of the schema', async () => {
    const checked = listChecked(createEmptyDatabase().db);
    expect(Object.keys(checked)).toContain('trade_order.purpose');
    expect(checked).toEqual(await listDeclared());
  });

  it('of the notification index equal the notification record types', () => {
    const sql = createEmptyDatabase()
      .db.$client.prepare("SELECT sql FROM sqlite_master WHERE name = 'event_notice'")
      .pluck()
      .get();
    expect(sql).toContain(`type IN (${NOTIFICATION_RECORD_TYPES_SQL})`);
  });
});
