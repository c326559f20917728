// Operator requests: a bounded inbox, written by command line programs and answered by the server.
import { and, asc, count, desc, eq, isNotNull, isNull, lt, lte, or } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../../db/client.server';
import { prepareOnce } from '../../../db/prepared.server';
import { operatorRequest } from '../../../db/schema/operator';
import { HALT_LEVELS } from '../../trading/domain/account-halt';
import { SERVER_NAME_PATTERN } from '../desks/server-name';
import { MovedAccountSchema, MovedSettingsSchema } from '../desks/moved-account-schema';
import { ADMINISTRATIVE_ACTS } from '../../trading/domain/command';
import { COMMODITY_KEYS } from '../../trading/domain/commodity';
import { TRADING_MODES } from '../../trading/domain/settings';
import type { EpochMs } from '../../trading/domain/units';
import { DAY_MS } from '../../trading/domain/time';

/** Maximum pending requests; further ones are not stored. */
export const REQUESTS_WAITING_MAX = 100;
/** Maximum number and age of stored answered requests. */
export const STORED_ANSWERS_MAX = 500;
export const ANSWER_RETENTION_MS = 30 * DAY_MS;
export const REASON_LENGTH_MAX = 200;

const userId = z.string().min(1).max(64);
const serverName = z.string().regex(SERVER_NAME_PATTERN);
const close = z.boolean();
/** The operator who sent a form; absent for a request at the machine. */
const byUserId = userId.optional();

const requestCommand = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('StopUser'), userId, close }),
  z.strictObject({ type: z.literal('StopAllUsers'), close }),
  z.strictObject({ type: z.literal('DisableUser'), userId, close, byUserId }),
  z.strictObject({ type: z.literal('EnableUser'), userId, byUserId }),
  z.strictObject({
    type: z.literal('RecordAdministration'),
    userId,
    act: z.enum(ADMINISTRATIVE_ACTS),
    detail: z.string().max(64),
    byUserId,
  }),
  z.strictObject({ type: z.literal('MoveUserOut'), userId, to: serverName }),
  z.strictObject({
    type: z.literal('MoveUserIn'),
    userId,
    from: serverName,
    mode: z.enum(TRADING_MODES),
    settings: MovedSettingsSchema,
    accounts: z.array(MovedAccountSchema).max(TRADING_MODES.length),
  }),
  /** Resumes only the halt with exactly this reason, the one the operator audited. */
  z.strictObject({ type: z.literal('ResumeTrading'), haltReason: z.string() }),
  /** The same for the halt of one account. */
  z.strictObject({
    type: z.literal('ResumeAccount'),
    bookId: z.string().min(1).max(80),
    haltReason: z.string(),
    /** True to take over what the broker holds. */
    acceptsBroker: z.literal(true).optional(),
  }),
  /** Confirms the arming of a live account at the machine. */
  z.strictObject({ type: z.literal('ConfirmArming'), bookId: z.string().min(1).max(80) }),
  /** Null: all live accounts. `instrumentId`: the contract that level 3 closes. */
  z.strictObject({
    type: z.literal('HaltAccounts'),
    userId: userId.nullable(),
    level: z.literal([...HALT_LEVELS]),
    instrumentId: z.string().max(40).nullable(),
  }),
]);

export type RequestCommand = z.infer<typeof requestCommand>;

const requestOutcome = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    /** Stopped accounts, with the commodities that were on. */
    books: z.array(
      z.object({
        userId: z.string(),
        mode: z.string(),
        commodities: z.array(z.enum(COMMODITY_KEYS)),
        canceledOrders: z.number(),
      }),
    ),
    /** Positions still open, at most `OPEN_LISTED_MAX`, each with the reason. */
    open: z.array(
      z.object({
        userId: z.string(),
        mode: z.string(),
        contract: z.string(),
        direction: z.string(),
        lots: z.number(),
        why: z.string(),
      }),
    ),
    openCount: z.number(),
    /** Reason of the resumed halt; null when none was resumed. */
    lifted: z.string().nullable(),
  }),
  z.object({ ok: z.literal(false), error: z.string() }),
]);

export type RequestOutcome = z.infer<typeof requestOutcome>;

interface NewRequest {
  readonly command: RequestCommand;
  readonly reason: string;
  readonly requestedBy: string;
  /** The request of the page that stores it; absent for a program. */
  readonly requestId?: string | undefined;
}

export interface WaitingRequest {
  readonly id: number;
  readonly requestedMs: EpochMs;
  readonly requestedBy: string;
  readonly reason: string;
  /** Names it in log lines and beside its command. */
  readonly requestId: string;
  /** Null if this version cannot read the stored command. */
  readonly command: RequestCommand | null;
}

const isWaiting = isNull(operatorRequest.answeredMs);

/** Stores a request and returns its id; null if the inbox is full. */
export function createRequest(
  db: Database,
  { command, reason, requestedBy, requestId }: NewRequest,
  nowMs: EpochMs,
): number | null {
  const file = db.$client.transaction((): number | null => {
    const pendingCount =
      db.select({ rows: count() }).from(operatorRequest).where(isWaiting).get()?.rows ?? 0;
    if (pendingCount >= REQUESTS_WAITING_MAX) return null;
    const row = {
      requestedMs: nowMs,
      command: JSON.stringify(requestCommand.parse(command)),
      reason,
      requestedBy,
      requestId: requestId ?? null,
    };
    return Number(db.insert(operatorRequest).values(row).run().lastInsertRowid);
  });
  return file.immediate();
}

const prepareWaiting = prepareOnce((db) =>
  db
    .select()
    .from(operatorRequest)
    .where(isWaiting)
    .orderBy(asc(operatorRequest.id))
    .limit(REQUESTS_WAITING_MAX)
    .prepare(),
);

/** Pending requests, oldest first. */
export function listWaitingRequests(db: Database): WaitingRequest[] {
  const rows = prepareWaiting(db).all();
  return rows.map(({ id, requestedMs, requestedBy, reason, command, requestId }) => ({
    id,
    requestedMs,
    requestedBy,
    reason,
    requestId: requestId ?? `operator-${id}`,
    command: reason.length > REASON_LENGTH_MAX ? null : parseJson(requestCommand, command),
  }));
}

/** Stores the first answer to a request and removes answered requests beyond the bounds. */
export function answerRequest(
  db: Database,
  id: number,
  outcome: RequestOutcome,
  nowMs: EpochMs,
): void {
  const store = db.$client.transaction(() => {
    db.update(operatorRequest)
      .set({ answeredMs: nowMs, outcome: JSON.stringify(outcome) })
      .where(and(eq(operatorRequest.id, id), isWaiting))
      .run();
    removeOldRequests(db, nowMs);
  });
  store.immediate();
}

function removeOldRequests(db: Database, nowMs: EpochMs): void {
  const isAnswered = isNotNull(operatorRequest.answeredMs);
  const [firstBeyond] = db
    .select({ id: operatorRequest.id })
    .from(operatorRequest)
    .where(isAnswered)
    .orderBy(desc(operatorRequest.id))
    .limit(1)
    .offset(STORED_ANSWERS_MAX)
    .all();
  const isOld = or(
    lt(operatorRequest.answeredMs, nowMs - ANSWER_RETENTION_MS),
    lte(operatorRequest.id, firstBeyond?.id ?? 0),
  );
  db.delete(operatorRequest).where(and(isAnswered, isOld)).run();
}

/** Returns the answer; null if pending. */
export function findRequestOutcome(db: Database, id: number): RequestOutcome | null {
  const row = db
    .select({ outcome: operatorRequest.outcome })
    .from(operatorRequest)
    .where(eq(operatorRequest.id, id))
    .get();
  if (!row || row.outcome === null) return null;
  return (
    parseJson(requestOutcome, row.outcome) ?? {
      ok: false,
      error: 'The answer cannot be read: the server runs another version.',
    }
  );
}

/** Parses and validates stored JSON; null if invalid. */
function parseJson<T>(shape: z.ZodType<T>, text: string): T | null {
  try {
    const read = shape.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
