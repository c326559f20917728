// Reads postings in log order, page by page, so that a million of them need little memory.
import type { Database as Sqlite } from 'better-sqlite3';
import { formatFact } from './record-facts';
import type { AuditReport } from './audit-report';
import type { Cell, AuditRow, AuditedTables } from './audited-tables';

type Cells = readonly Cell[];
const PAGE_ROWS = 4000;

export class PostingReader {
  count = 0;
  private readonly rows: Iterator<Cells>;
  private readonly columns: readonly string[];
  private readonly columnIndexes: { readonly seq: number; readonly line: number };
  private next: Cells | null;

  /** Skips postings up to and including `sinceSeq`; null reads all. */
  constructor(
    private readonly raw: Sqlite,
    private readonly tables: AuditedTables,
    private readonly report: AuditReport,
    private readonly sinceSeq: number | null = null,
  ) {
    this.columns = raw
      .prepare('SELECT * FROM posting')
      .columns()
      .map(({ name }) => name);
    this.columnIndexes = {
      seq: this.columns.indexOf('event_seq'),
      line: this.columns.indexOf('line'),
    };
    this.rows = this.iterateRows();
    this.next = this.readNext();
  }

  compare(seq: number, expected: readonly AuditRow[]): void {
    const stored = this.takeStored(seq);
    if (
      stored.length === expected.length &&
      stored.every((cells, index) => this.isEqual(cells, expected[index]))
    )
      return;
    const byLine = new Map(stored.map((cells) => [cells[this.columnIndexes.line], cells]));
    for (const row of expected) {
      const found = byLine.get(row['line']);
      byLine.delete(row['line']);
      const key = `${seq} ${row['line']}`;
      if (found) this.tables.compare('posting', key, this.toRow(found), row);
      else
        this.report.add({
          table: 'posting',
          key,
          column: 'row',
          stored: 'nothing',
          expected: formatFact(row),
        });
    }
    for (const cells of byLine.values()) this.reportUnexpected(cells);
  }

  /** Reports remaining postings, which belong to no record. */
  finish(): void {
    for (; this.next; this.next = this.readNext()) this.reportUnexpected(this.next);
  }

  private isEqual(cells: Cells, expected: AuditRow | undefined): boolean {
    return (
      expected !== undefined &&
      this.columns.every((column, index) => cells[index] === expected[column])
    );
  }

  private takeStored(seq: number): Cells[] {
    const taken: Cells[] = [];
    while (this.next && Number(this.next[this.columnIndexes.seq]) <= seq) {
      if (this.next[this.columnIndexes.seq] === seq) taken.push(this.next);
      else this.reportUnexpected(this.next);
      this.next = this.readNext();
    }
    return taken;
  }

  private reportUnexpected(cells: Cells): void {
    const key = `${cells[this.columnIndexes.seq]} ${cells[this.columnIndexes.line]}`;
    this.report.add({
      table: 'posting',
      key,
      column: 'row',
      stored: formatFact(this.toRow(cells)),
      expected: 'nothing',
    });
  }

  private toRow(cells: Cells): AuditRow {
    return Object.fromEntries(this.columns.map((column, index) => [column, cells[index] ?? null]));
  }

  private readNext(): Cells | null {
    const { value, done } = this.rows.next();
    if (done === true) return null;
    this.count += 1;
    return value as Cells;
  }

  /** Reads by page: faster than by row, and at most one page in memory. */
  private *iterateRows(): Generator<Cells> {
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
      last = [end[this.columnIndexes.seq] ?? null, end[this.columnIndexes.line] ?? null];
    }
  }
}
