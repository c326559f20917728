// The rows that changed between two backups, in a file of their own.
import { closeSync, openSync } from 'node:fs';
import type { Database as Sqlite } from 'better-sqlite3';
import { type LogHead, getLogHead } from '../../models/log/log.server';
import { findLastTime } from '../../models/log/cut-log.server';
import { getMeta, saveMeta } from '../../models/log/meta.server';
import { thinStoredRows } from '../../models/log/snapshot.server';
import { type Database, closeDatabase, openDatabase } from '../../../db/client.server';
import { HOUR_MS } from '../../trading/domain/time';
import type { EpochMs } from '../../trading/domain/units';
import { UsageError } from '../cli';
import { BACKUP_RULES, type BackupRule } from './backup-tables';
import { removeDatabase, syncPath } from './copy-database';

/**
 * Identity of a backup: the last record of the log, and the wall clock when its rows were read.
 * Passwords and sessions change without a record, so the record alone does not name it.
 */
export interface BackupHead extends LogHead {
  readonly readMs: number;
}

/** What a file of changes continues, where it ends, and the rules by which it was written. */
interface ChangesInfo {
  readonly from: BackupHead;
  readonly to: BackupHead;
  readonly rules: Readonly<Record<string, BackupRule>>;
}

export const isSameBackup = (a: BackupHead | null, b: BackupHead): boolean =>
  a !== null && a.seq === b.seq && a.hash === b.hash && a.readMs === b.readMs;

const READ_MS = 'backup_read_ms';

/** Marks a complete copy as a backup read at this time. */
export const saveReadTime = (db: Database, readMs: number): void =>
  saveMeta(db, READ_MS, String(readMs));

/** Null without records, and for a copy that later changes cannot continue. */
export function getBackupHead(db: Database): BackupHead | null {
  const [head, readMs] = [getLogHead(db), getMeta(db, READ_MS)];
  return head.seq === 0 || readMs === null ? null : { ...head, readMs: Number(readMs) };
}

/** Writes all changes since a backup to the new file `to` (mode 0600), as of one moment. */
export function writeChanges(databasePath: string, to: string, since: BackupHead): void {
  removeDatabase(to);
  closeSync(openSync(to, 'wx', 0o600));
  const db = openDatabase(databasePath);
  const raw = db.$client;
  try {
    raw.prepare('ATTACH ? AS changes').run(to);
    raw.pragma('changes.journal_mode = DELETE');
    const readMs = Date.now();
    const copyTables = raw.transaction(() => {
      for (const [table, rule] of Object.entries(BACKUP_RULES)) copyRows(raw, table, rule, since);
      const info: ChangesInfo = {
        from: since,
        to: { ...getLogHead(db), readMs },
        rules: BACKUP_RULES,
      };
      raw.exec('CREATE TABLE changes.info (info TEXT NOT NULL)');
      raw.prepare('INSERT INTO changes.info (info) VALUES (?)').run(JSON.stringify(info));
    });
    copyTables();
    raw.exec('DETACH changes');
    syncPath(to);
  } finally {
    closeDatabase(db);
  }
}

function copyRows(raw: Sqlite, table: string, rule: BackupRule, since: BackupHead): void {
  if (rule.kind === 'skip') return;
  const where = rule.kind === 'whole' ? '' : `WHERE ${rule.where}`;
  raw.exec(`CREATE TABLE changes."${table}" AS SELECT * FROM main."${table}" LIMIT 0`);
  raw
    .prepare(`INSERT INTO changes."${table}" SELECT * FROM main."${table}" ${where}`)
    .run(...(where === '' ? [] : [selectParameters(where, since)]));
  if (rule.kind === 'change' && rule.key !== undefined)
    raw.exec(`CREATE TABLE changes."${table} keys" AS SELECT "${rule.key}" FROM main."${table}"`);
}

/** Named parameters that the condition uses; SQLite rejects others. */
function selectParameters(where: string, since: BackupHead): Readonly<Record<string, number>> {
  // An hour tolerates steps of the wall clock.
  const parameters = { seq: since.seq, ms: since.readMs - HOUR_MS };
  return Object.fromEntries(
    Object.entries(parameters).filter(([name]) => where.includes(`@${name}`)),
  );
}

/** Reads what a file of changes continues. Throws UsageError for any other file. */
export function readChangesInfo(path: string): ChangesInfo {
  const db = openDatabase(path, { readonly: true });
  try {
    const info = db.$client.prepare<[], string>('SELECT info FROM info').pluck().get();
    if (info !== undefined) return JSON.parse(info) as ChangesInfo;
  } catch {
    // Explained below.
  } finally {
    closeDatabase(db);
  }
  throw new UsageError(`${path} is not a file of changes, or it is damaged.`);
}

/** Engine time of the last record in a complete backup or a file of changes; null without one. */
export function readLastTime(path: string): EpochMs | null {
  const db = openDatabase(path, { readonly: true });
  try {
    return findLastTime(db);
  } finally {
    closeDatabase(db);
  }
}

/**
 * Adds a file of changes to the complete copy `path` that it continues. `check` may throw: then the
 * copy stays as it was.
 */
export function addChanges(
  path: string,
  changes: string,
  check: (raw: Sqlite) => void = () => undefined,
): void {
  const { to, rules } = readChangesInfo(changes);
  const db = openDatabase(path);
  const raw = db.$client;
  try {
    raw.pragma('foreign_keys = OFF');
    raw.prepare('ATTACH ? AS changes').run(changes);
    const add = raw.transaction(() => {
      for (const [table, rule] of Object.entries(rules)) addRows(raw, table, rule);
      const thinnedMs = getMeta(db, 'snapshot_thinned_ms');
      if (thinnedMs !== null) thinStoredRows(raw, Number(thinnedMs));
      saveReadTime(db, to.readMs);
      check(raw);
    });
    add.immediate();
    raw.exec('DETACH changes');
    raw.pragma('journal_mode = DELETE');
  } finally {
    closeDatabase(db);
  }
  syncPath(path);
}

function addRows(raw: Sqlite, table: string, rule: BackupRule): void {
  if (rule.kind === 'skip') return;
  if (rule.kind === 'whole') raw.exec(`DELETE FROM main."${table}"`);
  const verb = rule.kind === 'change' ? 'INSERT OR REPLACE' : 'INSERT';
  const order = rule.kind === 'append' ? `ORDER BY ${rule.orderBy}` : '';
  raw.exec(`${verb} INTO main."${table}" SELECT * FROM changes."${table}" ${order}`);
  if (rule.kind === 'change' && rule.key !== undefined)
    raw.exec(
      `DELETE FROM main."${table}" WHERE "${rule.key}" NOT IN (SELECT "${rule.key}" FROM changes."${table} keys")`,
    );
}
