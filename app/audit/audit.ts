// The whole audit: recomputes every figure from the log with rules and arithmetic of its own, and compares every stored cell.
import type { Database as Sqlite } from 'better-sqlite3';
import { auditAnswers, auditCheckpoints } from './answers';
import { GENESIS, type LogRow, hashOf, sealOf } from './chain';
import { Contradiction, say } from './facts';
import { tell } from './fold';
import { requireReserve } from './fold-valuation';
import { PostingReader } from './posting-reader';
import { type Difference, Report } from './report';
import { Retelling } from './retelling';
import { Tables } from './tables';

export interface AuditResult {
  readonly isRight: boolean;
  readonly records: number;
  readonly postings: number;
  /** The last record that was retold: what a later start may trust when the books are right. */
  readonly head: { readonly seq: number; readonly hash: string };
  readonly differences: number;
  readonly kept: readonly Difference[];
}

const PROGRESS_EVERY = 5000;
const PAGE_ROWS = 2000;

/** Audits an open database within one read transaction, so that a desk may go on trading meanwhile. */
export function auditDatabase(raw: Sqlite, progress: (done: number, total: number) => void = () => undefined): AuditResult {
  raw.exec('BEGIN');
  try {
    return auditSnapshot(raw, progress);
  } finally {
    if (raw.inTransaction) raw.exec('ROLLBACK');
  }
}

function auditSnapshot(raw: Sqlite, progress: (done: number, total: number) => void): AuditResult {
  const report = new Report();
  const tables = new Tables(raw, report);
  const thinned = raw.prepare<[], string>("SELECT value FROM meta WHERE key = 'snapshot_thinned_ms'").pluck().get();
  const telling = new Retelling((table, row) => tables.expect(table, row), Number(thinned ?? -Infinity));
  const postings = new PostingReader(raw, tables, report);
  const total = raw.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM event').pluck().get() ?? 0;
  let last: { readonly seq: number; readonly hash: string } | null = { seq: 0, hash: GENESIS };
  let records = 0;
  let hash = GENESIS;
  for (const row of logRows(raw)) {
    last = checkChain(raw, report, last, row) && retell(telling, postings, report, row) ? row : null;
    if (last === null) break; // nothing after a wrong record can be recomputed
    records += 1;
    hash = row.hash;
    if (records % PROGRESS_EVERY === 0) progress(records, total);
  }
  if (last !== null) compareRest(raw, tables, telling, postings, report);
  checkFile(raw, report);
  return { isRight: report.count === 0, records, postings: postings.count, head: { seq: records, hash }, differences: report.count, kept: report.kept };
}

/** The log in order, page by page. */
function* logRows(raw: Sqlite): Generator<LogRow> {
  const page = raw.prepare<[number], LogRow>(`SELECT * FROM event WHERE seq > ? ORDER BY seq LIMIT ${PAGE_ROWS}`);
  let seq = Number.MIN_SAFE_INTEGER;
  for (let rows = page.all(seq); rows.length > 0; rows = page.all(seq)) {
    yield* rows;
    seq = rows.at(-1)?.seq ?? seq;
  }
}

function retell(telling: Retelling, postings: PostingReader, report: Report, row: LogRow): boolean {
  try {
    postings.compare(row.seq, tell(telling, row));
    return true;
  } catch (error) {
    if (!(error instanceof Contradiction)) throw error;
    report.add({ table: 'event', key: String(row.seq), column: error.column, stored: say(error.stored), expected: say(error.expected) });
    return false;
  }
}

/** Chain and seal of one record; false when it is not what was written. */
function checkChain(raw: Sqlite, report: Report, last: { readonly seq: number; readonly hash: string } | null, row: LogRow): boolean {
  const add = (column: string, stored: unknown, expected: unknown): false => {
    report.add({ table: 'event', key: String(row.seq), column, stored: say(stored), expected: say(expected) });
    return false;
  };
  if (row.seq !== (last?.seq ?? 0) + 1) return add('seq', row.seq, (last?.seq ?? 0) + 1);
  if (row.prev_hash !== last?.hash) return add('prev_hash', row.prev_hash, last?.hash);
  const hash = hashOf(last.hash, row);
  if (row.hash !== hash) {
    const next = raw.prepare<[number], string>('SELECT prev_hash FROM event WHERE seq = ?').pluck().get(row.seq + 1);
    return add(next === hash ? 'hash' : 'user_id, book_id, type, payload, cause_seq, at_ms or hash', row.hash, hash);
  }
  const seal = sealOf(row);
  return row.seal === seal || add('wall_ms, code_version or seal', row.seal, seal);
}

function compareRest(raw: Sqlite, tables: Tables, telling: Retelling, postings: PostingReader, report: Report): void {
  postings.finish();
  telling.finish();
  for (const book of telling.desk.books.values()) {
    try {
      requireReserve(book);
    } catch (error) {
      if (!(error instanceof Contradiction)) throw error;
      report.add({ table: 'book', key: book.id, column: 'reserved_mills', stored: say(error.stored), expected: say(error.expected) });
    }
  }
  for (const table of ['desk', 'user_desk', 'book', 'book_commodity', 'position', 'trade_order', 'fill', 'snapshot'] as const) tables.refuseOthers(table);
  auditAnswers(raw, tables, telling);
  auditCheckpoints(raw, tables);
}

const GUARDS = ['event_appends', 'event_keeps', 'event_stays', 'posting_appends', 'posting_keeps', 'posting_stays'];

/** The file itself: its pages, its references, and the triggers that keep the log from being changed. */
function checkFile(raw: Sqlite, report: Report): void {
  const lines = raw.pragma('integrity_check(20)') as readonly { integrity_check: string }[];
  for (const { integrity_check: line } of lines) if (line !== 'ok') report.add({ table: 'file', key: 'integrity', column: 'pages', stored: line, expected: 'ok' });
  for (const name of raw.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'posting'").pluck().all()) {
    // The postings' own reference is checked line by line beside the log; here it would read a million of them once more.
    for (const { table, rowid, parent } of raw.pragma(`foreign_key_check("${name}")`) as readonly { table: string; rowid: number | null; parent: string }[])
      report.add({ table, key: String(rowid), column: 'reference', stored: `no row in ${parent}`, expected: 'a row' });
  }
  const triggers = raw.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'trigger'").pluck().all();
  for (const guard of GUARDS) if (!triggers.includes(guard)) report.add({ table: 'file', key: guard, column: 'trigger', stored: 'nothing', expected: 'a trigger' });
}
