// The one writer of the books: what a step of the engine leaves on disk, in one durable transaction
// or not at all.
import type { Database as Sqlite } from 'better-sqlite3';
import type { Database } from '../../../db/client.server';
import { command } from '../../../db/schema/engine';
import { event } from '../../../db/schema/log';
import { canonicalJson } from '../../trading/domain/canonical';
import type { CommandResult } from '../../trading/domain/command';
import { assert } from '../../trading/domain/outcome';
import type { LogRecord } from '../../trading/domain/record';
import type { ShadowDesk } from '../../trading/domain/twin';
import type { EpochMs } from '../../trading/domain/units';
import { type Commit, type Journal, StorageError } from '../../trading/ports';
import { answerSeal, recordHash, recordSeal, requestHash } from './chain.server';
import { prepareLedger } from './ledger.server';
import { type LogHead, findEventHash, logHead } from './log.server';
import { SEQUENCE_RESERVE, saveMeta, sequenceFloor } from './meta.server';
import { NOTHING_WRITTEN, prepareProjections } from './projection.server';
import { prepareTwins } from '../portfolio/twin.server';
import { prepareInsert } from './upsert.server';

interface JournalNotes {
  /** The wall clock: a label beside each record, never part of its hash. */
  readonly wallMs: () => EpochMs;
  readonly codeVersion: string;
}

export interface StoredJournal extends Journal {
  /** The last record that is surely on disk. */
  head(): LogHead;
}

/**
 * Opens the log at its end for writing. There may be one journal for a database, in the process
 * that holds its lock.
 */
export function openJournal(db: Database, notes: JournalNotes): StoredJournal {
  const raw = db.$client;
  const log = prepareLog(raw, notes);
  const postEntries = prepareLedger(raw);
  const projections = prepareProjections(raw);
  const addAnswer = prepareAnswers(db);
  const findAnswer = prepareFindAnswer(raw);
  const epochs = loadEpochs(raw);
  let head = logHead(db);
  const storeTwins = prepareTwins(raw);
  let written = NOTHING_WRITTEN;
  let twins: ShadowDesk = {};
  let sequenceCeiling = sequenceFloor(db);

  const store = raw.transaction((commit: Commit) => {
    const epochAt = assignEpochs(commit.records, epochs);
    const getEpoch = (record: LogRecord) => epochAt.get(record.seq) ?? 0;
    const nextHead = log(head, commit.records);
    for (const record of commit.records) postEntries(record, getEpoch(record));
    const nextWritten = projections.write(commit, written, getEpoch);
    for (const result of commit.results) addAnswer(result);
    if (commit.twins) storeTwins(commit.twins, twins);
    const ceiling = raisedCeiling(sequenceCeiling, commit.state.sequence);
    if (ceiling !== sequenceCeiling) saveMeta(db, 'sequence_ceiling', String(ceiling));
    return { head: nextHead, written: nextWritten, ceiling };
  });

  return {
    head: () => head,
    commit(commit) {
      if (commit.records.length === 0 && commit.results.length === 0 && !commit.twins) return;
      const stored = orStorageError(() => store.immediate(commit));
      ({ head, written, ceiling: sequenceCeiling } = stored);
      twins = commit.twins?.desk ?? twins;
      for (const { bookId } of commit.records)
        if (bookId !== null) epochs.set(bookId, commit.state.books[bookId]?.epoch ?? 0);
    },
    makeRoom: () => writeBack(raw),
    probe: () => orStorageError(() => probeStorage(db, notes.wallMs())),
    findResult: (userId, key) => findAnswer(userId, key),
  };
}

/**
 * Writes the log of pages back into the file, which frees its room on a disk that is full of it.
 */
function writeBack(raw: Sqlite): void {
  try {
    raw.pragma('wal_checkpoint(TRUNCATE)');
  } catch {
    // The disk has not even room for that: the next commit says so.
  }
}

/**
 * What a command leaves in the write-ahead log, roughly: a probe must not find room where the next
 * command finds none.
 */
const PROBE_BYTES = 32_768;

/**
 * Takes the room of a command, then gives it back. Both writes are transactions of their own and
 * durable (synchronous = FULL).
 */
function probeStorage(db: Database, wallMs: EpochMs): void {
  saveMeta(db, 'storage_probe', '0'.repeat(PROBE_BYTES));
  saveMeta(db, 'storage_probe', String(wallMs));
}

/**
 * The ceiling is raised well before it is reached, so that events without records cannot run past
 * it.
 */
const raisedCeiling = (ceiling: number, sequence: number): number =>
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
      const payload = canonicalJson(record.payload);
      const hash = recordHash(last.hash, record, payload);
      const seal = recordSeal(hash, wallMs, notes.codeVersion);
      add({
        ...record,
        payload,
        prevHash: last.hash,
        hash,
        wallMs,
        codeVersion: notes.codeVersion,
        seal,
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

/** The epoch of each record by its number: a reset counts as the first record of the new one. */
function assignEpochs(
  records: readonly LogRecord[],
  stored: ReadonlyMap<string, number>,
): ReadonlyMap<number, number> {
  const current = new Map<string, number>();
  const assigned = new Map<number, number>();
  for (const record of records) {
    if (record.bookId === null) continue;
    if (record.type === 'BookOpened' || record.type === 'BookReset')
      current.set(record.bookId, record.payload.epoch);
    assigned.set(record.seq, current.get(record.bookId) ?? stored.get(record.bookId) ?? 0);
  }
  return assigned;
}

function prepareAnswers(db: Database): (result: CommandResult) => void {
  const add = prepareInsert(db.$client, command, 'ON CONFLICT DO NOTHING'); // a repeat never displaces the first answer
  const eventHash = findEventHash(db);
  return (result) => {
    const { userId, idempotencyKey, command: asked } = result.envelope;
    if (idempotencyKey === null) return;
    const hash = eventHash(result.seq);
    assert(hash !== null, `the answer to ${result.commandId} names record ${result.seq}`);
    const row = {
      userId,
      idempotencyKey,
      commandId: result.commandId,
      requestHash: requestHash(asked),
      result: canonicalJson(result),
      seq: result.seq,
      lastSeq: result.lastSeq,
    };
    add({
      ...row,
      seal: answerSeal(
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

/**
 * Tells a refusing disk, which may be mended, from a fault of this program, which may not be
 * survived.
 */
function orStorageError<T>(store: () => T): T {
  try {
    return store();
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    if (typeof code !== 'string' || !STORAGE_FAULTS.test(code)) throw error;
    throw new StorageError(
      `The books could not be written (${code}): ${(error as Error).message}. Nothing of it is stored. Check the free space and the health of the disk.`,
      { cause: error },
    );
  }
}
