// Invariants of the database after a crash, checked with plain SQL.
import Sqlite from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { auditFile, findAuditFault } from '../../app/programs/books/audit-file';

/** Received results and unanswered commands of the users. */
interface ClientRecords {
  /** By user and key: canonical text of the result, or null when only its existence is known. */
  readonly acknowledged: ReadonlyMap<string, { readonly text: string | null }>;
  readonly pending: ReadonlyMap<string, unknown>;
  readonly faults: readonly string[];
}

const INVARIANTS: readonly { readonly fault: string; readonly sql: string }[] = [
  {
    fault: 'an execution is booked twice',
    sql: 'SELECT execution_id AS row FROM fill GROUP BY execution_id HAVING count(*) > 1',
  },
  {
    fault: 'a logged fill has no row, or a row no logged fill',
    sql: `SELECT seq AS row FROM event WHERE type = 'OrderFilled' AND seq NOT IN (SELECT event_seq FROM fill)
      UNION SELECT event_seq FROM fill WHERE event_seq NOT IN (SELECT seq FROM event WHERE type = 'OrderFilled')`,
  },
  {
    fault: 'an entry does not sum to zero',
    sql: 'SELECT event_seq AS row FROM posting GROUP BY event_seq, entry, unit HAVING sum(amount) <> 0',
  },
  {
    fault: 'a balance is not the sum of its postings',
    sql: `SELECT book.id AS row FROM book LEFT JOIN posting ON posting.book_id = book.id AND unit = 'mills' GROUP BY book.id HAVING
      coalesce(sum(amount) FILTER (WHERE account = 'available'), 0) <> available_mills OR coalesce(sum(amount) FILTER (WHERE account = 'reserved'), 0) <> reserved_mills
      OR coalesce(sum(amount) FILTER (WHERE account = 'equity'), 0) <> equity_mills OR coalesce(sum(amount) FILTER (WHERE account = 'realised'), 0) <> realised_mills
      OR coalesce(sum(amount) FILTER (WHERE account = 'fees'), 0) <> fees_mills`,
  },
  {
    fault: 'a position is not the sum of its fills',
    sql: `SELECT position.id AS row FROM position LEFT JOIN fill ON fill.position_id = position.id LEFT JOIN trade_order ON trade_order.id = fill.order_id
      GROUP BY position.id HAVING coalesce(sum(CASE WHEN (side = 'BUY') = (direction = 'LONG') THEN fill.lots ELSE -fill.lots END), 0) <> position.lots`,
  },
  {
    fault: 'an order is not the sum of its fills',
    sql: `SELECT trade_order.id AS row FROM trade_order LEFT JOIN fill ON fill.order_id = trade_order.id
      GROUP BY trade_order.id HAVING coalesce(sum(fill.lots), 0) <> filled_lots`,
  },
  {
    fault: 'a command was carried out without its answer, or twice',
    sql: `SELECT seq AS row FROM event WHERE type = 'CommandReceived' AND json_extract(payload, '$.idempotencyKey') IS NOT NULL
      AND json_extract(payload, '$.command.type') <> 'OpenBook' AND seq NOT IN (SELECT seq FROM command)
      UNION ALL SELECT seq FROM command GROUP BY seq HAVING count(*) > 1`,
  },
];

interface StoredResult {
  readonly userId: string;
  readonly idempotencyKey: string;
  readonly result: string;
}

/** All faults of a database at rest, compared with the users' results. */
export function listDatabaseFaults(dataDir: string, clientRecords: ClientRecords): string[] {
  const path = join(dataDir, 'frontmonth.db');
  const tables = existsSync(path)
    ? readDatabase(path, (db) =>
        db.prepare<[], string>('SELECT name FROM sqlite_schema').pluck().all(),
      )
    : [];
  if (tables.length === 0) return listResultFaults([], clientRecords);
  const broken = readDatabase(path, (db) =>
    INVARIANTS.flatMap(({ fault, sql }) =>
      db
        .prepare<[], { row: unknown }>(sql)
        .all()
        .map(({ row }) => `${fault}: ${String(row)}`),
    ),
  );
  const stored = readDatabase(path, (db) =>
    db
      .prepare<
        [],
        StoredResult
      >('SELECT user_id AS userId, idempotency_key AS idempotencyKey, result FROM command')
      .all(),
  );
  const auditFault = findAuditFault(auditFile(path));
  return [
    ...broken,
    ...listResultFaults(stored, clientRecords),
    ...clientRecords.faults,
    ...(auditFault === null ? [] : [`audit: ${auditFault}`]),
  ];
}

/** Activity counts, so that an empty run cannot pass. */
export function countActivity(dataDir: string): {
  readonly records: number;
  readonly fills: number;
  readonly resets: number;
} {
  const countRows = (table: string, where = '1') =>
    `(SELECT count(*) FROM ${table} WHERE ${where})`;
  const sql = `SELECT ${countRows('event')} AS records, ${countRows('fill')} AS fills, ${countRows('event', "type = 'BookReset'")} AS resets`;
  return (
    readDatabase(join(dataDir, 'frontmonth.db'), (db) =>
      db.prepare<[], { records: number; fills: number; resets: number }>(sql).get(),
    ) ?? { records: 0, fills: 0, resets: 0 }
  );
}

function readDatabase<T>(path: string, runQuery: (db: Sqlite.Database) => T): T {
  const db = new Sqlite(path, { readonly: true });
  try {
    return runQuery(db);
  } finally {
    db.close();
  }
}

function listResultFaults(
  rows: readonly StoredResult[],
  { acknowledged, pending }: ClientRecords,
): string[] {
  const stored = new Map(rows.map((row) => [`${row.userId}\n${row.idempotencyKey}`, row.result]));
  const unknown = [...stored.keys()].filter((key) => !acknowledged.has(key) && !pending.has(key));
  const lost = [...acknowledged].filter(([key, { text }]) =>
    text === null ? !stored.has(key) : stored.get(key) !== text,
  );
  return [
    ...unknown.map((key) => `an unknown command is stored: ${key}`),
    ...lost.map(
      ([key, { text }]) =>
        `an acknowledged command is ${stored.has(key) ? 'stored otherwise' : 'lost'}: ${key}: ${text ?? ''}`,
    ),
  ];
}
