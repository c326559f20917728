// The whole audit: recomputes every figure from the log with rules and arithmetic of its own, and
// compares every stored cell.
import type { Database as Sqlite } from 'better-sqlite3';
import { auditAnswers, auditCheckpoints } from './answers';
import { GENESIS, type LogRow, computeHash, computeSeal } from './hash-chain';
import { AuditMismatch, formatFact } from './facts';
import { replayEntry } from './fold';
import { requireReserve } from './fold-valuation';
import { PostingReader } from './posting-reader';
import { type Difference, Report } from './report';
import { type AuditMemory, ReplayState } from './replay-state';
import { Tables } from './tables';

/**
 * What an audit of a right log remembers at its last record: the next one may continue from there.
 */
export interface SavedAudit {
  readonly head: { readonly seq: number; readonly hash: string };
  readonly memory: AuditMemory;
}

export interface AuditOptions {
  /**
   * Continue after this record where the log still has it; else the whole log is audited. Its
   * memory is changed.
   */
  readonly from?: SavedAudit | null;
  /** Called when everything is right. */
  readonly onRight?: (saved: SavedAudit) => void;
}

export interface AuditResult {
  readonly isRight: boolean;
  /**
   * The record after which the audit began: 0 for the whole log. Rows that no later record touches
   * were then not compared.
   */
  readonly since: number;
  /** Records and postings that were recomputed. */
  readonly records: number;
  readonly postings: number;
  /** The last record that was retold: what a later start may trust when the books are right. */
  readonly head: { readonly seq: number; readonly hash: string };
  readonly differences: number;
  readonly kept: readonly Difference[];
}

const PROGRESS_EVERY = 5000;
const PAGE_ROWS = 2000;

/**
 * Audits an open database within one read transaction, so that a desk may go on trading meanwhile.
 */
export function auditDatabase(
  raw: Sqlite,
  progress: (done: number, total: number) => void = () => undefined,
  options: AuditOptions = {},
): AuditResult {
  raw.exec('BEGIN');
  try {
    return auditSnapshot(raw, progress, options);
  } finally {
    if (raw.inTransaction) raw.exec('ROLLBACK');
  }
}

/**
 * Where an audit begins: after a record whose audit is remembered, or before the first one (`since`
 * is null).
 */
interface Start {
  readonly since: number | null;
  readonly head: SavedAudit['head'];
  readonly memory: AuditMemory | undefined;
}

function findStart(raw: Sqlite, from: SavedAudit | null): Start {
  if (from === null || hashAt(raw, from.head.seq) !== from.head.hash)
    return { since: null, head: { seq: 0, hash: GENESIS }, memory: undefined };
  return { since: from.head.seq, ...from };
}

function auditSnapshot(
  raw: Sqlite,
  progress: (done: number, total: number) => void,
  { from = null, onRight }: AuditOptions,
): AuditResult {
  const { since, head: first, memory } = findStart(raw, from);
  const report = new Report();
  const tables = new Tables(raw, report);
  const telling = new ReplayState(
    (table, row) => tables.expect(table, row),
    thinnedMs(raw),
    memory,
  );
  const compared: Compared = {
    raw,
    tables,
    telling,
    postings: new PostingReader(raw, tables, report, since),
    report,
    since,
  };
  const { head, isWhole } = retellLog(compared, first, progress);
  if (isWhole) compareRest(compared);
  checkTriggers(raw, report);
  if (since === null) checkFile(raw, report);
  const isRight = report.count === 0;
  if (isRight) onRight?.({ head, memory: telling.memory });
  return {
    isRight,
    since: first.seq,
    records: head.seq - first.seq,
    postings: compared.postings.count,
    head,
    differences: report.count,
    kept: report.kept,
  };
}

/** Retells the records after the first head; the last right one, and whether all are right. */
function retellLog(
  { raw, telling, postings, report, since }: Compared,
  first: SavedAudit['head'],
  progress: (done: number, total: number) => void,
) {
  const total = lastSeq(raw) - first.seq;
  let head = first;
  for (const row of logRows(raw, since)) {
    if (!checkChain(raw, report, head, row) || !replayRecord(telling, postings, report, row))
      return { head, isWhole: false }; // nothing after a wrong record can be recomputed
    head = { seq: row.seq, hash: row.hash };
    const done = head.seq - first.seq;
    if (done % PROGRESS_EVERY === 0) progress(done, total);
  }
  return { head, isWhole: true };
}

function thinnedMs(raw: Sqlite): number {
  const stored = raw
    .prepare<[], string>("SELECT value FROM meta WHERE key = 'snapshot_thinned_ms'")
    .pluck()
    .get();
  return Number(stored ?? -Infinity);
}

const lastSeq = (raw: Sqlite): number =>
  raw.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM event').pluck().get() ?? 0;

const hashAt = (raw: Sqlite, seq: number): string | undefined =>
  raw.prepare<[number], string>('SELECT hash FROM event WHERE seq = ?').pluck().get(seq);

/** The log in order, page by page, from its beginning or after a record. */
function* logRows(raw: Sqlite, since: number | null): Generator<LogRow> {
  const page = raw.prepare<[number], LogRow>(
    `SELECT * FROM event WHERE seq > ? ORDER BY seq LIMIT ${PAGE_ROWS}`,
  );
  let seq = since ?? Number.MIN_SAFE_INTEGER;
  for (let rows = page.all(seq); rows.length > 0; rows = page.all(seq)) {
    yield* rows;
    seq = rows.at(-1)?.seq ?? seq;
  }
}

function replayRecord(
  telling: ReplayState,
  postings: PostingReader,
  report: Report,
  row: LogRow,
): boolean {
  try {
    postings.compare(row.seq, replayEntry(telling, row));
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

/** Chain and seal of one record; false when it is not what was written. */
function checkChain(raw: Sqlite, report: Report, last: SavedAudit['head'], row: LogRow): boolean {
  const add = (column: string, stored: unknown, expected: unknown): false => {
    report.add({
      table: 'event',
      key: String(row.seq),
      column,
      stored: formatFact(stored),
      expected: formatFact(expected),
    });
    return false;
  };
  if (row.seq !== last.seq + 1) return add('seq', row.seq, last.seq + 1);
  if (row.prev_hash !== last.hash) return add('prev_hash', row.prev_hash, last.hash);
  const hash = computeHash(last.hash, row);
  if (row.hash !== hash) {
    const next = raw
      .prepare<[number], string>('SELECT prev_hash FROM event WHERE seq = ?')
      .pluck()
      .get(row.seq + 1);
    return add(
      next === hash ? 'hash' : 'user_id, book_id, type, payload, cause_seq, at_ms or hash',
      row.hash,
      hash,
    );
  }
  const seal = computeSeal(row);
  return row.seal === seal || add('wall_ms, code_version or seal', row.seal, seal);
}

interface Compared {
  readonly raw: Sqlite;
  readonly tables: Tables;
  readonly telling: ReplayState;
  readonly postings: PostingReader;
  readonly report: Report;
  readonly since: number | null;
}

/**
 * Tables whose rows are all expected at the end of any audit, and those of which an audit from a
 * record on expects the later rows.
 */
const WHOLE_TABLES = ['desk', 'user_desk', 'book', 'book_commodity'] as const;
const GROWING_TABLES = {
  position: 'opened_seq',
  trade_order: 'placed_seq',
  fill: 'event_seq',
  snapshot: 'event_seq',
} as const;

function compareRest({ raw, tables, telling, postings, report, since }: Compared): void {
  postings.finish();
  telling.finish();
  for (const book of telling.desk.books.values()) {
    try {
      requireReserve(book);
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
  for (const table of WHOLE_TABLES) tables.refuseOthers(table);
  for (const [table, column] of Object.entries(GROWING_TABLES) as [
    keyof typeof GROWING_TABLES,
    string,
  ][]) {
    if (since === null) tables.refuseOthers(table);
    else tables.refuseOthersSince(table, column, since);
  }
  auditAnswers(raw, tables, telling, since);
  auditCheckpoints(raw, tables);
}

const GUARDS = [
  'event_appends',
  'event_keeps',
  'event_stays',
  'posting_appends',
  'posting_keeps',
  'posting_stays',
];

/** The file itself: its pages and its references. */
function checkFile(raw: Sqlite, report: Report): void {
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
  for (const name of raw
    .prepare<
      [],
      string
    >("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'posting'")
    .pluck()
    .all()) {
    // The postings' own reference is checked line by line beside the log; here it would read a
    // million of them once more.
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
}

/** The triggers that keep the log from being changed. */
function checkTriggers(raw: Sqlite, report: Report): void {
  const triggers = raw
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
    .pluck()
    .all();
  for (const guard of GUARDS)
    if (!triggers.includes(guard))
      report.add({
        table: 'file',
        key: guard,
        column: 'trigger',
        stored: 'nothing',
        expected: 'a trigger',
      });
}
