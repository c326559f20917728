// Records as the audit retells them, without a database: which column contradicts the log, if any.
import { Contradiction } from '../../app/audit/facts';
import { tell } from '../../app/audit/fold';
import { Retelling } from '../../app/audit/retelling';
import type { LogRow } from '../../app/audit/chain';
import type { LogRecord } from '../../app/trading/domain/record';

/** The first contradiction's column; null where all agree. */
export function auditRecords(records: readonly LogRecord[]): string | null {
  const telling = new Retelling(() => undefined, -Infinity);
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
      tell(telling, row);
    } catch (error) {
      if (error instanceof Contradiction) return error.column;
      throw error;
    }
  }
  return null;
}
