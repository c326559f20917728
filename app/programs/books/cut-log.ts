// Takes a copy of the database back to an earlier moment of its log.
import type { Database as Sqlite } from 'better-sqlite3';
import { MIGRATIONS_FOLDER } from '../../server/platform/project.server';
import { getMeta, saveMeta } from '../../models/log/meta.server';
import { rebuildProjections } from '../../models/log/rebuild-projections.server';
import { thinStoredRows } from '../../models/log/snapshot.server';
import { formatIsoTime } from '../../trading/domain/format';
import type { EpochMs } from '../../trading/domain/units';
import { type Database, closeDatabase, openDatabase } from '../../../db/client.server';
import { migrateDatabase } from '../../../db/migrate.server';
import { UsageError } from '../cli';
import { syncPath } from './copy-database';

/** The last record of a log. */
export interface LogEnd {
  readonly seq: number;
  readonly atMs: EpochMs;
}

/**
 * Removes all records after a moment and writes what follows from the log again. A copy of an
 * earlier version is migrated first. Returns the last record that stays. Throws UsageError if the
 * log starts later.
 *
 * Records of one engine step have the same time, so no command is cut in two.
 */
export function cutLog(
  path: string,
  atMs: EpochMs,
  progress: (done: number, total: number) => void = () => undefined,
): LogEnd {
  const db = openDatabase(path);
  try {
    migrateDatabase(db, MIGRATIONS_FOLDER);
    const end = findEnd(db, atMs);
    if (hasLaterRecords(db, end)) {
      db.$client.pragma('foreign_keys = OFF');
      const cut = db.$client.transaction(() =>
        removeAfter(db, end, (done) => progress(done, end.seq)),
      );
      cut.immediate();
    }
    db.$client.pragma('journal_mode = DELETE');
    return end;
  } finally {
    closeDatabase(db);
    syncPath(path);
  }
}

function findEnd(db: Database, atMs: EpochMs): LogEnd {
  const raw = db.$client;
  const end = raw
    .prepare<
      [number],
      LogEnd
    >('SELECT seq, at_ms AS atMs FROM event WHERE at_ms <= ? ORDER BY seq DESC LIMIT 1')
    .get(atMs);
  if (end) return end;
  const firstMs = raw.prepare<[], number>('SELECT at_ms FROM event WHERE seq = 1').pluck().get();
  throw new UsageError(
    firstMs === undefined
      ? 'The backup has no records. Restore it without --at.'
      : `The log starts at ${formatIsoTime(firstMs)}, after ${formatIsoTime(atMs)}. Give a later time with --at.`,
  );
}

const hasLaterRecords = (db: Database, { seq }: LogEnd): boolean =>
  db.$client.prepare('SELECT 1 FROM event WHERE seq > ?').get(seq) !== undefined;

function removeAfter(db: Database, { seq, atMs }: LogEnd, progress: (done: number) => void): void {
  const raw = db.$client;
  const restoreTriggers = dropTriggers(raw);
  raw.prepare('DELETE FROM event WHERE seq > ?').run(seq);
  raw.prepare('DELETE FROM command WHERE last_seq > ?').run(seq);
  raw.prepare('DELETE FROM checkpoint WHERE seq > ?').run(seq);
  // A replayed feed stores the valuations after the record again.
  raw.prepare('DELETE FROM minute_value WHERE at_ms > ? OR after_seq > ?').run(atMs, seq);
  rebuildProjections(db, progress);
  removeLaterShadows(raw);
  const thinnedMs = getMeta(db, 'snapshot_thinned_ms');
  if (thinnedMs !== null) {
    // Thinned as of the new end: valuations that follow must not be older than the thinning.
    saveMeta(db, 'snapshot_thinned_ms', String(Math.min(Number(thinnedMs), atMs)));
    thinStoredRows(raw, Math.min(Number(thinnedMs), atMs));
  }
  // The feed guard would take the quotes of a replayed feed for older than these.
  raw.exec("DELETE FROM meta WHERE key = 'believed_quotes'");
  restoreTriggers();
}

/**
 * The state of a shadow account is not in the log: shadow accounts restart from their accounts.
 * Ended days before the moment stay.
 */
function removeLaterShadows(raw: Sqlite): void {
  raw.exec(`
    DELETE FROM twin;
    DELETE FROM twin_day WHERE NOT EXISTS (
      SELECT 1 FROM book WHERE book.id = twin_day.book_id
        AND (twin_day.epoch < book.epoch OR (twin_day.epoch = book.epoch AND twin_day.day < book.day)))`);
}

/** Triggers protect log and postings from this; the returned function creates them again. */
function dropTriggers(raw: Sqlite): () => void {
  const triggers = raw
    .prepare<
      [],
      { name: string; sql: string }
    >("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name IN ('event', 'posting')")
    .all();
  for (const { name } of triggers) raw.exec(`DROP TRIGGER "${name}"`);
  return () => {
    for (const { sql } of triggers) raw.exec(sql);
  };
}
