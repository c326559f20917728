// Database file and connection: durability, permissions, append-only guards, instance lock.
import { once } from 'node:events';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import {
  DatabaseError,
  closeDatabase,
  prepareDatabasePath,
  openDatabase,
  assertSqliteVersion,
} from '../../db/client.server';
import { LockError, lockFile, acquireLock } from '../../db/lock.server';
import { createEmptyDatabase, createScratchDir, openTestJournal } from '../support/test-database';
import { createTradedDesk } from '../support/scripted-trader';

const PRAGMAS = {
  journal_mode: 'wal',
  synchronous: 2,
  foreign_keys: 1,
  trusted_schema: 0,
  busy_timeout: 5000,
} as const;

describe('a connection', () => {
  it.each([false, true])('has every pragma (readonly: %s)', (readonly) => {
    const { path } = createEmptyDatabase();
    const db = openDatabase(path, { readonly });
    const seen = Object.fromEntries(
      Object.keys(PRAGMAS).map((name) => [name, db.$client.pragma(name, { simple: true })]),
    );
    closeDatabase(db);
    expect(seen).toEqual(PRAGMAS);
  });

  it('creates files and folder readable by the owner only', () => {
    const { db, path, dataDir } = createEmptyDatabase();
    createTradedDesk(openTestJournal(db), 1);
    const modes = [dataDir, path, `${path}-wal`, `${path}-shm`].map((file) =>
      (statSync(file).mode & 0o777).toString(8),
    );
    expect(modes).toEqual(['700', '600', '600', '600']);
  });

  it('leaves no WAL file after a clean close', () => {
    const { db, path } = createEmptyDatabase();
    createTradedDesk(openTestJournal(db), 3);
    closeDatabase(db);
    expect(existsSync(`${path}-wal`)).toBe(false);
  });

  it('rejects a file that is not a database, with advice', () => {
    const path = join(createScratchDir(), 'notes.db');
    writeFileSync(path, 'these are notes and no database, whatever their name says '.repeat(40));
    expect(() => openDatabase(path)).toThrow(DatabaseError);
  });

  it('does not create a missing file in readonly mode', () => {
    const path = join(createScratchDir(), 'none.db');
    expect(() => openDatabase(path, { readonly: true })).toThrow(/Check that the file exists/);
    expect(existsSync(path)).toBe(false);
  });
});

describe('the version of SQLite', () => {
  it.each(['3.51.3', '3.51.10', '3.53.0', '4.0.0'])('accepts %s', (version) => {
    expect(() => assertSqliteVersion(version)).not.toThrow();
  });

  it.each(['3.51.2', '3.50.9', '3.52.0', '2.99.99', ''])("rejects '%s'", (version) => {
    expect(() => assertSqliteVersion(version)).toThrow(
      /Install the better-sqlite3 named in package.json/,
    );
  });
});

describe('event log and postings', () => {
  const FORBIDDEN = [
    ['UPDATE event SET at_ms = at_ms + 1 WHERE seq = 3', /never changed/],
    ['DELETE FROM event WHERE seq = (SELECT max(seq) FROM event)', /never removed/],
    ['INSERT OR REPLACE INTO event SELECT * FROM event WHERE seq = 3', /continued at its end/],
    [
      'INSERT INTO event SELECT seq + 2, user_id, book_id, type, payload, NULL, at_ms, hash, wall_ms, code_version, seal FROM event ORDER BY seq DESC LIMIT 1',
      /continued at its end/,
    ],
    ['UPDATE posting SET amount = amount + 1', /never changed/],
    ['DELETE FROM posting', /never removed/],
    ['INSERT OR REPLACE INTO posting SELECT * FROM posting LIMIT 1', /never replaced/],
  ] as const;

  it.each(FORBIDDEN)('reject %s', (sql, reason) => {
    const { db } = createEmptyDatabase();
    createTradedDesk(openTestJournal(db), 5);
    expect(() => db.$client.exec(sql)).toThrow(reason);
  });
});

describe('the lock of a data directory', () => {
  it('has one holder and is free after release', () => {
    const dataDir = createScratchDir();
    prepareDatabasePath(dataDir);
    const lock = acquireLock(dataDir);
    expect(() => acquireLock(dataDir)).toThrow(LockError);
    expect(() => acquireLock(dataDir)).toThrow(`Another Frontmonth is using DATA_DIR ${dataDir}`);
    lock.release();
    acquireLock(dataDir).release();
    expect(statSync(lock.path).mode & 0o777).toBe(0o600);
  });

  it('waits for the holder to release it', async () => {
    const path = join(createScratchDir(), 'frontmonth.lock');
    const holder = new Worker(HOLD_LOCK, { eval: true, workerData: { path, heldMs: 50 } });
    await once(holder, 'message');
    const lock = lockFile(path, 10_000);
    expect(lock).not.toBeNull();
    lock?.release();
  });
});

/** Worker that holds the lock for `heldMs` after its message. */
const HOLD_LOCK = `
  const { parentPort, workerData } = require('node:worker_threads');
  const raw = new (require('better-sqlite3'))(workerData.path);
  raw.exec('BEGIN EXCLUSIVE');
  parentPort.postMessage('held');
  setTimeout(() => raw.close(), workerData.heldMs);
`;
