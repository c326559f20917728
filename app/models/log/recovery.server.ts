// Recovery at every start: load a checkpoint, apply the log after it, compare projections.
import { desc, lt } from 'drizzle-orm';
import type { Database } from '../../../db/client.server';
import { checkpoint } from '../../../db/schema/engine';
import type { LoggedState } from '../../trading/domain/book';
import { toCanonicalJson } from '../../trading/domain/canonical-json';
import { assert } from '../../trading/domain/outcome';
import type { LogRecord } from '../../trading/domain/record';
import { NO_SIGNALS } from '../../trading/domain/signal-facts';
import { completeSettings } from '../../trading/domain/settings';
import { GENESIS_HASH, sha256 } from './hash-chain.server';
import { compareProjections } from './compare-projections.server';
import { type LogHead, prepareFindEventHash, toRecord, iterateVerifiedRows } from './log.server';
import { SEQUENCE_RESERVE, getMeta, saveMeta, getSequenceFloor } from './meta.server';

interface Recovery {
  readonly state: LoggedState;
  readonly head: LogHead;
  /** First sequence number of this run, above all numbers used before. */
  readonly sequence: number;
  /** Differences between rows and log, one sentence each; any difference halts trading. */
  readonly differences: readonly string[];
  /** Number of applied records, and the first verified record. */
  readonly folded: number;
  readonly verifiedFrom: number;
}

const EMPTY_DESK: LoggedState = {
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
 * Recovers the state. Throws ChainError if the hash chain is broken after the last audited record
 * or checkpoint.
 */
export function recoverState(
  db: Database,
  apply: (state: LoggedState, record: LogRecord) => LoggedState,
): Recovery {
  const start = findCheckpoint(db) ?? { state: EMPTY_DESK, head: GENESIS };
  const verified = findEarlierHead(findAuditedHead(db) ?? start.head, start.head);
  let head = verified;
  let state = start.state;
  for (const row of iterateVerifiedRows(db, verified)) {
    if (row.seq > start.head.seq) state = apply(state, toRecord(row));
    head = { seq: row.seq, hash: row.hash };
  }
  const sequence = Math.max(getSequenceFloor(db), state.sequence);
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

const STORED_CHECKPOINTS_MAX = 3;
/** Checkpoint format; other formats are ignored and the log is applied instead. */
const CHECKPOINT_FORMAT = 12;

/** Stores the state as of `head`, without data that is not in the log, such as markets. */
export function saveCheckpoint(db: Database, state: LoggedState, head: LogHead): void {
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
  // Plain JSON keeps the age order of positions and orders; canonical JSON would sort it.
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
  } satisfies LoggedState & { format: number });
  const row = {
    seq: head.seq,
    hash: head.hash,
    sequence,
    state: text,
    stateHash: computeCheckpointHash(head, sequence, text),
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
      .limit(STORED_CHECKPOINTS_MAX)
      .all()
      .at(-1);
    if (oldest) db.delete(checkpoint).where(lt(checkpoint.seq, oldest.seq)).run();
  });
  save.immediate();
}

const computeCheckpointHash = ({ seq, hash }: LogHead, sequence: number, text: string): string =>
  sha256(toCanonicalJson([seq, hash, sequence, text]));

/** Newest valid checkpoint whose record is still in the log; null if there is none. */
function findCheckpoint(
  db: Database,
): { readonly state: LoggedState; readonly head: LogHead } | null {
  const eventHash = prepareFindEventHash(db);
  const rows = db.select().from(checkpoint).orderBy(desc(checkpoint.seq)).all();
  const row = rows.find(
    (each) =>
      each.stateHash === computeCheckpointHash(each, each.sequence, each.state) &&
      eventHash(each.seq) === each.hash,
  );
  if (!row) return null;
  const { format, ...state } = JSON.parse(row.state) as LoggedState & { readonly format?: number };
  if (format !== CHECKPOINT_FORMAT) return null;
  const users = Object.fromEntries(
    Object.entries(state.users).map(([id, user]) => [
      id,
      { ...user, settings: completeSettings(user.settings) },
    ]),
  );
  return { state: { ...state, users }, head: { seq: row.seq, hash: row.hash } };
}

type StoredHead = LogHead & { readonly passedMs?: number };

const getStoredHead = (db: Database): StoredHead | null => {
  const stored = getMeta(db, 'audited_head');
  return stored === null ? null : (JSON.parse(stored) as StoredHead);
};

/** Newest audited record; null if there is none or it was changed since. */
export function findAuditedHead(db: Database): LogHead | null {
  const head = getStoredHead(db);
  return head && prepareFindEventHash(db)(head.seq) === head.hash
    ? { seq: head.seq, hash: head.hash }
    : null;
}

/** Wall clock of the last passed audit; null if unknown. */
export const findAuditPassedMs = (db: Database): number | null =>
  getStoredHead(db)?.passedMs ?? null;

/** Records a passed audit up to the head; later starts verify from there. */
export const saveAuditedHead = (db: Database, { seq, hash }: LogHead, passedMs?: number): void =>
  saveMeta(
    db,
    'audited_head',
    JSON.stringify({ seq, hash, ...(passedMs === undefined ? {} : { passedMs }) }),
  );
