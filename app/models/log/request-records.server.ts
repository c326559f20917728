// Follows a request through the log: from its command to orders, fills and rejections, and back.
import type { Database } from '../../../db/client.server';
import type { LogRecord } from '../../trading/domain/record';
import { findRecords } from './log.server';

const REQUESTS_BEHIND = `
  WITH RECURSIVE behind(start, seq) AS (
    SELECT value, value FROM json_each(?)
    UNION SELECT behind.start, e.cause_seq FROM behind JOIN event e ON e.seq = behind.seq
      WHERE e.cause_seq IS NOT NULL)
  SELECT behind.start AS seq, r.request_id AS requestId
  FROM behind JOIN command_request r ON r.seq = behind.seq`;

/** Requests behind records, by record number; none where no command caused the record. */
export function findRequestIds(db: Database, seqs: readonly number[]): ReadonlyMap<number, string> {
  const rows = db.$client
    .prepare<[string], { seq: number; requestId: string }>(REQUESTS_BEHIND)
    .all(JSON.stringify(seqs));
  return new Map(rows.map(({ seq, requestId }) => [seq, requestId]));
}

/** False for a backup of a version that stored no requests. */
export const hasStoredRequests = (db: Database): boolean =>
  db.$client
    .prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'command_request'")
    .get() !== undefined;

/** Records of the commands of a request, oldest first. */
const listCommands = (db: Database, requestId: string): number[] =>
  db.$client
    .prepare<[string], number>('SELECT seq FROM command_request WHERE request_id = ? ORDER BY seq')
    .pluck()
    .all(requestId);

/** Records that may follow from others: they name their cause, or an order. */
const FOLLOWERS = `
  SELECT seq, cause_seq AS causeSeq,
    coalesce(json_extract(payload, '$.orderId'), json_extract(payload, '$.order.id')) AS orderId
  FROM event
  WHERE seq >= ?
    AND (cause_seq >= ? OR type LIKE 'Order%' OR type IN ('FillCorrected', 'FeeReported'))
  ORDER BY seq`;

interface Follower {
  readonly seq: number;
  readonly causeSeq: number | null;
  readonly orderId: string | null;
}

/**
 * The records of a request, oldest first: its commands, what they caused, and everything about the
 * orders among it, until now. Reads the log from the first command on.
 */
export function listRequestRecords(db: Database, requestId: string): readonly LogRecord[] {
  const followed = new Set(listCommands(db, requestId));
  const [first] = followed;
  if (first === undefined) return [];
  const orders = new Set<string>();
  for (const { seq, causeSeq, orderId } of db.$client
    .prepare<[number, number], Follower>(FOLLOWERS)
    .iterate(first, first)) {
    const isCaused = causeSeq !== null && followed.has(causeSeq);
    if (!isCaused && !(orderId !== null && orders.has(orderId))) continue;
    followed.add(seq);
    if (orderId !== null) orders.add(orderId);
  }
  return findRecords(db, [...followed]);
}
