// Reads the postings in the order of the log, beside it: a million of them pass through without
// being held.
import type { Database as Sqlite } from 'better-sqlite3';
import { formatFact } from './facts';
import type { Report } from './report';
import type { Cell, AuditRow, Tables } from './tables';

type Cells = readonly Cell[];
const PAGE_ROWS = 4000;

export class PostingReader {
  count = 0;
  private readonly rows: Iterator<Cells>;
  private readonly columns: readonly string[];
  private readonly places: { readonly seq: number; readonly line: number };
  private next: Cells | null;

  /**
   * `sinceSeq`: the postings of this record and of those before it are passed over; null reads all.
   */
  constructor(
    private readonly raw: Sqlite,
    private readonly tables: Tables,
    private readonly report: Report,
    private readonly sinceSeq: number | null = null,
  ) {
    this.columns = raw
      .prepare('SELECT * FROM posting')
      .columns()
      .map(({ name }) => name);
    this.places = { seq: this.columns.indexOf('event_seq'), line: this.columns.indexOf('line') };
    this.rows = this.pages();
    this.next = this.advance();
  }

  /** Compares the stored postings of one record with those it must have. */
  compare(seq: number, expected: readonly AuditRow[]): void {
    const stored = this.take(seq);
    if (
      stored.length === expected.length &&
      stored.every((cells, place) => this.isEqual(cells, expected[place]))
    )
      return;
    const byLine = new Map(stored.map((cells) => [cells[this.places.line], cells]));
    for (const row of expected) {
      const found = byLine.get(row['line']);
      byLine.delete(row['line']);
      const key = `${seq} ${row['line']}`;
      if (found) this.tables.compare('posting', key, this.named(found), row);
      else
        this.report.add({
          table: 'posting',
          key,
          column: 'row',
          stored: 'nothing',
          expected: formatFact(row),
        });
    }
    for (const cells of byLine.values()) this.refuse(cells);
  }

  /** What is left belongs to no record. */
  finish(): void {
    for (; this.next; this.next = this.advance()) this.refuse(this.next);
  }

  private isEqual(cells: Cells, expected: AuditRow | undefined): boolean {
    return (
      expected !== undefined &&
      this.columns.every((column, place) => cells[place] === expected[column])
    );
  }

  private take(seq: number): Cells[] {
    const taken: Cells[] = [];
    while (this.next && Number(this.next[this.places.seq]) <= seq) {
      if (this.next[this.places.seq] === seq) taken.push(this.next);
      else this.refuse(this.next);
      this.next = this.advance();
    }
    return taken;
  }

  private refuse(cells: Cells): void {
    const key = `${cells[this.places.seq]} ${cells[this.places.line]}`;
    this.report.add({
      table: 'posting',
      key,
      column: 'row',
      stored: formatFact(this.named(cells)),
      expected: 'nothing',
    });
  }

  private named(cells: Cells): AuditRow {
    return Object.fromEntries(this.columns.map((column, place) => [column, cells[place] ?? null]));
  }

  private advance(): Cells | null {
    const { value, done } = this.rows.next();
    if (done === true) return null;
    this.count += 1;
    return value as Cells;
  }

  /**
   * All postings in order, read page by page: faster than row by row, and never more than a page in
   * memory.
   */
  private *pages(): Generator<Cells> {
    const page = this.raw
      .prepare<
        [Cell, Cell],
        Cells
      >(`SELECT * FROM posting WHERE (event_seq, line) > (?, ?) ORDER BY event_seq, line LIMIT ${PAGE_ROWS}`)
      .raw();
    let last: readonly [Cell, Cell] =
      this.sinceSeq === null
        ? [Number.MIN_SAFE_INTEGER, 0]
        : [this.sinceSeq, Number.MAX_SAFE_INTEGER];
    for (let rows = page.all(...last); rows.length > 0; rows = page.all(...last)) {
      yield* rows;
      const end = rows.at(-1) ?? [];
      last = [end[this.places.seq] ?? null, end[this.places.line] ?? null];
    }
  }
}
