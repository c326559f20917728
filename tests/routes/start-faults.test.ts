// A data directory that cannot be used: the server and the programs print what to do, not a stack.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DATABASE_FILE, closeDatabase, openDatabase } from '../../db/client.server';
import { migrateDatabase } from '../../db/migrate.server';
import { runBuiltProgram } from '../support/run-program';
import { ROOT } from '../support/source-files';
import { MIGRATIONS, createScratchDir } from '../support/test-database';

const PAGE_BYTES = 4_096;
const HEADER_BYTES = 100;

function createFileAsDataDir(): string {
  const path = join(createScratchDir(), 'data');
  writeFileSync(path, 'not a folder');
  return path;
}

function createDataDir(database: Buffer): string {
  const dataDir = createScratchDir();
  writeFileSync(join(dataDir, DATABASE_FILE), database);
  return dataDir;
}

/** A database with a valid header and random pages. */
function createDamagedDatabase(): Buffer {
  const path = join(createScratchDir(), 'good.db');
  const db = openDatabase(path);
  migrateDatabase(db, MIGRATIONS);
  closeDatabase(db);
  const bytes = readFileSync(path);
  randomBytes(bytes.length - HEADER_BYTES).copy(bytes, HEADER_BYTES);
  return bytes;
}

it.each([
  [
    'a file as DATA_DIR',
    createFileAsDataDir,
    /\/data cannot be used \(EEXIST\)\. It is no folder: set DATA_DIR to a folder\.\n$/,
  ],
  [
    'a DATA_DIR below a file',
    () => join(createFileAsDataDir(), 'below'),
    /cannot be used \(ENOTDIR\)\. A part of its path is no folder: set DATA_DIR to a folder\.\n$/,
  ],
  [
    'a database of random bytes',
    () => createDataDir(randomBytes(4 * PAGE_BYTES)),
    /file is not a database\. Keep a copy of the file, then restore the newest backup: .*\n$/,
  ],
  [
    'a database with damaged pages',
    () => createDataDir(createDamagedDatabase()),
    /(malformed|not a database).* Keep a copy of the file, then restore the newest backup: .*\n$/,
  ],
])('%s', { timeout: 60_000 }, async (_name, createDir, pattern) => {
  const dataDir = createDir();
  const server = spawnSync(process.execPath, [join(ROOT, 'server.js')], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'fatal',
    },
    encoding: 'utf8',
  });
  const program = await runBuiltProgram('user', dataDir, ['list']);
  for (const [code, text] of [
    [server.status, server.stderr],
    [program.code, program.stderr],
  ] as const) {
    expect([code, text.trim().split('\n').length]).toEqual([1, 1]);
    expect(text).toMatch(pattern);
  }
});
