// Compares stored rows cell by cell with the replay. An unknown column is a difference.
import type { Database as Sqlite, Statement } from 'better-sqlite3';
import { formatFact } from './record-facts';
import type { AuditReport } from './audit-report';

export type Cell = string | number | null;
export type AuditRow = Readonly<Record<string, Cell>>;

/** Audited tables with their keys. */
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
  /** Cells in the order of `columns`. */
  readonly find: Statement<unknown[], readonly Cell[]>;
  readonly seen: Set<string>;
}

export class AuditedTables {
  private readonly open = new Map<AuditedTable, OpenTable>();

  constructor(
    private readonly raw: Sqlite,
    private readonly report: AuditReport,
  ) {
    for (const [table, keys] of Object.entries(AUDITED_TABLES)) {
      const columns = raw
        .prepare<[string], string>('SELECT name FROM pragma_table_xinfo(?)')
        .pluck()
        .all(table);
      const where = keys.map((key) => `"${key}" = ?`).join(' AND ');
      this.open.set(table as AuditedTable, {
        columns,
        find: raw
          .prepare<
            unknown[],
            readonly Cell[]
          >(`SELECT ${columns.map((column) => `"${column}"`).join(', ')} FROM "${table}" WHERE ${where}`)
          .raw(),
        seen: new Set(),
      });
    }
  }

  expect(name: AuditedTable, row: AuditRow): void {
    const table = this.getTable(name);
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
    // Rows without differences are by far the most; only others are worth an object.
    if (table.columns.every((column, index) => stored[index] === row[column])) return;
    const cells = table.columns.map((column, index) => [column, stored[index] ?? null] as const);
    this.compare(name, key, Object.fromEntries(cells), row);
  }

  reportMissing(name: AuditedTable, key: string, expected: string): void {
    this.report.add({ table: name, key, column: 'row', stored: 'nothing', expected });
  }

  compare(name: AuditedTable, key: string, stored: AuditRow, expected: AuditRow): void {
    for (const column of this.getTable(name).columns) {
      if (!(column in expected))
        this.report.add({
          table: name,
          key,
          column,
          stored: formatFact(stored[column]),
          expected: 'a known column',
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
   * Compares a sealed row. If the seal is broken, the text column is named too, because it may be
   * the cause.
   */
  compareSealed(
    name: AuditedTable,
    key: string,
    stored: AuditRow,
    expected: AuditRow,
    sealColumns: { readonly seal: string; readonly text: string },
  ): void {
    if (stored[sealColumns.seal] === expected[sealColumns.seal])
      return this.compare(name, key, stored, expected);
    const wrongColumns = this.getTable(name).columns.filter(
      (column) =>
        column !== sealColumns.seal &&
        column !== sealColumns.text &&
        stored[column] !== expected[column],
    );
    this.report.add({
      table: name,
      key,
      column: `${[...wrongColumns, sealColumns.text].join(', ')} or ${sealColumns.seal}`,
      stored: formatFact(stored[sealColumns.seal]),
      expected: formatFact(expected[sealColumns.seal]),
    });
  }

  reportUnexpectedRows(name: AuditedTable): void {
    const { seen } = this.getTable(name);
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
   * As `reportUnexpectedRows`, for rows of records after `sinceSeq`. `column` holds the record
   * number.
   */
  reportUnexpectedRowsSince(name: AuditedTable, column: string, sinceSeq: number): void {
    const { seen } = this.getTable(name);
    const keys = AUDITED_TABLES[name].map((key) => `"${key}"`).join(', ');
    for (const row of this.raw
      .prepare<[number], AuditRow>(`SELECT ${keys} FROM "${name}" WHERE "${column}" > ?`)
      .iterate(sinceSeq)) {
      const key = Object.values(row).join(' ');
      if (!seen.has(key))
        this.report.add({ table: name, key, column: 'row', stored: 'a row', expected: 'nothing' });
    }
  }

  private getTable(name: AuditedTable): OpenTable {
    const table = this.open.get(name);
    if (!table) throw new Error(`no table ${name}`);
    return table;
  }
}
