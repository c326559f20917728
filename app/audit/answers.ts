// Stored answers and checkpoints: each must belong to the record that it names, and be whole.
import type { Database as Sqlite } from 'better-sqlite3';
import { computeDigest, sortedJson } from './hash-chain';
import type { Facts } from './facts';
import type { ReplayState } from './replay-state';
import type { AuditRow, Tables } from './tables';

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

interface Asked {
  readonly user_id: string | null;
  readonly type: string;
  readonly payload: string;
  readonly hash: string;
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
  readonly asked_key: string;
}

/** Commands that came with a key, whose answer is not stored under it. */
const UNANSWERED = `
  SELECT seq, user_id, json_extract(payload, '$.idempotencyKey') AS asked_key FROM event
  WHERE type = 'CommandReceived' AND asked_key IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM command WHERE command.seq = event.seq AND command.user_id = event.user_id AND command.idempotency_key = asked_key)`;

/**
 * Compares the stored answers to commands after `sinceSeq` (null: to all) with what the log and the
 * answer itself say they must be.
 */
export function auditAnswers(
  raw: Sqlite,
  tables: Tables,
  telling: ReplayState,
  sinceSeq: number | null,
): void {
  const since = sinceSeq === null ? [] : [sinceSeq];
  const find = raw.prepare<[number], Asked>(
    'SELECT user_id, type, payload, hash FROM event WHERE seq = ?',
  );
  for (const row of raw
    .prepare<
      number[],
      AnswerRow
    >(`SELECT * FROM command${sinceSeq === null ? '' : ' WHERE seq > ?'}`)
    .iterate(...since)) {
    const asked = find.get(row.seq);
    const key = `${row.user_id} ${row.idempotency_key}`;
    tables.compareSealed(
      'command',
      key,
      row as unknown as AuditRow,
      answerRow(row, asked, telling),
      { seal: 'seal', text: 'result' },
    );
  }
  for (const { seq, user_id: userId, asked_key: asked } of raw
    .prepare<number[], Unanswered>(`${UNANSWERED}${sinceSeq === null ? '' : ' AND seq > ?'}`)
    .iterate(...since)) {
    tables.missing('command', `${userId} ${asked}`, `the answer to record ${seq}`);
  }
}

function answerRow(row: AnswerRow, asked: Asked | undefined, telling: ReplayState): AuditRow {
  const answer = parsed<Answer>(row.result);
  const { userId, idempotencyKey } = answer.envelope ?? {};
  const command = getCommand(asked);
  const requestHash = computeDigest(sortedJson(command));
  const whole = [
    row.user_id,
    row.idempotency_key,
    row.command_id,
    row.request_hash,
    row.result,
    row.seq,
    row.last_seq,
    asked?.hash ?? '',
  ];
  return {
    user_id: userId !== undefined && userId === asked?.user_id ? userId : null,
    idempotency_key:
      idempotencyKey !== undefined && idempotencyKey === getKey(asked) ? idempotencyKey : null,
    command_id: answer.commandId ?? null,
    request_hash: requestHash,
    result: isRight(answer, row.seq, command, telling) ? row.result : 'an answer that fits the log',
    seq: answer.seq ?? null,
    last_seq: answer.lastSeq ?? null,
    seal: computeDigest(sortedJson(whole)),
  };
}

/** What the record asked; null when it is no command. */
const getCommand = (asked: Asked | undefined): unknown =>
  asked?.type === 'CommandReceived'
    ? (parsed<{ command: unknown }>(asked.payload).command ?? null)
    : null;

const getKey = (asked: Asked | undefined): unknown =>
  asked ? (parsed<{ idempotencyKey: unknown }>(asked.payload).idempotencyKey ?? null) : null;

function isRight(
  { outcome, envelope, lastSeq = 0 }: Answer,
  seq: number,
  command: unknown,
  telling: ReplayState,
): boolean {
  if (sortedJson(envelope?.command ?? null) !== sortedJson(command)) return false;
  const refusal: Facts | undefined = telling.refusals.get(seq);
  if (refusal || outcome?.ok !== true)
    return (
      outcome?.ok === false && sortedJson(outcome.refusal ?? null) === sortedJson(refusal ?? null)
    );
  return isValueRight(outcome.value ?? {}, lastSeq, telling);
}

type AnswerValue = NonNullable<NonNullable<Answer['outcome']>['value']>;

function isValueRight(
  { closedPositions = [], placedOrders = [], waiting }: AnswerValue,
  lastSeq: number,
  telling: ReplayState,
): boolean {
  // Answers of earlier versions list nothing that waits: they named what was asked to close.
  if (waiting !== undefined && !isClosedAsSaid(closedPositions, waiting, lastSeq, telling))
    return false;
  return (
    closedPositions.every((id) => telling.seenPositions.has(id)) &&
    placedOrders.every((id) => telling.seenOrders.has(id))
  );
}

/**
 * By the last record of an answer, what it calls closed is closed, and what it lists as waiting is
 * not.
 */
function isClosedAsSaid(
  closedPositions: readonly string[],
  waiting: readonly { readonly positionId?: string }[],
  lastSeq: number,
  telling: ReplayState,
): boolean {
  const isClosed = (id: string): boolean => (telling.closedSeqs.get(id) ?? Infinity) <= lastSeq;
  return (
    closedPositions.every(isClosed) && !waiting.some(({ positionId = '' }) => isClosed(positionId))
  );
}

/** A stored text that is no JSON any more reads as an object without fields. */
function parsed<T extends object>(text: string): Partial<T> {
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

/** Each checkpoint must be whole and stand at a record of this log. */
export function auditCheckpoints(raw: Sqlite, tables: Tables): void {
  const find = raw.prepare<[number], string>('SELECT hash FROM event WHERE seq = ?').pluck();
  for (const row of raw.prepare<[], CheckpointRow>('SELECT * FROM checkpoint').all()) {
    const state = parsed<{ logSeq?: number; sequence?: number }>(row.state);
    const expected = {
      seq: state.logSeq ?? null,
      hash: find.get(row.seq) ?? null,
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
