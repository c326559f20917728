// The rows that changed between two backups, in a file of their own.
import { closeSync, openSync } from 'node:fs';
import type { Database as Sqlite } from 'better-sqlite3';
import { thinStoredRows } from '../../models/log/snapshot.server';
import { type LogHead, getLogHead } from '../../models/log/log.server';
import { closeDatabase, openDatabase } from '../../../db/client.server';
import { DAY_MS } from '../../trading/domain/time';
import { UsageError } from '../cli';
import { BACKUP_RULES, type BackupRule } from './backup-tables';
import { removeDatabase, syncPath } from './copy-database';

/** What a file of changes continues, and where it ends. */
interface ChangesInfo {
  readonly from: LogHead;
  readonly to: LogHead;
  /** Wall clock when the rows were read. */
  readonly readMs: number;
}

/** A head of the log, and when the rows up to it were read. */
export interface BackupHead extends LogHead {
  readonly readMs: number;
}

/** Tolerated difference of clocks, for tables that are chosen by time. */
const CLOCK_MARGIN_MS = 3_600_000;

/** Writes all changes since a backup to the new file `to` (mode 0600), as of one moment. */
export function writeChanges(databasePath: string, to: string, since: BackupHead): ChangesInfo {
  removeDatabase(to);
  closeSync(openSync(to, 'wx', 0o600));
  const db = openDatabase(databasePath);
  const raw = db.$client;
  try {
    raw.prepare('ATTACH ? AS changes').run(to);
    raw.pragma('changes.journal_mode = DELETE');
    const readMs = Date.now();
    const copyTables = raw.transaction((): ChangesInfo => {
      for (const [table, rule] of Object.entries(BACKUP_RULES)) copyRows(raw, table, rule, since);
      const info = { from: { seq: since.seq, hash: since.hash }, to: getLogHead(db), readMs };
      raw.exec('CREATE TABLE changes.info (info TEXT NOT NULL)');
      raw.prepare('INSERT INTO changes.info (info) VALUES (?)').run(JSON.stringify(info));
      return info;
    });
    const info = copyTables();
    raw.exec('DETACH changes');
    syncPath(to);
    return info;
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
function selectParameters(where: string, since: BackupHead): Readonly<Record<string, unknown>> {
  const parameters = {
    seq: since.seq,
    ms: since.readMs - CLOCK_MARGIN_MS,
    day: new Date(since.readMs - 2 * DAY_MS).toISOString().slice(0, 10),
  };
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

/**
 * Adds changes to the database that they continue; the caller holds a transaction and has switched
 * foreign keys off. The file must be attached as `changes`.
 */
export function applyChanges(raw: Sqlite): void {
  for (const [table, rule] of Object.entries(BACKUP_RULES)) {
    if (rule.kind === 'skip') continue;
    if (rule.kind === 'whole') raw.exec(`DELETE FROM main."${table}"`);
    const verb = rule.kind === 'change' ? 'INSERT OR REPLACE' : 'INSERT';
    const order = rule.kind === 'append' ? `ORDER BY ${rule.orderBy}` : '';
    raw.exec(`${verb} INTO main."${table}" SELECT * FROM changes."${table}" ${order}`);
    if (rule.kind === 'change' && rule.key !== undefined)
      raw.exec(
        `DELETE FROM main."${table}" WHERE "${rule.key}" NOT IN (SELECT "${rule.key}" FROM changes."${table} keys")`,
      );
  }
  const thinnedMs = raw
    .prepare<[], string>("SELECT value FROM main.meta WHERE key = 'snapshot_thinned_ms'")
    .pluck()
    .get();
  if (thinnedMs !== undefined) thinStoredRows(raw, Number(thinnedMs));
}
