// Audits a database: recomputes every figure from the log with independent rules and compares every
// stored cell.
import type { Database as Sqlite } from 'better-sqlite3';
import { auditCommandRequests } from './command-requests';
import { auditAnswers, auditCheckpoints } from './stored-answers';
import {
  GENESIS,
  type LogRow,
  type StoredHash,
  computeHash,
  computeSeal,
  toHex,
} from './hash-chain';
import { AuditMismatch, formatFact } from './record-facts';
import { replayEntry } from './replay-entry';
import { assertReserve } from './replay-valuation';
import { MinuteValueReader } from './minute-value-reader';
import { PostingReader } from './posting-reader';
import { prepareFindHash } from './record-hashes';
import { type Difference, AuditReport } from './audit-report';
import { type AuditMemory, ReplayState } from './replay-state';
import { AUDITED_TABLES, AuditedTables } from './audited-tables';

/** Result of a passed audit, from which a later audit may continue. */
export interface SavedAudit {
  readonly head: { readonly seq: number; readonly hash: string };
  readonly memory: AuditMemory;
}

export interface AuditOptions {
  /**
   * Start after this record if the log still contains it, else at the beginning. Its memory is
   * changed.
   */
  readonly from?: SavedAudit | null;
  /** Called if the audit passes. */
  readonly onPassed?: (saved: SavedAudit) => void;
}

export interface AuditResult {
  readonly hasPassed: boolean;
  /**
   * Record after which the audit started; 0 for the whole log. Rows that no later record changed
   * are then not compared.
   */
  readonly since: number;
  /** Number of recomputed records and postings. */
  readonly records: number;
  readonly postings: number;
  /** Last replayed record, from which a later audit may continue. */
  readonly head: { readonly seq: number; readonly hash: string };
  readonly differences: number;
  readonly firstDifferences: readonly Difference[];
}

const PROGRESS_EVERY = 5000;
const PAGE_ROWS = 2000;

/**
 * Uses one read transaction, so that trading may continue meanwhile, or the transaction of the
 * caller.
 */
export function auditDatabase(
  raw: Sqlite,
  progress: (replayedCount: number, total: number) => void = () => undefined,
  options: AuditOptions = {},
): AuditResult {
  if (raw.inTransaction) return auditSnapshot(raw, progress, options);
  raw.exec('BEGIN');
  try {
    return auditSnapshot(raw, progress, options);
  } finally {
    if (raw.inTransaction) raw.exec('ROLLBACK');
  }
}

/** Start of an audit: after a saved record, or at the beginning (`since` is null). */
interface Start {
  readonly since: number | null;
  readonly head: SavedAudit['head'];
  readonly memory: AuditMemory | undefined;
}

function findStart(raw: Sqlite, from: SavedAudit | null): Start {
  if (from === null || prepareFindHash(raw)(from.head.seq) !== from.head.hash)
    return { since: null, head: { seq: 0, hash: GENESIS }, memory: undefined };
  return { since: from.head.seq, ...from };
}

function auditSnapshot(
  raw: Sqlite,
  progress: (replayedCount: number, total: number) => void,
  { from = null, onPassed }: AuditOptions,
): AuditResult {
  const { since, head: first, memory } = findStart(raw, from);
  const report = new AuditReport();
  const tables = new AuditedTables(raw, report);
  const replay = new ReplayState(
    (table, row) => tables.expect(table, row),
    readThinnedMs(raw),
    memory,
  );
  const run: AuditRun = {
    raw,
    tables,
    replay,
    postings: new PostingReader(raw, tables, report, since),
    minuteValues: new MinuteValueReader(raw, replay, report, since ?? 0),
    report,
    since,
  };
  const { head, isComplete } = replayLog(run, first, progress);
  if (isComplete) compareRemainingRows(run, head.seq);
  checkTriggers(raw, report);
  if (since === null) checkFile(raw, report);
  const hasPassed = report.count === 0;
  if (hasPassed) onPassed?.({ head, memory: replay.memory });
  return {
    hasPassed,
    since: first.seq,
    records: head.seq - first.seq,
    postings: run.postings.count,
    head,
    differences: report.count,
    firstDifferences: report.firstDifferences,
  };
}

/** Replays the records after `first`. Stops at the first difference. */
function replayLog(
  { raw, replay, postings, minuteValues, report, since }: AuditRun,
  first: SavedAudit['head'],
  progress: (replayedCount: number, total: number) => void,
) {
  const total = readLastSeq(raw) - first.seq;
  let head = first;
  for (const row of iterateLogRows(raw, since)) {
    minuteValues.compareBefore(row.seq);
    if (!checkHashChain(raw, report, head, row) || !replayRecord(replay, postings, report, row))
      return { head, isComplete: false }; // nothing after a wrong record can be recomputed
    head = { seq: row.seq, hash: row.hash };
    const replayedCount = head.seq - first.seq;
    if (replayedCount % PROGRESS_EVERY === 0) progress(replayedCount, total);
  }
  return { head, isComplete: true };
}

function readThinnedMs(raw: Sqlite): number {
  const stored = raw
    .prepare<[], string>("SELECT value FROM meta WHERE key = 'snapshot_thinned_ms'")
    .pluck()
    .get();
  return Number(stored ?? -Infinity);
}

const readLastSeq = (raw: Sqlite): number =>
  raw.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM event').pluck().get() ?? 0;

/** Cells of a log row as stored; arrays are read faster than objects. */
type LogCells = readonly [
  seq: number,
  userId: string | null,
  bookId: string | null,
  type: string,
  payload: string,
  causeSeq: number | null,
  atMs: number,
  hash: StoredHash,
  wallMs: number,
  codeVersion: string,
  seal: StoredHash,
];
const LOG_CELLS =
  'seq, user_id, book_id, type, payload, cause_seq, at_ms, hash, wall_ms, code_version, seal';

function toLogRow(cells: LogCells): LogRow {
  const [seq, userId, bookId, type, payload, causeSeq, atMs, hash, wallMs, codeVersion, seal] =
    cells;
  return {
    seq,
    user_id: userId,
    book_id: bookId,
    type,
    payload,
    cause_seq: causeSeq,
    at_ms: atMs,
    hash: toHex(hash),
    wall_ms: wallMs,
    code_version: codeVersion,
    seal: toHex(seal),
  };
}

/** Log rows in order, read page by page. */
function* iterateLogRows(raw: Sqlite, since: number | null): Generator<LogRow> {
  const page = raw
    .prepare<
      [number],
      LogCells
    >(`SELECT ${LOG_CELLS} FROM event WHERE seq > ? ORDER BY seq LIMIT ${PAGE_ROWS}`)
    .raw();
  let seq = since ?? Number.MIN_SAFE_INTEGER;
  for (let rows = page.all(seq); rows.length > 0; rows = page.all(seq)) {
    for (const cells of rows) yield toLogRow(cells);
    seq = rows.at(-1)?.[0] ?? seq;
  }
}

function replayRecord(
  replay: ReplayState,
  postings: PostingReader,
  report: AuditReport,
  row: LogRow,
): boolean {
  try {
    postings.compare(row.seq, replayEntry(replay, row));
    return true;
  } catch (error) {
    if (!(error instanceof AuditMismatch)) throw error;
    report.add({
      table: 'event',
      key: String(row.seq),
      column: error.column,
      stored: formatFact(error.stored),
      expected: formatFact(error.expected),
    });
    return false;
  }
}

/** Checks hash chain and seal of one record. */
function checkHashChain(
  raw: Sqlite,
  report: AuditReport,
  last: SavedAudit['head'],
  row: LogRow,
): boolean {
  const reportDifference = (column: string, stored: unknown, expected: unknown): false => {
    report.add({
      table: 'event',
      key: String(row.seq),
      column,
      stored: formatFact(stored),
      expected: formatFact(expected),
    });
    return false;
  };
  if (row.seq !== last.seq + 1) return reportDifference('seq', row.seq, last.seq + 1);
  const hash = computeHash(last.hash, row);
  if (row.hash !== hash)
    return reportDifference(
      continuesWith(raw, hash, row.seq + 1)
        ? 'hash'
        : 'user_id, book_id, type, payload, cause_seq, at_ms or hash',
      row.hash,
      hash,
    );
  const seal = computeSeal(row);
  return row.seal === seal || reportDifference('wall_ms, code_version or seal', row.seal, seal);
}

/** True if the record `seq` continues a record with this hash. */
function continuesWith(raw: Sqlite, before: string, seq: number): boolean {
  const next = raw
    .prepare<[number], LogCells>(`SELECT ${LOG_CELLS} FROM event WHERE seq = ?`)
    .raw()
    .get(seq);
  if (next === undefined) return false;
  const row = toLogRow(next);
  return computeHash(before, row) === row.hash;
}

interface AuditRun {
  readonly raw: Sqlite;
  readonly tables: AuditedTables;
  readonly replay: ReplayState;
  readonly postings: PostingReader;
  readonly minuteValues: MinuteValueReader;
  readonly report: AuditReport;
  readonly since: number | null;
}

/**
 * Tables that every audit compares in full, and tables of which a continued audit compares only
 * later rows.
 */
const WHOLE_TABLES = ['desk', 'user_desk', 'book', 'book_commodity'] as const;
const GROWING_TABLES = {
  position: 'opened_seq',
  trade_order: 'placed_seq',
  fill: 'event_seq',
  snapshot: 'event_seq',
} as const;

function compareRemainingRows(
  { raw, tables, replay, postings, minuteValues, report, since }: AuditRun,
  lastSeq: number,
): void {
  postings.finish();
  minuteValues.compareRest(lastSeq);
  replay.finish();
  for (const book of replay.desk.books.values()) {
    try {
      assertReserve(book);
    } catch (error) {
      if (!(error instanceof AuditMismatch)) throw error;
      report.add({
        table: 'book',
        key: book.id,
        column: 'reserved_mills',
        stored: formatFact(error.stored),
        expected: formatFact(error.expected),
      });
    }
  }
  for (const table of WHOLE_TABLES) tables.reportUnexpectedRows(table);
  for (const [table, column] of Object.entries(GROWING_TABLES) as [
    keyof typeof GROWING_TABLES,
    string,
  ][]) {
    if (since === null) tables.reportUnexpectedRows(table);
    else tables.reportUnexpectedRowsSince(table, column, since);
  }
  auditAnswers(raw, tables, replay, since);
  auditCommandRequests(raw, report, since);
  auditCheckpoints(raw, tables);
}

const LOG_TRIGGERS = [
  'event_appends',
  'event_keeps',
  'event_stays',
  'posting_appends',
  'posting_keeps',
  'posting_stays',
];

/**
 * Checks file integrity, and the foreign keys of tables that are not compared with the log: in the
 * others every cell is recomputed, references included.
 */
function checkFile(raw: Sqlite, report: AuditReport): void {
  const lines = raw.pragma('integrity_check(20)') as readonly { integrity_check: string }[];
  for (const { integrity_check: line } of lines)
    if (line !== 'ok')
      report.add({
        table: 'file',
        key: 'integrity',
        column: 'pages',
        stored: line,
        expected: 'ok',
      });
  const names = raw
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .pluck()
    .all();
  for (const name of names.filter((each) => !(each in AUDITED_TABLES)))
    for (const { table, rowid, parent } of raw.pragma(`foreign_key_check("${name}")`) as readonly {
      table: string;
      rowid: number | null;
      parent: string;
    }[])
      report.add({
        table,
        key: String(rowid),
        column: 'reference',
        stored: `no row in ${parent}`,
        expected: 'a row',
      });
}

/** Triggers that prevent changes of the log. */
function checkTriggers(raw: Sqlite, report: AuditReport): void {
  const triggers = raw
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
    .pluck()
    .all();
  for (const trigger of LOG_TRIGGERS)
    if (!triggers.includes(trigger))
      report.add({
        table: 'file',
        key: trigger,
        column: 'trigger',
        stored: 'nothing',
        expected: 'a trigger',
      });
}
