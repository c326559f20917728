// Audits stored answers and checkpoints: each must match its record and its seal.
import type { Database as Sqlite } from 'better-sqlite3';
import { type StoredHash, computeDigest, sortedJson, toHex } from './hash-chain';
import { prepareFindHash } from './record-hashes';
import type { Facts } from './record-facts';
import type { ReplayState } from './replay-state';
import type { AuditRow, AuditedTables } from './audited-tables';

/** A stored answer, and the record of its command: null where there is none. */
interface AnswerRow {
  readonly user_id: string;
  readonly idempotency_key: string;
  readonly command_id: string;
  readonly request_hash: string;
  readonly result: string;
  readonly seq: number;
  readonly last_seq: number;
  readonly seal: string;
  readonly record_user_id: string | null;
  readonly record_type: string | null;
  readonly record_payload: string | null;
  readonly record_hash: StoredHash | null;
}

/** The command of a record; `json` has sorted keys. */
interface RecordedCommand {
  readonly json: string;
  readonly idempotencyKey: unknown;
}

interface Answer {
  readonly commandId?: string;
  readonly seq?: number;
  readonly lastSeq?: number;
  readonly envelope?: {
    readonly userId?: string;
    readonly idempotencyKey?: string;
    readonly command?: unknown;
  };
  readonly outcome?: {
    readonly ok?: boolean;
    readonly refusal?: unknown;
    readonly value?: {
      readonly closedPositions?: string[];
      readonly placedOrders?: string[];
      readonly waiting?: readonly { readonly positionId?: string }[];
    };
  };
}

interface Unanswered {
  readonly seq: number;
  readonly user_id: string;
  readonly requested_key: string;
}

/** Commands with an idempotency key but without a stored answer. */
const UNANSWERED = `
  SELECT seq, user_id, json_extract(payload, '$.idempotencyKey') AS requested_key FROM event
  WHERE type = 'CommandReceived' AND requested_key IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM command WHERE command.seq = event.seq AND command.user_id = event.user_id AND command.idempotency_key = requested_key)`;

const ANSWERS = `
  SELECT command.*, event.user_id AS record_user_id, event.type AS record_type,
    event.payload AS record_payload, event.hash AS record_hash
  FROM command LEFT JOIN event ON event.seq = command.seq`;

/** Compares stored answers after `sinceSeq` (null: all) with the log. */
export function auditAnswers(
  raw: Sqlite,
  tables: AuditedTables,
  replay: ReplayState,
  sinceSeq: number | null,
): void {
  const parameters = sinceSeq === null ? [] : [sinceSeq];
  for (const row of raw
    .prepare<number[], AnswerRow>(`${ANSWERS}${sinceSeq === null ? '' : ' WHERE command.seq > ?'}`)
    .iterate(...parameters)) {
    const key = `${row.user_id} ${row.idempotency_key}`;
    tables.compareSealed(
      'command',
      key,
      row as unknown as AuditRow,
      buildExpectedRow(row, replay),
      { seal: 'seal', text: 'result' },
    );
  }
  for (const { seq, user_id: userId, requested_key: record } of raw
    .prepare<number[], Unanswered>(`${UNANSWERED}${sinceSeq === null ? '' : ' AND seq > ?'}`)
    .iterate(...parameters)) {
    tables.reportMissing('command', `${userId} ${record}`, `the answer to record ${seq}`);
  }
}

function buildExpectedRow(row: AnswerRow, replay: ReplayState): AuditRow {
  const answer = parseJson<Answer>(row.result);
  const { userId, idempotencyKey } = answer.envelope ?? {};
  const recorded = readCommand(row);
  const sealedCells = [
    row.user_id,
    row.idempotency_key,
    row.command_id,
    row.request_hash,
    row.result,
    row.seq,
    row.last_seq,
    row.record_hash === null ? '' : toHex(row.record_hash),
  ];
  return {
    user_id: userId !== undefined && userId === row.record_user_id ? userId : null,
    idempotency_key:
      idempotencyKey !== undefined && idempotencyKey === recorded.idempotencyKey
        ? idempotencyKey
        : null,
    command_id: answer.commandId ?? null,
    request_hash: computeDigest(recorded.json),
    result: fitsLog(answer, row.seq, recorded.json, replay)
      ? row.result
      : 'an answer that fits the log',
    seq: answer.seq ?? null,
    last_seq: answer.lastSeq ?? null,
    seal: computeDigest(sortedJson(sealedCells)),
  };
}

/** The command of the record; `null` as JSON for a record of another type. */
function readCommand({ record_type: type, record_payload: payload }: AnswerRow): RecordedCommand {
  const { command, idempotencyKey } = parseJson<{ command: unknown; idempotencyKey: unknown }>(
    payload ?? '{}',
  );
  return {
    json: sortedJson(type === 'CommandReceived' ? (command ?? null) : null),
    idempotencyKey: idempotencyKey ?? null,
  };
}

function fitsLog(
  { outcome, envelope, lastSeq = 0 }: Answer,
  seq: number,
  commandJson: string,
  replay: ReplayState,
): boolean {
  if (sortedJson(envelope?.command ?? null) !== commandJson) return false;
  const refusal: Facts | undefined = replay.refusals.get(seq);
  if (refusal || outcome?.ok !== true)
    return (
      outcome?.ok === false && sortedJson(outcome.refusal ?? null) === sortedJson(refusal ?? null)
    );
  return valueFitsLog(outcome.value ?? {}, lastSeq, replay);
}

type AnswerValue = NonNullable<NonNullable<Answer['outcome']>['value']>;

function valueFitsLog(
  { closedPositions = [], placedOrders = [], waiting }: AnswerValue,
  lastSeq: number,
  replay: ReplayState,
): boolean {
  // Answers of earlier versions have no `waiting` list and name what was requested to close.
  if (waiting !== undefined && !areClosesConsistent(closedPositions, waiting, lastSeq, replay))
    return false;
  return (
    closedPositions.every((id) => replay.seenPositions.has(id)) &&
    placedOrders.every((id) => replay.seenOrders.has(id))
  );
}

/** At `lastSeq` every listed close is closed, and nothing listed as waiting is. */
function areClosesConsistent(
  closedPositions: readonly string[],
  waitingCloses: readonly { readonly positionId?: string }[],
  lastSeq: number,
  replay: ReplayState,
): boolean {
  const isClosed = (id: string): boolean => (replay.closedSeqs.get(id) ?? Infinity) <= lastSeq;
  return (
    closedPositions.every(isClosed) &&
    !waitingCloses.some(({ positionId = '' }) => isClosed(positionId))
  );
}

/** Invalid JSON reads as an empty object. */
function parseJson<T extends object>(text: string): Partial<T> {
  try {
    return JSON.parse(text) as T;
  } catch {
    return {};
  }
}

interface CheckpointRow {
  readonly seq: number;
  readonly hash: string;
  readonly sequence: number;
  readonly state: string;
  readonly state_hash: string;
}

/** Each checkpoint must match its seal and a record of this log. */
export function auditCheckpoints(raw: Sqlite, tables: AuditedTables): void {
  const findHash = prepareFindHash(raw);
  for (const row of raw.prepare<[], CheckpointRow>('SELECT * FROM checkpoint').all()) {
    const state = parseJson<{ logSeq?: number; sequence?: number }>(row.state);
    const expected = {
      seq: state.logSeq ?? null,
      hash: findHash(row.seq),
      sequence: state.sequence ?? null,
      state: row.state,
      state_hash: computeDigest(sortedJson([row.seq, row.hash, row.sequence, row.state])),
    };
    tables.compareSealed('checkpoint', String(row.seq), row as unknown as AuditRow, expected, {
      seal: 'state_hash',
      text: 'state',
    });
  }
}
