// The stored rows, compared cell by cell with what the log makes of them; a column that nobody
// expects is a difference too.
import type { Database as Sqlite, Statement } from 'better-sqlite3';
import { formatFact } from './facts';
import type { Report } from './report';

export type Cell = string | number | null;
export type AuditRow = Readonly<Record<string, Cell>>;

/** The tables that follow from the log, with their keys. */
export const AUDITED_TABLES = {
  event: ['seq'],
  posting: ['event_seq', 'line'],
  desk: ['id'],
  user_desk: ['user_id'],
  book: ['id'],
  book_commodity: ['book_id', 'commodity'],
  position: ['id'],
  trade_order: ['id'],
  fill: ['book_id', 'event_seq'],
  snapshot: ['event_seq'],
  command: ['user_id', 'idempotency_key'],
  checkpoint: ['seq'],
} as const;
export type AuditedTable = keyof typeof AUDITED_TABLES;

interface OpenTable {
  readonly columns: readonly string[];
  readonly find: Statement<unknown[], AuditRow>;
  readonly seen: Set<string>;
}

export class Tables {
  private readonly open = new Map<AuditedTable, OpenTable>();

  constructor(
    private readonly raw: Sqlite,
    private readonly report: Report,
  ) {
    for (const [table, keys] of Object.entries(AUDITED_TABLES)) {
      const columns = raw
        .prepare<[string], string>('SELECT name FROM pragma_table_xinfo(?)')
        .pluck()
        .all(table);
      const where = keys.map((key) => `"${key}" = ?`).join(' AND ');
      this.open.set(table as AuditedTable, {
        columns,
        find: raw.prepare<unknown[], AuditRow>(`SELECT * FROM "${table}" WHERE ${where}`),
        seen: new Set(),
      });
    }
  }

  /** Looks the row up and compares every cell. */
  expect(name: AuditedTable, row: AuditRow): void {
    const table = this.table(name);
    const keys = AUDITED_TABLES[name].map((key) => row[key] ?? null);
    const key = keys.join(' ');
    table.seen.add(key);
    const stored = table.find.get(...keys);
    if (!stored)
      return this.report.add({
        table: name,
        key,
        column: 'row',
        stored: 'nothing',
        expected: formatFact(row),
      });
    this.compare(name, key, stored, row);
  }

  /** Reports a row that the log asks for and that is not there. */
  missing(name: AuditedTable, key: string, expected: string): void {
    this.report.add({ table: name, key, column: 'row', stored: 'nothing', expected });
  }

  /** Compares a row that was read in order. */
  compare(name: AuditedTable, key: string, stored: AuditRow, expected: AuditRow): void {
    for (const column of this.table(name).columns) {
      if (!(column in expected))
        this.report.add({
          table: name,
          key,
          column,
          stored: formatFact(stored[column]),
          expected: 'a column that this audit knows',
        });
      else if (stored[column] !== expected[column])
        this.report.add({
          table: name,
          key,
          column,
          stored: formatFact(stored[column]),
          expected: formatFact(expected[column]),
        });
    }
  }

  /**
   * Compares a row that carries a seal over all its cells: when the seal is broken, the cell that
   * holds the text may be the one.
   */
  compareSealed(
    name: AuditedTable,
    key: string,
    stored: AuditRow,
    expected: AuditRow,
    sealed: { readonly seal: string; readonly text: string },
  ): void {
    if (stored[sealed.seal] === expected[sealed.seal])
      return this.compare(name, key, stored, expected);
    const wrong = this.table(name).columns.filter(
      (column) =>
        column !== sealed.seal && column !== sealed.text && stored[column] !== expected[column],
    );
    this.report.add({
      table: name,
      key,
      column: `${[...wrong, sealed.text].join(', ')} or ${sealed.seal}`,
      stored: formatFact(stored[sealed.seal]),
      expected: formatFact(expected[sealed.seal]),
    });
  }

  /** Reports the rows of a table that nothing in the log accounts for. */
  refuseOthers(name: AuditedTable): void {
    const { seen } = this.table(name);
    const count = this.raw.prepare<[], number>(`SELECT count(*) FROM "${name}"`).pluck().get() ?? 0;
    if (count === seen.size && this.report.count === 0) return;
    const keys = AUDITED_TABLES[name].map((key) => `"${key}"`).join(', ');
    for (const row of this.raw.prepare<[], AuditRow>(`SELECT ${keys} FROM "${name}"`).iterate()) {
      const key = Object.values(row).join(' ');
      if (!seen.has(key))
        this.report.add({ table: name, key, column: 'row', stored: 'a row', expected: 'nothing' });
    }
  }

  /**
   * Reports the rows that records after `sinceSeq` brought into a table, by the column that names
   * their record, and that nothing in the log accounts for.
   */
  refuseOthersSince(name: AuditedTable, column: string, sinceSeq: number): void {
    const { seen } = this.table(name);
    const keys = AUDITED_TABLES[name].map((key) => `"${key}"`).join(', ');
    for (const row of this.raw
      .prepare<[number], AuditRow>(`SELECT ${keys} FROM "${name}" WHERE "${column}" > ?`)
      .iterate(sinceSeq)) {
      const key = Object.values(row).join(' ');
      if (!seen.has(key))
        this.report.add({ table: name, key, column: 'row', stored: 'a row', expected: 'nothing' });
    }
  }

  private table(name: AuditedTable): OpenTable {
    const table = this.open.get(name);
    if (!table) throw new Error(`no table ${name}`);
    return table;
  }
}
