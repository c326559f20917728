// Removes the end of a log, and writes what follows from the rest again.
import type { Database as Sqlite } from 'better-sqlite3';
import type { Database } from '../../../db/client.server';
import type { EpochMs } from '../../trading/domain/units';
import { getMeta, saveMeta } from './meta.server';
import { rebuildProjections } from './rebuild-projections.server';
import { thinStoredRows } from './snapshot.server';

/** The last record of a log. */
export interface LogEnd {
  readonly seq: number;
  readonly atMs: EpochMs;
}

/**
 * The last record at or before a moment; null if the log starts later. Records of one engine step have
 * the same time, so no command is cut in two.
 */
export const findLastRecord = (db: Database, atMs: EpochMs): LogEnd | null =>
  db.$client
    .prepare<
      [number],
      LogEnd
    >('SELECT seq, at_ms AS atMs FROM event WHERE at_ms <= ? ORDER BY seq DESC LIMIT 1')
    .get(atMs) ?? null;

/** Engine time of the first record; null for an empty log. */
export const findFirstTime = (db: Database): EpochMs | null =>
  db.$client.prepare<[], EpochMs>('SELECT at_ms FROM event WHERE seq = 1').pluck().get() ?? null;

/** Engine time of the last record; null for an empty log. */
export const findLastTime = (db: Database): EpochMs | null =>
  db.$client
    .prepare<[], EpochMs>('SELECT at_ms FROM event ORDER BY seq DESC LIMIT 1')
    .pluck()
    .get() ?? null;

/** Removes everything or nothing; changes nothing where no record is later. */
export function removeRecordsAfter(
  db: Database,
  end: LogEnd,
  progress: (recordCount: number) => void,
): void {
  const hasLater = db.$client.prepare('SELECT 1 FROM event WHERE seq > ?').get(end.seq);
  if (hasLater === undefined) return;
  db.$client.pragma('foreign_keys = OFF');
  db.$client.transaction(() => removeAfter(db, end, progress)).immediate();
}

function removeAfter(db: Database, { seq, atMs }: LogEnd, progress: (done: number) => void): void {
  const raw = db.$client;
  const restoreTriggers = dropTriggers(raw);
  raw.prepare('DELETE FROM event WHERE seq > ?').run(seq);
  raw.prepare('DELETE FROM command WHERE last_seq > ?').run(seq);
  raw.prepare('DELETE FROM command_request WHERE seq > ?').run(seq);
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
