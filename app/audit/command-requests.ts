// Audits the requests of commands: each names the record of a command. The id itself is in no record.
import type { Database as Sqlite } from 'better-sqlite3';
import type { AuditReport } from './audit-report';

const FOREIGN = `
  SELECT r.seq, e.type FROM command_request r LEFT JOIN event e ON e.seq = r.seq
  WHERE r.seq > ? AND e.type IS NOT 'CommandReceived' ORDER BY r.seq`;

/** Compares requests after `sinceSeq` (null: all). Backups of earlier versions have none. */
export function auditCommandRequests(
  raw: Sqlite,
  report: AuditReport,
  sinceSeq: number | null,
): void {
  const table = raw
    .prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'command_request'")
    .get();
  if (table === undefined) return;
  for (const { seq, type } of raw
    .prepare<[number], { seq: number; type: string | null }>(FOREIGN)
    .all(sinceSeq ?? 0))
    report.add({
      table: 'command_request',
      key: String(seq),
      column: 'seq',
      stored: type ?? 'no record',
      expected: 'CommandReceived',
    });
}
