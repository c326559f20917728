// Changes stored cells directly in the file, bypassing triggers, checks and references.
import Sqlite from 'better-sqlite3';
import { type LogRow, computeHash, computeSeal } from '../../app/audit/hash-chain';

interface StoredCell {
  readonly table: string;
  readonly column: string;
  /** Row index in key order. */
  readonly rowIndex: number;
}

/** In-memory copy with triggers disabled during `change`. */
export function tamperWith(image: Buffer, change: (raw: Sqlite.Database) => void): Sqlite.Database {
  const raw = new Sqlite(image);
  const guards = raw
    .prepare<
      [],
      { name: string; sql: string }
    >("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
    .all();
  for (const { name } of guards) raw.exec(`DROP TRIGGER ${name}`);
  raw.pragma('ignore_check_constraints = ON');
  raw.pragma('foreign_keys = OFF');
  change(raw);
  for (const { sql } of guards) raw.exec(sql);
  return raw;
}

/** Changes one cell within its type; returns the row key. */
export function changeCell(
  raw: Sqlite.Database,
  { table, column, rowIndex: rowIndex }: StoredCell,
): string {
  const keys = raw
    .prepare<[string], string>('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk')
    .pluck()
    .all(table);
  const order = keys.map((key) => `"${key}"`).join(', ');
  const row = raw
    .prepare<
      [number],
      Record<string, string | number | Buffer | null>
    >(`SELECT * FROM "${table}" ORDER BY ${order} LIMIT 1 OFFSET ?`)
    .get(rowIndex);
  const type = raw
    .prepare<[string, string], string>('SELECT type FROM pragma_table_info(?) WHERE name = ?')
    .pluck()
    .get(table, column);
  if (!row) throw new Error(`${table} has no row ${rowIndex}`);
  const where = keys.map((key) => `"${key}" = ?`).join(' AND ');
  const changed = raw
    .prepare(`UPDATE "${table}" SET "${column}" = ? WHERE ${where}`)
    .run(otherValue(row[column] ?? null, type ?? ''), ...keys.map((key) => row[key]));
  if (changed.changes !== 1) throw new Error(`${table}.${column} was not changed`);
  return keys.map((key) => row[key]).join(' ');
}

function otherValue(
  value: string | number | Buffer | null,
  type: string,
): string | number | Buffer {
  if (type === 'INTEGER') return Number(value ?? 0) + 1_000_003;
  if (Buffer.isBuffer(value))
    return Buffer.from(value.map((byte, at) => (at === 0 ? ~byte : byte)));
  const text = String(value ?? '');
  return text.includes('1') ? text.replace('1', '2') : `${text}x`;
}

export interface LoggedRow {
  readonly seq: number;
  readonly book_id: string | null;
  readonly type: string;
  readonly at_ms: number;
  readonly payload: string;
}

/** Database of a faulty engine: one changed record with valid following hashes. */
export function rechainWith(
  image: Buffer,
  seq: number,
  change: (row: LoggedRow) => Partial<LoggedRow>,
): Sqlite.Database {
  return tamperWith(image, (raw) => {
    const update = raw.prepare(
      'UPDATE event SET type = ?, at_ms = ?, payload = ?, hash = ?, seal = ? WHERE seq = ?',
    );
    let before = '0'.repeat(64);
    for (const stored of raw.prepare<[], LogRow>('SELECT * FROM event ORDER BY seq').all()) {
      const row = stored.seq === seq ? { ...stored, ...change(stored) } : stored;
      const hash = computeHash(before, row);
      update.run(
        row.type,
        row.at_ms,
        row.payload,
        Buffer.from(hash, 'hex'),
        Buffer.from(computeSeal({ ...row, hash }), 'hex'),
        row.seq,
      );
      before = hash;
    }
  });
}
