// Reads the event log and verifies its hash chain.
import type { Database } from '../../../db/client.server';
import type { LogRecord } from '../../trading/domain/record';
import { GENESIS_HASH, computeRecordHash, computeRecordSeal } from './hash-chain.server';

export interface LogHead {
  readonly seq: number;
  readonly hash: string;
}

/** The last record; seq 0 for an empty log. */
export function getLogHead(db: Database): LogHead {
  const row = db.$client
    .prepare<
      [],
      LogHead
    >('SELECT seq, lower(hex(hash)) AS hash FROM event ORDER BY seq DESC LIMIT 1')
    .get();
  return row ?? { seq: 0, hash: GENESIS_HASH };
}

/** Prepares a lookup of record hashes by number; null if missing, the genesis hash for 0. */
export function prepareFindEventHash(db: Database): (seq: number) => string | null {
  const find = db.$client
    .prepare<[number], string>('SELECT lower(hex(hash)) FROM event WHERE seq = ?')
    .pluck();
  return (seq) => (seq === 0 ? GENESIS_HASH : (find.get(seq) ?? null));
}

interface EventRow {
  readonly seq: number;
  readonly userId: string | null;
  readonly bookId: string | null;
  readonly type: string;
  readonly payload: string;
  readonly causeSeq: number | null;
  readonly atMs: number;
  readonly hash: string;
  readonly wallMs: number;
  readonly codeVersion: string;
  readonly seal: string;
}

const COLUMNS = `seq, user_id AS userId, book_id AS bookId, type, payload, cause_seq AS causeSeq, at_ms AS atMs,
  lower(hex(hash)) AS hash, wall_ms AS wallMs, code_version AS codeVersion, lower(hex(seal)) AS seal`;

/** The hash chain is broken: the log was changed outside the server, or the disk failed. */
export class ChainError extends Error {
  constructor(
    readonly seq: number,
    what: string,
  ) {
    super(`Record ${seq} of the log ${what}. Restore the newest backup that passes its audit.`);
  }
}

const PAGE_ROWS = 1000;

/** Rows after `head`, read page by page, so that the caller may write meanwhile. */
function* iterateRows(db: Database, head: LogHead): Generator<EventRow> {
  const page = db.$client.prepare<[number], EventRow>(
    `SELECT ${COLUMNS} FROM event WHERE seq > ? ORDER BY seq LIMIT ${PAGE_ROWS}`,
  );
  let rows = page.all(head.seq);
  while (rows.length > 0) {
    yield* rows;
    rows = page.all(rows.at(-1)?.seq ?? head.seq);
  }
}

/** Rows after `head`, each verified before it is returned. Throws ChainError. */
export function* iterateVerifiedRows(db: Database, head: LogHead): Generator<EventRow> {
  let last = head;
  for (const row of iterateRows(db, head)) {
    if (row.seq !== last.seq + 1) throw new ChainError(last.seq + 1, 'is missing');
    if (computeRecordHash(last.hash, row, row.payload) !== row.hash)
      throw new ChainError(row.seq, 'does not match its hash or does not follow the one before it');
    if (computeRecordSeal(row.hash, row.wallMs, row.codeVersion) !== row.seal)
      throw new ChainError(row.seq, 'does not match its seal');
    last = row;
    yield row;
  }
}

export function toRecord(row: EventRow): LogRecord {
  const { seq, userId, bookId, type, causeSeq, atMs } = row;
  return {
    seq,
    userId,
    bookId,
    type,
    payload: JSON.parse(row.payload) as unknown,
    causeSeq,
    atMs,
  } as LogRecord;
}

/** Playbook decisions and rejected orders of an account, newest first, at most 1,000. */
export function listDecisions(
  db: Database,
  userId: string,
  bookId: string,
  limit: number,
): LogRecord[] {
  const rows = db.$client
    .prepare<
      [string, string, number],
      EventRow
    >(`SELECT ${COLUMNS} FROM event WHERE book_id = ? AND type IN ('DecisionTaken', 'OrderRefused') AND user_id = ? ORDER BY seq DESC LIMIT ?`)
    .all(bookId, userId, Math.min(limit, DECISIONS_MAX));
  return rows.map(toRecord);
}

/** Records of a user in a range, oldest first. */
export function listRecords(
  db: Database,
  userId: string,
  fromSeq: number,
  toSeq: number,
): LogRecord[] {
  return db.$client
    .prepare<
      [number, number, string],
      EventRow
    >(`SELECT ${COLUMNS} FROM event WHERE seq BETWEEN ? AND ? AND user_id = ? ORDER BY seq`)
    .all(fromSeq, toSeq, userId)
    .map(toRecord);
}

/** Records by number, oldest first; missing numbers are skipped. */
export const findRecords = (db: Database, seqs: readonly number[]): LogRecord[] =>
  db.$client
    .prepare<
      [string],
      EventRow
    >(`SELECT ${COLUMNS} FROM event WHERE seq IN (SELECT value FROM json_each(?)) ORDER BY seq`)
    .all(JSON.stringify(seqs))
    .map(toRecord);

const DECISIONS_MAX = 1000;
