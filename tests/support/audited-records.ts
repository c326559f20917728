// Audits log records without a database.
import { AuditMismatch } from '../../app/audit/record-facts';
import { replayEntry } from '../../app/audit/replay-entry';
import { ReplayState } from '../../app/audit/replay-state';
import type { LogRow } from '../../app/audit/hash-chain';
import type { LogRecord } from '../../app/trading/domain/record';

/** Column of the first mismatch; null when there is none. */
export function auditRecords(records: readonly LogRecord[]): string | null {
  const replayState = new ReplayState(() => undefined, -Infinity);
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
      replayEntry(replayState, row);
    } catch (error) {
      if (error instanceof AuditMismatch) return error.column;
      throw error;
    }
  }
  return null;
}
