// Records as the audit retells them, without a database: which column contradicts the log, if any.
import { AuditMismatch } from '../../app/audit/facts';
import { replayEntry } from '../../app/audit/fold';
import { ReplayState } from '../../app/audit/replay-state';
import type { LogRow } from '../../app/audit/hash-chain';
import type { LogRecord } from '../../app/trading/domain/record';

/** The first contradiction's column; null where all agree. */
export function auditRecords(records: readonly LogRecord[]): string | null {
  const telling = new ReplayState(() => undefined, -Infinity);
  for (const record of records) {
    const row = {
      seq: record.seq,
      user_id: record.userId,
      book_id: record.bookId,
      type: record.type,
      payload: JSON.stringify(record.payload),
      cause_seq: record.causeSeq,
      at_ms: record.atMs,
    } as LogRow;
    try {
      replayEntry(telling, row);
    } catch (error) {
      if (error instanceof AuditMismatch) return error.column;
      throw error;
    }
  }
  return null;
}
