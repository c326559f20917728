// A copy of the built project that counts as an earlier version: another build, other names of its scripts.
import {
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Database } from '../../db/client.server';
import { ROOT } from './source-files';

const COPIED = [
  'server.js',
  'build.js',
  'package.json',
  'app/server/http',
  'build',
  'db/migrations',
];
const FORMER_STAMP = 'f0f0f0f0f0f0';
const FORMER_HASH = 'FormerOne';

const listFiles = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? listFiles(path) : [path];
  });

/** Copies into an empty folder. The script that starts each page has another name than in this version. */
export function createFormerVersion(folder: string): void {
  for (const path of COPIED) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const stamp = join(folder, 'build', 'stamp');
  writeFileSync(stamp, FORMER_STAMP + readFileSync(stamp, 'utf8').slice(FORMER_STAMP.length));
  const assets = join(folder, 'build', 'client', 'assets');
  const entry = readdirSync(assets).find((name) => /^entry\.client-.+\.js$/.test(name)) ?? '';
  const former = `entry.client-${FORMER_HASH}.js`;
  for (const file of listFiles(join(folder, 'build')).filter((path) => path.endsWith('.js'))) {
    const text = readFileSync(file, 'utf8');
    if (text.includes(entry)) writeFileSync(file, text.replaceAll(entry, former));
  }
  renameSync(join(assets, entry), join(assets, former));
}

/** The statement of a migration that creates an index. */
const readIndexStatement = (tag: string): string =>
  /^CREATE INDEX .*$/m.exec(
    readFileSync(join(ROOT, 'db', 'migrations', `${tag}.sql`), 'utf8'),
  )?.[0] ?? '';

/** How to take a database back to before its newest migration. A later migration needs the next line. */
const REDUCTIONS: Readonly<Record<string, readonly string[]>> = {
  '0021_command_requests': [
    'DROP TABLE command_request',
    'ALTER TABLE operator_request DROP COLUMN request_id',
  ],
  '0022_moved_accounts': ['DROP INDEX event_notice', readIndexStatement('0018_live_notices')],
};

interface MigrationEntry {
  readonly tag: string;
  readonly when: number;
}

/** Takes a database back by the newest migration, as the version before it has left it. */
export function reduceSchema(db: Database): void {
  const journal = join(ROOT, 'db', 'migrations', 'meta', '_journal.json');
  const { entries } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: MigrationEntry[] };
  const newest = entries.at(-1);
  const statements = REDUCTIONS[newest?.tag ?? ''];
  if (!newest || !statements)
    throw new Error(`tests/support/former-version.ts names no way back of ${newest?.tag}`);
  for (const statement of statements) db.$client.exec(statement);
  db.$client.prepare('DELETE FROM __drizzle_migrations WHERE created_at = ?').run(newest.when);
}
