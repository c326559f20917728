// Insert and upsert statements derived from table schemas.
import type { Database as Sqlite } from 'better-sqlite3';
import { getTableColumns, getTableName } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';

type Row<T extends SQLiteTable> = T['$inferSelect'];
type Cell = string | number | Buffer | null;

const toCell = (value: unknown): Cell =>
  typeof value === 'boolean' ? Number(value) : (value as Cell);

/** Prepares inserting whole rows; all columns are required. */
export function prepareInsert<T extends SQLiteTable>(
  raw: Sqlite,
  table: T,
  onConflict = '',
): (row: Row<T>) => void {
  const columns = Object.entries(getTableColumns(table));
  const names = columns.map(([, column]) => `"${column.name}"`).join(', ');
  const placeholders = columns.map(() => '?').join(', ');
  const statement = raw.prepare(
    `INSERT INTO "${getTableName(table)}" (${names}) VALUES (${placeholders}) ${onConflict}`,
  );
  const properties = columns.map(([property]) => property as keyof Row<T>);
  return (row) => void statement.run(properties.map((property) => toCell(row[property])));
}

/** Prepares an upsert by key; `immutable` columns keep their first value. */
export function prepareUpsert<T extends SQLiteTable>(
  raw: Sqlite,
  table: T,
  key: readonly (keyof Row<T>)[],
  immutable: readonly (keyof Row<T>)[] = [],
): (row: Row<T>) => void {
  const columns = Object.entries(getTableColumns(table));
  const isFixed = (property: string) =>
    key.includes(property as keyof Row<T>) || immutable.includes(property as keyof Row<T>);
  const keyNames = columns
    .filter(([property]) => key.includes(property as keyof Row<T>))
    .map(([, column]) => `"${column.name}"`);
  const updates = columns
    .filter(([property]) => !isFixed(property))
    .map(([, column]) => `"${column.name}" = excluded."${column.name}"`);
  return prepareInsert(
    raw,
    table,
    `ON CONFLICT (${keyNames.join(', ')}) DO UPDATE SET ${updates.join(', ')}`,
  );
}
