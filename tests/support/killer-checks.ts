// What must be true of the books after any crash, asked of the file itself with plain SQL and no
// code of the desk.
import Sqlite from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { auditFile, findAuditFault } from '../../app/programs/books/audit-file';

/** What the users know: the answers they were given, and what they sent without hearing back. */
interface Told {
  /**
   * By user and key; the canonical text of the answer, or null where only its being there is known.
   */
  readonly acknowledged: ReadonlyMap<string, { readonly text: string | null }>;
  readonly pending: ReadonlyMap<string, unknown>;
  readonly faults: readonly string[];
}

const QUESTIONS: readonly { readonly fault: string; readonly sql: string }[] = [
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

interface StoredAnswer {
  readonly userId: string;
  readonly idempotencyKey: string;
  readonly result: string;
}

/**
 * Every fault of a database at rest, against all that its users were told; empty when there is
 * none.
 */
export function booksFaults(dataDir: string, told: Told): string[] {
  const path = join(dataDir, 'frontmonth.db');
  const tables = existsSync(path)
    ? read(path, (db) => db.prepare<[], string>('SELECT name FROM sqlite_schema').pluck().all())
    : [];
  if (tables.length === 0) return answerFaults([], told);
  const broken = read(path, (db) =>
    QUESTIONS.flatMap(({ fault, sql }) =>
      db
        .prepare<[], { row: unknown }>(sql)
        .all()
        .map(({ row }) => `${fault}: ${String(row)}`),
    ),
  );
  const stored = read(path, (db) =>
    db
      .prepare<
        [],
        StoredAnswer
      >('SELECT user_id AS userId, idempotency_key AS idempotencyKey, result FROM command')
      .all(),
  );
  const audited = findAuditFault(auditFile(path));
  return [
    ...broken,
    ...answerFaults(stored, told),
    ...told.faults,
    ...(audited === null ? [] : [`the audit says: ${audited}`]),
  ];
}

/** What has been traded, so that a test of nothing cannot pass for one of everything. */
export function booksCounts(dataDir: string): {
  readonly records: number;
  readonly fills: number;
  readonly resets: number;
} {
  const count = (table: string, where = '1') => `(SELECT count(*) FROM ${table} WHERE ${where})`;
  const sql = `SELECT ${count('event')} AS records, ${count('fill')} AS fills, ${count('event', "type = 'BookReset'")} AS resets`;
  return (
    read(join(dataDir, 'frontmonth.db'), (db) =>
      db.prepare<[], { records: number; fills: number; resets: number }>(sql).get(),
    ) ?? { records: 0, fills: 0, resets: 0 }
  );
}

function read<T>(path: string, ask: (db: Sqlite.Database) => T): T {
  const db = new Sqlite(path, { readonly: true });
  try {
    return ask(db);
  } finally {
    db.close();
  }
}

function answerFaults(rows: readonly StoredAnswer[], { acknowledged, pending }: Told): string[] {
  const stored = new Map(rows.map((row) => [`${row.userId}\n${row.idempotencyKey}`, row.result]));
  const unknown = [...stored.keys()].filter((key) => !acknowledged.has(key) && !pending.has(key));
  const lost = [...acknowledged].filter(([key, { text }]) =>
    text === null ? !stored.has(key) : stored.get(key) !== text,
  );
  return [
    ...unknown.map((key) => `a command nobody sent is stored: ${key}`),
    ...lost.map(
      ([key, { text }]) =>
        `an acknowledged command is ${stored.has(key) ? 'stored otherwise' : 'lost'}: ${key}: ${text ?? ''}`,
    ),
  ];
}
