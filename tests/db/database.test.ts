// The file and its connection: durable, private, guarded, one desk at a time.
import { once } from 'node:events';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import {
  DatabaseError,
  closeDatabase,
  databasePath,
  openDatabase,
  requireVersion,
} from '../../db/client.server';
import { LockError, lockFile, takeLock } from '../../db/lock.server';
import { emptyBooks, scratchDir, testJournal } from '../support/books';
import { tradedDesk } from '../support/scripted-trader';

const PRAGMAS = {
  journal_mode: 'wal',
  synchronous: 2,
  foreign_keys: 1,
  trusted_schema: 0,
  busy_timeout: 5000,
} as const;

describe('a connection', () => {
  it.each([false, true])('has every pragma (readonly: %s)', (readonly) => {
    const { path } = emptyBooks();
    const db = openDatabase(path, { readonly });
    const seen = Object.fromEntries(
      Object.keys(PRAGMAS).map((name) => [name, db.$client.pragma(name, { simple: true })]),
    );
    closeDatabase(db);
    expect(seen).toEqual(PRAGMAS);
  });

  it('is private to its owner: file, companions and folder', () => {
    const { db, path, dataDir } = emptyBooks();
    tradedDesk(testJournal(db), 1);
    const modes = [dataDir, path, `${path}-wal`, `${path}-shm`].map((file) =>
      (statSync(file).mode & 0o777).toString(8),
    );
    expect(modes).toEqual(['700', '600', '600', '600']);
  });

  it('leaves no write-ahead log behind a clean end', () => {
    const { db, path } = emptyBooks();
    tradedDesk(testJournal(db), 3);
    closeDatabase(db);
    expect(existsSync(`${path}-wal`)).toBe(false);
  });

  it('refuses a file that is no database, with advice', () => {
    const path = join(scratchDir(), 'notes.db');
    writeFileSync(path, 'these are notes and no database, whatever their name says '.repeat(40));
    expect(() => openDatabase(path)).toThrow(DatabaseError);
  });

  it('does not create a file that is only to be read', () => {
    const path = join(scratchDir(), 'none.db');
    expect(() => openDatabase(path, { readonly: true })).toThrow(/Check that the file exists/);
    expect(existsSync(path)).toBe(false);
  });
});

describe('the version of SQLite', () => {
  it.each(['3.51.3', '3.51.10', '3.53.0', '4.0.0'])('%s will do', (version) => {
    expect(() => requireVersion(version)).not.toThrow();
  });

  it.each(['3.51.2', '3.50.9', '3.52.0', '2.99.99', ''])("'%s' is refused", (version) => {
    expect(() => requireVersion(version)).toThrow(
      /Install the better-sqlite3 named in package.json/,
    );
  });
});

describe('the log and the postings', () => {
  const FORBIDDEN = [
    ['UPDATE event SET at_ms = at_ms + 1 WHERE seq = 3', /never changed/],
    ['DELETE FROM event WHERE seq = (SELECT max(seq) FROM event)', /never removed/],
    ['INSERT OR REPLACE INTO event SELECT * FROM event WHERE seq = 3', /continued at its end/],
    [
      'INSERT INTO event SELECT seq + 1, user_id, book_id, type, payload, NULL, at_ms, prev_hash, hash, wall_ms, code_version, seal FROM event ORDER BY seq DESC LIMIT 1',
      /continued at its end/,
    ],
    ['UPDATE posting SET amount = amount + 1', /never changed/],
    ['DELETE FROM posting', /never removed/],
    ['INSERT OR REPLACE INTO posting SELECT * FROM posting LIMIT 1', /never replaced/],
  ] as const;

  it.each(FORBIDDEN)('refuse %s', (sql, reason) => {
    const { db } = emptyBooks();
    tradedDesk(testJournal(db), 5);
    expect(() => db.$client.exec(sql)).toThrow(reason);
  });
});

describe('the lock of a data directory', () => {
  it('is held by one alone and free at once after release', () => {
    const dataDir = scratchDir();
    databasePath(dataDir);
    const lock = takeLock(dataDir);
    expect(() => takeLock(dataDir)).toThrow(LockError);
    expect(() => takeLock(dataDir)).toThrow(`Another Frontmonth is using DATA_DIR ${dataDir}`);
    lock.release();
    takeLock(dataDir).release();
    expect(statSync(lock.path).mode & 0o777).toBe(0o600);
  });

  it('is waited for while another lets go of it', async () => {
    const path = join(scratchDir(), 'frontmonth.lock');
    const holder = new Worker(HOLD_LOCK, { eval: true, workerData: { path, heldMs: 50 } });
    await once(holder, 'message');
    const lock = lockFile(path, 10_000);
    expect(lock).not.toBeNull();
    lock?.release();
  });
});

/** Holds a lock on a thread of its own for a while, from the moment of its message. */
const HOLD_LOCK = `
  const { parentPort, workerData } = require('node:worker_threads');
  const raw = new (require('better-sqlite3'))(workerData.path);
  raw.exec('BEGIN EXCLUSIVE');
  parentPort.postMessage('held');
  setTimeout(() => raw.close(), workerData.heldMs);
`;
