// The only writer of the event log and projections. Each engine step is one durable transaction.
import type { Database as Sqlite } from 'better-sqlite3';
import type { Database } from '../../../db/client.server';
import { command, commandRequest } from '../../../db/schema/engine';
import { event } from '../../../db/schema/log';
import { toCanonicalJson } from '../../trading/domain/canonical-json';
import type { CommandResult } from '../../trading/domain/command';
import { assert } from '../../trading/domain/outcome';
import type { LogRecord } from '../../trading/domain/record';
import type { ShadowState } from '../../trading/domain/shadow-account';
import type { EpochMs } from '../../trading/domain/units';
import { type Commit, type Journal, StorageError } from '../../trading/ports';
import {
  computeAnswerSeal,
  computeRecordHash,
  computeRecordSeal,
  computeRequestHash,
  toHashBytes,
} from './hash-chain.server';
import { prepareLedger } from './ledger.server';
import { type LogHead, prepareFindEventHash, getLogHead } from './log.server';
import { SEQUENCE_RESERVE, saveMeta, getSequenceFloor } from './meta.server';
import { NOTHING_WRITTEN, prepareProjections } from './projection.server';
import { prepareShadowAccounts } from '../portfolio/shadow-accounts.server';
import { prepareInsert } from './prepare-upsert.server';

interface JournalNotes {
  /** Wall clock, stored beside each record and not hashed. */
  readonly wallMs: () => EpochMs;
  readonly codeVersion: string;
}

export interface StoredJournal extends Journal {
  /** Last durable record. */
  head(): LogHead;
}

/** Opens the log for appending. One journal per database, in the process that holds its lock. */
export function openJournal(db: Database, notes: JournalNotes): StoredJournal {
  const raw = db.$client;
  const appendRecords = prepareLog(raw, notes);
  const postEntries = prepareLedger(raw);
  const projections = prepareProjections(raw);
  const addAnswer = prepareAnswers(db);
  const addRequest = prepareInsert(raw, commandRequest);
  const findAnswer = prepareFindAnswer(raw);
  const epochs = loadEpochs(raw);
  let head = getLogHead(db);
  const storeShadowAccounts = prepareShadowAccounts(raw);
  let written = NOTHING_WRITTEN;
  let storedShadows: ShadowState = {};
  let sequenceCeiling = getSequenceFloor(db);

  const store = raw.transaction((commit: Commit) => {
    const epochAt = assignEpochs(commit.records, epochs);
    const getEpoch = (record: LogRecord) => epochAt.get(record.seq) ?? 0;
    const nextHead = appendRecords(head, commit.records);
    for (const record of commit.records) postEntries(record, getEpoch(record));
    const nextWritten = projections.write(commit, written, getEpoch);
    for (const result of commit.results) addAnswer(result);
    for (const request of commit.requests ?? []) addRequest(request);
    if (commit.shadows) storeShadowAccounts(commit.shadows, storedShadows);
    const ceiling = raiseCeiling(sequenceCeiling, commit.state.sequence);
    if (ceiling !== sequenceCeiling) saveMeta(db, 'sequence_ceiling', String(ceiling));
    return { head: nextHead, written: nextWritten, ceiling };
  });

  return {
    head: () => head,
    commit(commit) {
      if (commit.records.length === 0 && commit.results.length === 0 && !commit.shadows) return;
      const stored = runStorage(() => store.immediate(commit));
      ({ head, written, ceiling: sequenceCeiling } = stored);
      storedShadows = commit.shadows?.desk ?? storedShadows;
      for (const { bookId } of commit.records)
        if (bookId !== null) epochs.set(bookId, commit.state.books[bookId]?.epoch ?? 0);
    },
    makeRoom: () => checkpointLog(raw),
    probe: () => runStorage(() => probeStorage(db, notes.wallMs())),
    findResult: (userId, key) => findAnswer(userId, key),
  };
}

/** Checkpoints the WAL, which frees its space on a full disk. */
function checkpointLog(raw: Sqlite): void {
  try {
    raw.pragma('wal_checkpoint(TRUNCATE)');
  } catch {
    // On failure the next commit reports the storage error.
  }
}

/** Approximate WAL size of a command; a probe must not succeed where a command would fail. */
const PROBE_BYTES = 32_768;

/** Writes and then releases the space of a command, in two durable transactions. */
function probeStorage(db: Database, wallMs: EpochMs): void {
  saveMeta(db, 'storage_probe', '0'.repeat(PROBE_BYTES));
  saveMeta(db, 'storage_probe', String(wallMs));
}

/** Raises the ceiling early, so that events without records cannot exceed it. */
const raiseCeiling = (ceiling: number, sequence: number): number =>
  sequence + SEQUENCE_RESERVE / 2 > ceiling ? sequence + SEQUENCE_RESERVE : ceiling;

function prepareLog(
  raw: Sqlite,
  notes: JournalNotes,
): (head: LogHead, records: readonly LogRecord[]) => LogHead {
  const add = prepareInsert(raw, event);
  return (head, records) => {
    const wallMs = notes.wallMs();
    return records.reduce((last, record) => {
      assert(record.seq === last.seq + 1, `record ${record.seq} follows ${last.seq}`);
      const payload = toCanonicalJson(record.payload);
      const hash = computeRecordHash(last.hash, record, payload);
      const seal = computeRecordSeal(hash, wallMs, notes.codeVersion);
      add({
        ...record,
        payload,
        hash: toHashBytes(hash),
        wallMs,
        codeVersion: notes.codeVersion,
        seal: toHashBytes(seal),
      });
      return { seq: record.seq, hash };
    }, head);
  };
}

const loadEpochs = (raw: Sqlite): Map<string, number> =>
  new Map(
    raw
      .prepare<[], { id: string; epoch: number }>('SELECT id, epoch FROM book')
      .all()
      .map(({ id, epoch }) => [id, epoch]),
  );

const startsPeriod = (
  record: LogRecord,
): record is Extract<
  LogRecord,
  { type: 'BookOpened' | 'BookReset' | 'BookMovedOut' | 'BookMovedIn' }
> =>
  record.type === 'BookOpened' ||
  record.type === 'BookReset' ||
  record.type === 'BookMovedOut' ||
  record.type === 'BookMovedIn';

/** Account period by record number; a reset is the first record of the new period. */
export function assignEpochs(
  records: readonly LogRecord[],
  stored: ReadonlyMap<string, number>,
): ReadonlyMap<number, number> {
  const current = new Map<string, number>();
  const assigned = new Map<number, number>();
  for (const record of records) {
    if (record.bookId === null) continue;
    if (startsPeriod(record)) current.set(record.bookId, record.payload.epoch);
    assigned.set(record.seq, current.get(record.bookId) ?? stored.get(record.bookId) ?? 0);
  }
  return assigned;
}

function prepareAnswers(db: Database): (result: CommandResult) => void {
  const add = prepareInsert(db.$client, command, 'ON CONFLICT DO NOTHING'); // a repeat keeps the first result
  const eventHash = prepareFindEventHash(db);
  return (result) => {
    const { userId, idempotencyKey, command: request } = result.envelope;
    if (idempotencyKey === null) return;
    const hash = eventHash(result.seq);
    assert(hash !== null, `the answer to ${result.commandId} names record ${result.seq}`);
    const row = {
      userId,
      idempotencyKey,
      commandId: result.commandId,
      requestHash: computeRequestHash(request),
      result: toCanonicalJson(result),
      seq: result.seq,
      lastSeq: result.lastSeq,
    };
    add({
      ...row,
      seal: computeAnswerSeal(
        [userId, idempotencyKey, row.commandId, row.requestHash, row.result, row.seq, row.lastSeq],
        hash,
      ),
    });
  };
}

function prepareFindAnswer(raw: Sqlite): Journal['findResult'] {
  const find = raw
    .prepare<
      [string, string],
      string
    >('SELECT result FROM command WHERE user_id = ? AND idempotency_key = ?')
    .pluck();
  return (userId, key) => {
    const result = find.get(userId, key);
    return result === undefined ? null : (JSON.parse(result) as CommandResult);
  };
}

const STORAGE_FAULTS =
  /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|BUSY|LOCKED|NOMEM|CORRUPT|NOTADB|PERM|AUTH|PROTOCOL)/;

/** Wraps disk errors as StorageError, which are retried; other errors are program faults. */
function runStorage<T>(store: () => T): T {
  try {
    return store();
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    if (typeof code !== 'string' || !STORAGE_FAULTS.test(code)) throw error;
    throw new StorageError(
      `The database could not be written (${code}): ${(error as Error).message}. Nothing was stored. Check the free space and the health of the disk.`,
      { cause: error },
    );
  }
}
