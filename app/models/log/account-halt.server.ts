// The halt of one account, as the event log has it.
import type { Database } from '../../../db/client.server';

/** Reason of the current halt of an account; null if it is not halted. */
export function findAccountHaltReason(db: Database, bookId: string): string | null {
  const row = db.$client
    .prepare<
      [string],
      { type: string; reason: string }
    >("SELECT type, json_extract(payload, '$.reason') AS reason FROM event WHERE book_id = ? AND type IN ('AccountHalted', 'AccountResumed') ORDER BY seq DESC LIMIT 1")
    .get(bookId);
  return row?.type === 'AccountHalted' ? row.reason : null;
}
