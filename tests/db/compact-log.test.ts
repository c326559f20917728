// The migration that stores hashes as bytes, and the audit of databases before it.
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { describe, expect, it } from 'vitest';
import { auditDatabase } from '../../app/audit/audit-database';
import { getLogHead } from '../../app/models/log/log.server';
import { recoverState } from '../../app/models/log/recovery.server';
import { applyRecord } from '../../app/trading/engine/apply-record';
import { type Database, closeDatabase, openDatabase } from '../../db/client.server';
import { migrateDatabase } from '../../db/migrate.server';
import { createTradedDesk } from '../support/scripted-trader';
import { MIGRATIONS, createEmptyDatabase, openTestJournal } from '../support/test-database';

const BEFORE_COMPACT_LOG = 13;

/** Columns of a table in the version before the migration: later ones were added at the end. */
const listColumns = (db: Database, table: string): string =>
  db.$client
    .prepare<[string], string>("SELECT name FROM pragma_table_info(?, 'main')")
    .pluck()
    .all(table)
    .join(', ');

/** A database of the version before the migration, with the rows of a traded database. */
function createEarlierDatabase(source: Database): Database {
  const migrations = readMigrationFiles({ migrationsFolder: MIGRATIONS }).slice(
    0,
    BEFORE_COMPACT_LOG,
  );
  const db = openDatabase(':memory:');
  for (const { sql } of migrations) for (const statement of sql) db.$client.exec(statement);
  db.$client.exec(
    `CREATE TABLE __drizzle_migrations (id INTEGER PRIMARY KEY, hash text NOT NULL, created_at numeric);
     ATTACH '${source.$client.name}' AS source`,
  );
  for (const { hash, folderMillis } of migrations)
    db.$client
      .prepare('INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)')
      .run(hash, folderMillis);
  const tables = db.$client
    .prepare<
      [],
      string
    >("SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT IN ('event', '__drizzle_migrations')")
    .pluck()
    .all();
  db.$client.exec(
    `INSERT INTO main.event SELECT seq, user_id, book_id, type, payload, cause_seq, at_ms,
       coalesce((SELECT lower(hex(hash)) FROM source.event before WHERE before.seq = event.seq - 1), '${'0'.repeat(64)}'),
       lower(hex(hash)), wall_ms, code_version, lower(hex(seal)) FROM source.event ORDER BY seq`,
  );
  for (const name of tables)
    db.$client.exec(
      `DELETE FROM main."${name}"; INSERT INTO main."${name}" SELECT ${listColumns(db, name)} FROM source."${name}"`,
    );
  db.$client.exec('DETACH source');
  return db;
}

describe('the migration to hashes as bytes', () => {
  it('leaves every record and hash as it was, and passes the audit before and after', () => {
    const { db: source } = createEmptyDatabase();
    createTradedDesk(openTestJournal(source), 120, 11);
    const head = getLogHead(source);
    const earlier = createEarlierDatabase(source);
    expect(auditDatabase(earlier.$client)).toMatchObject({ hasPassed: true, head });
    migrateDatabase(earlier, MIGRATIONS);
    expect(auditDatabase(earlier.$client)).toMatchObject({ hasPassed: true, head });
    expect(recoverState(earlier, applyRecord)).toMatchObject({ head, differences: [] });
    expect(earlier.$client.pragma('foreign_keys', { simple: true })).toBe(1);
    expect(earlier.$client.pragma('foreign_key_check')).toEqual([]);
    const listRecords = 'SELECT * FROM event ORDER BY seq';
    expect(earlier.$client.prepare(listRecords).all()).toEqual(
      source.$client.prepare(listRecords).all(),
    );
    closeDatabase(earlier);
  });

  it('does not hide a change of the earlier log', () => {
    const { db: source } = createEmptyDatabase();
    createTradedDesk(openTestJournal(source), 60, 11);
    const earlier = createEarlierDatabase(source);
    earlier.$client.exec(
      'DROP TRIGGER event_keeps; UPDATE event SET at_ms = at_ms + 1 WHERE seq = 40',
    );
    expect(auditDatabase(earlier.$client).firstDifferences[0]).toMatchObject({
      table: 'event',
      key: '40',
    });
    closeDatabase(earlier);
  });
});
