// Takes a copy of the database back to an earlier moment of its log.
import { closeDatabase, openDatabase } from '../../../db/client.server';
import { migrateDatabase } from '../../../db/migrate.server';
import {
  type LogEnd,
  findFirstTime,
  findLastRecord,
  removeRecordsAfter,
} from '../../models/log/cut-log.server';
import { MIGRATIONS_FOLDER } from '../../server/platform/project.server';
import { formatIsoTime } from '../../trading/domain/format';
import type { EpochMs } from '../../trading/domain/units';
import { UsageError } from '../cli';
import { syncPath } from './copy-database';

/**
 * Removes all records after a moment and writes what follows from the log again. A copy of an
 * earlier version is migrated first. Returns the last record that stays. Throws UsageError if the
 * log starts later.
 */
export function cutLog(
  path: string,
  atMs: EpochMs,
  progress: (done: number, total: number) => void = () => undefined,
): LogEnd {
  const db = openDatabase(path);
  try {
    migrateDatabase(db, MIGRATIONS_FOLDER);
    const end = findLastRecord(db, atMs);
    if (end === null) throw explainLaterLog(findFirstTime(db), atMs);
    removeRecordsAfter(db, end, (done) => progress(done, end.seq));
    db.$client.pragma('journal_mode = DELETE');
    return end;
  } finally {
    closeDatabase(db);
    syncPath(path);
  }
}

const explainLaterLog = (firstMs: EpochMs | null, atMs: EpochMs): UsageError =>
  new UsageError(
    firstMs === null
      ? 'The backup has no records. Restore it without --at.'
      : `The log starts at ${formatIsoTime(firstMs)}, after ${formatIsoTime(atMs)}. Give a later time with --at.`,
  );
