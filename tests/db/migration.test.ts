// Migrations are atomic, and the declared schema equals the stored one.
import { cpSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { is } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { SQLiteTable, getTableConfig } from 'drizzle-orm/sqlite-core';
import { describe, expect, it } from 'vitest';
import { createUser, listUsers } from '../../app/models/account/user.server';
import { type Database, closeDatabase, openDatabase } from '../../db/client.server';
import { migrateDatabase, assertMigrated } from '../../db/migrate.server';
import { MIGRATIONS, createEmptyDatabase, createScratchDir } from '../support/test-database';

const SCHEMA_FILES = join(MIGRATIONS, '..', 'schema');
const OWN_TABLES =
  "type IN ('table', 'index', 'trigger') AND name NOT LIKE 'sqlite_%' AND name <> '__drizzle_migrations'";

const listObjects = (db: Database): string[] =>
  db.$client
    .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE ${OWN_TABLES}`)
    .pluck()
    .all();

/** All declared tables. */
async function declaredTables(): Promise<SQLiteTable[]> {
  const modules = await Promise.all(
    readdirSync(SCHEMA_FILES).map(
      (file) => import(join(SCHEMA_FILES, file)) as Promise<Record<string, unknown>>,
    ),
  );
  return modules
    .flatMap((module) => Object.values(module))
    .filter((value): value is SQLiteTable => is(value, SQLiteTable));
}

describe('a migration', () => {
  const migrations = readMigrationFiles({ migrationsFolder: MIGRATIONS });
  const statements = migrations.flatMap(({ sql }) => sql).length;

  it.each(Array.from({ length: statements }, (_, at) => at))(
    'rolls back completely when interrupted at statement %i',
    (at) => {
      const db = openDatabase(':memory:');
      const run = db.$client.prepare.bind(db.$client);
      let seen = -1;
      db.$client.prepare = ((sql: string) => {
        if (
          /^\s*(--[^\n]*\n)*\s*((CREATE|DROP) (UNIQUE )?(TABLE|INDEX|TRIGGER) (?!IF)|ALTER TABLE|INSERT INTO (desk|event_compact)|UPDATE user)/.test(
            sql,
          ) &&
          (seen += 1) === at
        )
          throw new Error('the power failed');
        return run(sql);
      }) as typeof db.$client.prepare;
      expect(() => migrateDatabase(db, MIGRATIONS)).toThrow();
      db.$client.prepare = run;
      expect(seen).toBe(at);
      expect(listObjects(db)).toEqual([]);
      expect(() => assertMigrated(db)).toThrow(/holds no Frontmonth database/);
      migrateDatabase(db, MIGRATIONS);
      expect(listObjects(db)).toContain('event');
      closeDatabase(db);
    },
  );

  it('is applied only once', () => {
    const { db } = createEmptyDatabase();
    const before = listObjects(db);
    migrateDatabase(db, MIGRATIONS);
    expect(listObjects(db)).toEqual(before);
    expect(db.$client.prepare('SELECT count(*) FROM __drizzle_migrations').pluck().get()).toBe(
      migrations.length,
    );
  });

  it('has increasing timestamps, so that no migration is skipped', () => {
    const moments = migrations.map(({ folderMillis }) => folderMillis);
    expect(moments).toEqual([...new Set(moments)].sort((a, b) => a - b));
  });

  /** A database as an earlier version created it, after `count` migrations. */
  function createEarlierDatabase(count: number): Database {
    const db = openDatabase(':memory:');
    for (const { sql } of migrations.slice(0, count))
      for (const statement of sql) db.$client.exec(statement);
    db.$client.exec(
      'CREATE TABLE __drizzle_migrations (id INTEGER PRIMARY KEY, hash text NOT NULL, created_at numeric)',
    );
    for (const { hash, folderMillis } of migrations.slice(0, count))
      db.$client
        .prepare('INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)')
        .run(hash, folderMillis);
    return db;
  }

  it.each(migrations.slice(1).map((_, at) => at + 1))(
    'migrates a database with rows from version %i to the newest',
    (count) => {
      const db = createEarlierDatabase(count);
      db.$client.exec(
        "INSERT INTO user (id, username, password_hash, created_ms, updated_ms) VALUES ('a', 'ann', 'hash', 1, 1)",
      );
      migrateDatabase(db, MIGRATIONS);
      expect(listObjects(db).sort()).toEqual(listObjects(createEmptyDatabase().db).sort());
      expect(db.$client.prepare('SELECT username FROM user').pluck().all()).toEqual(['ann']);
      closeDatabase(db);
    },
  );

  /** Migrations before users had roles. */
  const BEFORE_ROLES = 20;

  it.each([
    ['the oldest user', 0, { ann: 'operator', ben: 'approver', cas: 'approver' }],
    ['the oldest enabled user', 1, { ann: 'approver', ben: 'operator', cas: 'approver' }],
  ])('makes %s the operator and the others approvers', (_, isAnnDisabled, roles) => {
    const db = createEarlierDatabase(BEFORE_ROLES);
    const insert = db.$client.prepare(
      "INSERT INTO user (id, username, password_hash, is_disabled, created_ms, updated_ms) VALUES (?, ?, 'hash', ?, ?, 9)",
    );
    insert.run('x', 'cas', 0, 3);
    insert.run('y', 'ann', isAnnDisabled, 1);
    insert.run('z', 'ben', 0, 2);
    migrateDatabase(db, MIGRATIONS);
    const stored = Object.fromEntries(listUsers(db).map(({ username, role }) => [username, role]));
    expect(stored).toEqual(roles);
    expect(createUser(db, 'dan', 'hash', 4).role).toBe('trader');
    expect(() => db.$client.exec("UPDATE user SET role = 'admin'")).toThrow(/CHECK/);
    closeDatabase(db);
  });

  it('leaves a database as it was where a migration fails half-way, and says what to do', () => {
    const folder = createScratchDir();
    cpSync(MIGRATIONS, folder, { recursive: true });
    const journal = join(folder, 'meta', '_journal.json');
    const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8')) as {
      entries: { idx: number; when: number }[];
    };
    const when = migrations.at(-1)!.folderMillis + 1;
    const added = { ...entries[0], idx: entries.length, when, tag: '9999_broken' };
    writeFileSync(journal, JSON.stringify({ ...rest, entries: [...entries, added] }));
    writeFileSync(
      join(folder, '9999_broken.sql'),
      'CREATE TABLE half (id INTEGER) STRICT;\n--> statement-breakpoint\nDROP TABLE no_such_table;',
    );
    const { db } = createEmptyDatabase();
    const before = listObjects(db);
    expect(() => migrateDatabase(db, folder)).toThrow(
      /^The database could not be migrated to this version: .*no_such_table.*\. It is as it was before\. Start the former version again/,
    );
    expect(listObjects(db)).toEqual(before);
    migrateDatabase(db, MIGRATIONS);
  });

  it('rejects a database of a newer version', () => {
    const { db } = createEmptyDatabase();
    db.$client.exec(
      "INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('later', 9999999999999)",
    );
    expect(() => migrateDatabase(db, MIGRATIONS)).toThrow(/made by a newer Frontmonth/);
  });
});

describe('the declared schema', () => {
  it('declares exactly the stored tables, all STRICT', async () => {
    const { db } = createEmptyDatabase();
    const declared = (await declaredTables()).map((table) => getTableConfig(table).name);
    const stored = db.$client
      .prepare<
        [],
        { name: string; strict: number }
      >("SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> '__drizzle_migrations'")
      .all();
    expect(stored.map(({ name }) => name).sort()).toEqual(declared.sort());
    expect(stored.filter(({ strict }) => strict !== 1)).toEqual([]);
  });

  it('matches columns, types, keys, references and indexes of the migrated database', async () => {
    const { db } = createEmptyDatabase();
    for (const table of await declaredTables()) {
      const config = getTableConfig(table);
      expect({ table: config.name, ...declaredShape(config) }).toEqual({
        table: config.name,
        ...storedShape(db, config.name),
      });
    }
  });
});

type Config = ReturnType<typeof getTableConfig>;

function declaredShape(config: Config) {
  const keys = config.primaryKeys.flatMap(({ columns }) => columns.map(({ name }) => name));
  return {
    columns: config.columns.map((column) => {
      const isNeeded = column.notNull || column.primary || keys.includes(column.name);
      return `${column.name} ${column.getSQLType().toUpperCase()} ${isNeeded ? 'NOT NULL' : ''}`;
    }),
    keys:
      keys.length > 0
        ? keys
        : config.columns.filter(({ primary }) => primary).map(({ name }) => name),
    references: config.foreignKeys
      .map((key) => {
        const { columns, foreignColumns, foreignTable } = key.reference();
        return `${columns[0]?.name} -> ${getTableConfig(foreignTable).name}.${foreignColumns[0]?.name} ${(key.onDelete ?? 'no action').toUpperCase()}`;
      })
      .sort(),
    indexes: config.indexes
      .map(
        ({ config: { name, columns } }) =>
          `${name} ${columns.map((column) => ('name' in column ? column.name : '')).join()}`,
      )
      .sort(),
    unique: [
      ...config.uniqueConstraints.map(({ columns }) => columns.map(({ name }) => name).join()),
      ...config.columns.filter(({ isUnique }) => isUnique).map(({ name }) => name),
    ].sort(),
  };
}

function storedShape(db: Database, table: string) {
  const raw = db.$client;
  const columns = raw
    .prepare<
      [string],
      { name: string; type: string; notnull: number; pk: number }
    >('SELECT name, type, "notnull", pk FROM pragma_table_info(?)')
    .all(table);
  const indexes = raw
    .prepare<
      [string],
      { name: string; origin: string }
    >('SELECT name, origin FROM pragma_index_list(?)')
    .all(table);
  const listColumns = (index: string) =>
    raw
      .prepare<[string], string>('SELECT name FROM pragma_index_info(?)')
      .pluck()
      .all(index)
      .join();
  const references = raw
    .prepare<
      [string],
      { from: string; table: string; to: string; on_delete: string }
    >('SELECT "from", "table", "to", on_delete FROM pragma_foreign_key_list(?)')
    .all(table);
  return {
    columns: columns.map(
      ({ name, type, notnull, pk }) => `${name} ${type} ${notnull || pk > 0 ? 'NOT NULL' : ''}`,
    ),
    keys: columns
      .filter(({ pk }) => pk > 0)
      .sort((a, b) => a.pk - b.pk)
      .map(({ name }) => name),
    references: references
      .map((key) => `${key.from} -> ${key.table}.${key.to} ${key.on_delete}`)
      .sort(),
    indexes: indexes
      .filter(({ origin }) => origin === 'c')
      .map(({ name }) => `${name} ${listColumns(name)}`)
      .sort(),
    unique: indexes
      .filter(({ origin }) => origin === 'u')
      .map(({ name }) => listColumns(name))
      .sort(),
  };
}
