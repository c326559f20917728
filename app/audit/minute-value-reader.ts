// Compares stored valuations between logged ones with the account as the log left it at that time.
import type { Database as Sqlite } from 'better-sqlite3';
import type { AuditReport } from './audit-report';
import { type Facts, AuditMismatch, assertFact, formatFact } from './record-facts';
import type { ReplayState } from './replay-state';
import { computeUnrealized } from './replay-valuation';

interface MinuteRow {
  readonly user_id: string;
  readonly book_id: string;
  readonly epoch: number;
  readonly at_ms: number;
  /** Last record before the valuation. */
  readonly after_seq: number;
  readonly equity_mills: number;
  readonly marks: string;
}

const PAGE_ROWS = 2000;

export class MinuteValueReader {
  private readonly rows: Iterator<MinuteRow>;
  private next: MinuteRow | null;

  /**
   * Skips valuations before record `sinceSeq`, because the account as of then is not known any more;
   * the audit of the whole log compares them. A database of an earlier version has none.
   */
  constructor(
    private readonly raw: Sqlite,
    private readonly replay: ReplayState,
    private readonly report: AuditReport,
    private readonly sinceSeq: number,
  ) {
    this.rows = this.iterateRows();
    this.next = this.readNext();
  }

  /** Compares the valuations made before record `seq`. Call it before that record is replayed. */
  compareBefore(seq: number): void {
    for (; this.next && this.next.after_seq < seq; this.next = this.readNext())
      this.compareRow(this.next);
  }

  /** Compares the valuations after the last record; later ones belong to no record. */
  compareRest(lastSeq: number): void {
    this.compareBefore(lastSeq + 1);
    for (; this.next; this.next = this.readNext())
      this.addDifference(
        this.next,
        new AuditMismatch('after_seq', this.next.after_seq, `${lastSeq} or earlier`),
      );
  }

  private compareRow(row: MinuteRow): void {
    try {
      assertMinuteValue(this.replay, row);
    } catch (error) {
      if (!(error instanceof AuditMismatch)) throw error;
      this.addDifference(row, error);
    }
  }

  private addDifference(row: MinuteRow, { column, stored, expected }: AuditMismatch): void {
    this.report.add({
      table: 'minute_value',
      key: `${row.book_id} ${row.at_ms}`,
      column,
      stored: formatFact(stored),
      expected: formatFact(expected),
    });
  }

  private readNext(): MinuteRow | null {
    const { value, done } = this.rows.next();
    return done === true ? null : (value as MinuteRow);
  }

  private *iterateRows(): Generator<MinuteRow> {
    if (!hasTable(this.raw)) return;
    const page = this.raw.prepare<[number, string, number], MinuteRow>(
      `SELECT * FROM minute_value WHERE (after_seq, book_id, at_ms) > (?, ?, ?)
       ORDER BY after_seq, book_id, at_ms LIMIT ${PAGE_ROWS}`,
    );
    let rows = page.all(this.sinceSeq, '', -1);
    while (rows.length > 0) {
      yield* rows;
      const last = rows.at(-1);
      rows = last ? page.all(last.after_seq, last.book_id, last.at_ms) : [];
    }
  }
}

const hasTable = (raw: Sqlite): boolean =>
  raw
    .prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'minute_value'")
    .get() !== undefined;

/** Owner, account period, time, marks and equity of a valuation. Throws AuditMismatch. */
function assertMinuteValue(replay: ReplayState, row: MinuteRow): void {
  const book = replay.desk.books.get(row.book_id);
  assertFact(book !== undefined, 'book_id', row.book_id, 'an open account');
  assertFact(book.userId === row.user_id, 'user_id', row.user_id, book.userId);
  assertFact(BigInt(row.epoch) === book.epoch, 'epoch', row.epoch, book.epoch);
  const lastMs = replay.memory.lastMs;
  assertFact(row.at_ms >= lastMs, 'at_ms', row.at_ms, `${lastMs} or later`);
  const marks = parseMarks(row.marks);
  for (const { instrumentId } of book.positions.values())
    assertFact(
      Number.isSafeInteger(marks[instrumentId]),
      'marks',
      row.marks,
      `a price of ${instrumentId}`,
    );
  const equity =
    book.accounts.available + book.accounts.reserved + computeUnrealized(replay, book, marks);
  assertFact(BigInt(row.equity_mills) === equity, 'equity_mills', row.equity_mills, equity);
}

function parseMarks(text: string): Facts {
  try {
    const marks: unknown = JSON.parse(text);
    if (typeof marks === 'object' && marks !== null) return marks as Facts;
  } catch {
    // Reported below.
  }
  throw new AuditMismatch('marks', text, 'a JSON object of prices');
}
