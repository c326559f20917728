// The one way a desk starts, after a clean end and after a crash alike: checkpoint, then the log
// after it, then a comparison.
import { desc, lt } from 'drizzle-orm';
import type { Database } from '../../../db/client.server';
import { checkpoint } from '../../../db/schema/engine';
import type { LoggedDesk } from '../../trading/domain/book';
import { canonicalJson } from '../../trading/domain/canonical';
import { assert } from '../../trading/domain/outcome';
import type { LogRecord } from '../../trading/domain/record';
import { NO_SIGNALS } from '../../trading/domain/signal-facts';
import { GENESIS_HASH, sha256 } from './chain.server';
import { compareProjections } from './comparison.server';
import { type LogHead, findEventHash, toRecord, verifiedRows } from './log.server';
import { SEQUENCE_RESERVE, getMeta, saveMeta, sequenceFloor } from './meta.server';

interface Recovery {
  readonly state: LoggedDesk;
  readonly head: LogHead;
  /**
   * The first sequence number of this run: above every number that an earlier one may have used.
   */
  readonly sequence: number;
  /**
   * Stored rows that are not what the log says, one sentence each; a desk with any of them must not
   * trade.
   */
  readonly differences: readonly string[];
  /** How many records were folded, and from which on the chain was verified. */
  readonly folded: number;
  readonly verifiedFrom: number;
}

const EMPTY: LoggedDesk = {
  sequence: 0,
  logSeq: 0,
  nowMs: 0,
  trading: { state: 'ACTIVE', reason: '' },
  listings: {},
  users: {},
  books: {},
  signals: NO_SIGNALS,
  halts: {},
  disabledUsers: {},
};
const GENESIS: LogHead = { seq: 0, hash: GENESIS_HASH };

/**
 * Recovers the desk. Throws ChainError when the log is not one chain from the last audited record
 * (or the checkpoint) on.
 */
export function recoverState(
  db: Database,
  apply: (state: LoggedDesk, record: LogRecord) => LoggedDesk,
): Recovery {
  const start = findCheckpoint(db) ?? { state: EMPTY, head: GENESIS };
  const verified = findEarlierHead(auditedHead(db) ?? start.head, start.head);
  let head = verified;
  let state = start.state;
  for (const row of verifiedRows(db, verified)) {
    if (row.seq > start.head.seq) state = apply(state, toRecord(row));
    head = { seq: row.seq, hash: row.hash };
  }
  const sequence = Math.max(sequenceFloor(db), state.sequence);
  if (head.seq > 0) saveMeta(db, 'sequence_ceiling', String(sequence + SEQUENCE_RESERVE));
  return {
    state: { ...state, sequence },
    head,
    sequence,
    differences: compareProjections(db, state),
    folded: head.seq - start.head.seq,
    verifiedFrom: verified.seq + 1,
  };
}

const findEarlierHead = (a: LogHead, b: LogHead): LogHead => (a.seq <= b.seq ? a : b);

const CHECKPOINTS_KEPT = 3;
/**
 * Shape of the desk in a checkpoint: one of another shape is passed over, and the log is folded
 * instead.
 */
const CHECKPOINT_FORMAT = 6;

/** Stores the desk as of `head`; what the log does not tell, such as markets, is left out. */
export function saveCheckpoint(db: Database, state: LoggedDesk, head: LogHead): void {
  assert(
    state.logSeq === head.seq,
    `a desk at record ${state.logSeq} is no checkpoint of ${head.seq}`,
  );
  const {
    sequence,
    logSeq,
    nowMs,
    trading,
    listings,
    users,
    books,
    signals,
    halts,
    disabledUsers,
  } = state;
  // Plain JSON, not the canonical one: the order of positions and orders by age must survive.
  const text = JSON.stringify({
    format: CHECKPOINT_FORMAT,
    sequence,
    logSeq,
    nowMs,
    trading,
    listings,
    users,
    books,
    signals,
    halts,
    disabledUsers,
  } satisfies LoggedDesk & { format: number });
  const row = {
    seq: head.seq,
    hash: head.hash,
    sequence,
    state: text,
    stateHash: checkpointHash(head, sequence, text),
  };
  const save = db.$client.transaction(() => {
    db.insert(checkpoint)
      .values(row)
      .onConflictDoUpdate({ target: checkpoint.seq, set: row })
      .run();
    const oldest = db
      .select({ seq: checkpoint.seq })
      .from(checkpoint)
      .orderBy(desc(checkpoint.seq))
      .limit(CHECKPOINTS_KEPT)
      .all()
      .at(-1);
    if (oldest) db.delete(checkpoint).where(lt(checkpoint.seq, oldest.seq)).run();
  });
  save.immediate();
}

const checkpointHash = ({ seq, hash }: LogHead, sequence: number, text: string): string =>
  sha256(canonicalJson([seq, hash, sequence, text]));

/**
 * The newest checkpoint whose cells are whole and whose record is still the one it was taken at;
 * null when there is none.
 */
function findCheckpoint(
  db: Database,
): { readonly state: LoggedDesk; readonly head: LogHead } | null {
  const eventHash = findEventHash(db);
  const rows = db.select().from(checkpoint).orderBy(desc(checkpoint.seq)).all();
  const row = rows.find(
    (each) =>
      each.stateHash === checkpointHash(each, each.sequence, each.state) &&
      eventHash(each.seq) === each.hash,
  );
  if (!row) return null;
  const { format, ...state } = JSON.parse(row.state) as LoggedDesk & { readonly format?: number };
  return format === CHECKPOINT_FORMAT ? { state, head: { seq: row.seq, hash: row.hash } } : null;
}

type StoredHead = LogHead & { readonly passedMs?: number };

const storedHead = (db: Database): StoredHead | null => {
  const stored = getMeta(db, 'audited_head');
  return stored === null ? null : (JSON.parse(stored) as StoredHead);
};

/**
 * The newest record up to which an audit found everything right; null when there is none or it was
 * changed since.
 */
export function auditedHead(db: Database): LogHead | null {
  const head = storedHead(db);
  return head && findEventHash(db)(head.seq) === head.hash
    ? { seq: head.seq, hash: head.hash }
    : null;
}

/** Wall clock of the last passed audit; null when there was none, or before it was recorded. */
export const findAuditPassedMs = (db: Database): number | null => storedHead(db)?.passedMs ?? null;

/**
 * Records that everything up to the head has passed an audit, so that later starts verify from
 * there.
 */
export const saveAuditedHead = (db: Database, { seq, hash }: LogHead, passedMs?: number): void =>
  saveMeta(
    db,
    'audited_head',
    JSON.stringify({ seq, hash, ...(passedMs === undefined ? {} : { passedMs }) }),
  );
