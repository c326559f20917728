// Baseline of the commit benchmark: the rows of a commit, written by plain SQLite with the same
// pragmas, keys and sizes.
import Sqlite from 'better-sqlite3';
import type { Database as Raw } from 'better-sqlite3';
import type { Commit } from '../../trading/ports';

type Cell = string | number | null;
interface CapturedRow {
  readonly table: string;
  readonly cells: readonly Cell[];
}
export type CapturedCommit = readonly CapturedRow[];

/** Primary keys of the tables that a commit writes; a row with an existing key replaces it. */
const KEYS: Readonly<Record<string, string>> = {
  event: 'seq',
  posting: 'event_seq, line',
  trade_order: 'id',
  position: 'id',
  fill: 'book_id, event_seq',
  snapshot: 'event_seq',
  command: 'user_id, idempotency_key',
  book: 'id',
};

const columnsByTable = new Map<string, readonly string[]>();

/** Reads the rows that the last stored commit wrote. */
export function captureRows(raw: Raw, commit: Commit): CapturedCommit {
  const from = commit.records[0]?.seq ?? 0;
  const bookIds = [
    ...new Set(commit.records.flatMap(({ bookId }) => (bookId === null ? [] : [bookId]))),
  ];
  const keys = commit.results.flatMap(({ envelope }) =>
    envelope.idempotencyKey === null ? [] : [envelope.idempotencyKey],
  );
  const selectRows = (table: string, where: string, ...values: Cell[]): CapturedRow[] =>
    raw
      .prepare<Cell[], Record<string, Cell>>(`SELECT * FROM ${table} WHERE ${where}`)
      .all(...values)
      .map((row) => {
        columnsByTable.set(table, Object.keys(row));
        return { table, cells: Object.values(row) };
      });
  return [
    ...selectRows('event', 'seq >= ?', from),
    ...selectRows('posting', 'event_seq >= ?', from),
    ...commit.orders.flatMap(({ id }) => selectRows('trade_order', 'id = ?', id)),
    ...commit.positions.flatMap(({ id }) => selectRows('position', 'id = ?', id)),
    ...selectRows('fill', 'event_seq >= ?', from),
    ...selectRows('snapshot', 'event_seq >= ?', from),
    ...keys.flatMap((key) => selectRows('command', 'idempotency_key = ?', key)),
    ...bookIds.flatMap((id) => selectRows('book', 'id = ?', id)),
  ];
}

/** Creates tables with primary keys only: no checks, triggers, references or indexes. */
export function openBareDatabase(
  path: string,
  commits: readonly CapturedCommit[],
): { write: (rows: CapturedCommit) => void; close: () => void } {
  const raw = new Sqlite(path);
  for (const pragma of [
    'journal_mode = WAL',
    'synchronous = FULL',
    'foreign_keys = ON',
    'trusted_schema = OFF',
    'wal_autocheckpoint = 4000',
  ])
    raw.pragma(pragma);
  const tables = [...new Set(commits.flatMap((rows) => rows.map(({ table }) => table)))];
  const writers = new Map(tables.map((table) => [table, createBareTable(raw, table)]));
  const write = raw.transaction((rows: CapturedCommit) =>
    rows.forEach(({ table, cells }) => writers.get(table)?.(cells)),
  );
  return { write: (rows) => write.immediate(rows), close: () => void raw.close() };
}

function createBareTable(raw: Raw, table: string): (cells: readonly Cell[]) => void {
  const columns = columnsByTable.get(table) ?? [];
  const key = KEYS[table] ?? '';
  const types = columns.map((column) =>
    key === column && (column === 'seq' || column === 'event_seq')
      ? `${column} INTEGER`
      : `"${column}"`,
  );
  raw.exec(
    `CREATE TABLE ${table} (${types.join(', ')}, PRIMARY KEY (${key}))${key.includes('seq') && !key.includes(',') ? '' : ' WITHOUT ROWID'}`,
  );
  const statement = raw.prepare<Cell[]>(
    `INSERT OR REPLACE INTO ${table} VALUES (${columns.map(() => '?').join(', ')})`,
  );
  return (cells) => void statement.run(...cells);
}
