// Audits stored answers and checkpoints: each must match its record and its seal.
import type { Database as Sqlite } from 'better-sqlite3';
import { computeDigest, sortedJson } from './hash-chain';
import { prepareFindHash } from './record-hashes';
import type { Facts } from './record-facts';
import type { ReplayState } from './replay-state';
import type { AuditRow, AuditedTables } from './audited-tables';

interface AnswerRow {
  readonly user_id: string;
  readonly idempotency_key: string;
  readonly command_id: string;
  readonly request_hash: string;
  readonly result: string;
  readonly seq: number;
  readonly last_seq: number;
  readonly seal: string;
}

interface CommandRecord {
  readonly user_id: string | null;
  readonly type: string;
  readonly payload: string;
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

/** Compares stored answers after `sinceSeq` (null: all) with the log. */
export function auditAnswers(
  raw: Sqlite,
  tables: AuditedTables,
  replay: ReplayState,
  sinceSeq: number | null,
): void {
  const parameters = sinceSeq === null ? [] : [sinceSeq];
  const find = raw.prepare<[number], CommandRecord>(
    'SELECT user_id, type, payload FROM event WHERE seq = ?',
  );
  const findHash = prepareFindHash(raw);
  for (const row of raw
    .prepare<
      number[],
      AnswerRow
    >(`SELECT * FROM command${sinceSeq === null ? '' : ' WHERE seq > ?'}`)
    .iterate(...parameters)) {
    const record = find.get(row.seq);
    const key = `${row.user_id} ${row.idempotency_key}`;
    tables.compareSealed(
      'command',
      key,
      row as unknown as AuditRow,
      buildExpectedRow(row, record, findHash(row.seq), replay),
      { seal: 'seal', text: 'result' },
    );
  }
  for (const { seq, user_id: userId, requested_key: record } of raw
    .prepare<number[], Unanswered>(`${UNANSWERED}${sinceSeq === null ? '' : ' AND seq > ?'}`)
    .iterate(...parameters)) {
    tables.reportMissing('command', `${userId} ${record}`, `the answer to record ${seq}`);
  }
}

function buildExpectedRow(
  row: AnswerRow,
  record: CommandRecord | undefined,
  recordHash: string | null,
  replay: ReplayState,
): AuditRow {
  const answer = parseJson<Answer>(row.result);
  const { userId, idempotencyKey } = answer.envelope ?? {};
  const command = getCommand(record);
  const requestHash = computeDigest(sortedJson(command));
  const sealedCells = [
    row.user_id,
    row.idempotency_key,
    row.command_id,
    row.request_hash,
    row.result,
    row.seq,
    row.last_seq,
    recordHash ?? '',
  ];
  return {
    user_id: userId !== undefined && userId === record?.user_id ? userId : null,
    idempotency_key:
      idempotencyKey !== undefined && idempotencyKey === getKey(record) ? idempotencyKey : null,
    command_id: answer.commandId ?? null,
    request_hash: requestHash,
    result: fitsLog(answer, row.seq, command, replay) ? row.result : 'an answer that fits the log',
    seq: answer.seq ?? null,
    last_seq: answer.lastSeq ?? null,
    seal: computeDigest(sortedJson(sealedCells)),
  };
}

/** Command of the record; null for other types. */
const getCommand = (record: CommandRecord | undefined): unknown =>
  record?.type === 'CommandReceived'
    ? (parseJson<{ command: unknown }>(record.payload).command ?? null)
    : null;

const getKey = (record: CommandRecord | undefined): unknown =>
  record ? (parseJson<{ idempotencyKey: unknown }>(record.payload).idempotencyKey ?? null) : null;

function fitsLog(
  { outcome, envelope, lastSeq = 0 }: Answer,
  seq: number,
  command: unknown,
  replay: ReplayState,
): boolean {
  if (sortedJson(envelope?.command ?? null) !== sortedJson(command)) return false;
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
