// Requests of operators to the desk: a bounded inbox in the database, written by programs and
// answered by the desk.
import { and, asc, count, desc, eq, isNotNull, isNull, lt, lte, or } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../../db/client.server';
import { operatorRequest } from '../../../db/schema/operator';
import { COMMODITY_KEYS } from '../../trading/domain/commodity';
import type { EpochMs } from '../../trading/domain/units';
import { DAY_MS } from '../../trading/domain/time';

/** Requests that may wait at once; further ones are not filed. */
export const REQUESTS_WAITING_MAX = 100;
/** Answered requests that are kept at most, and for how long. */
export const ANSWERED_KEPT_MAX = 500;
export const ANSWERED_KEPT_MS = 30 * DAY_MS;
export const REASON_LENGTH_MAX = 200;

const userId = z.string().min(1).max(64);
const close = z.boolean();

const requestCommand = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('StopUser'), userId, close }),
  z.strictObject({ type: z.literal('StopAllUsers'), close }),
  z.strictObject({ type: z.literal('DisableUser'), userId, close }),
  z.strictObject({ type: z.literal('EnableUser'), userId }),
  /**
   * Lifts the halt with this reason and no other: the one in force when the operator audited the
   * books.
   */
  z.strictObject({ type: z.literal('ResumeTrading'), haltReason: z.string() }),
]);

export type RequestCommand = z.infer<typeof requestCommand>;

const requestOutcome = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    /** The books that were stopped, with what was on in them. */
    books: z.array(
      z.object({
        userId: z.string(),
        mode: z.string(),
        commodities: z.array(z.enum(COMMODITY_KEYS)),
        canceledOrders: z.number(),
      }),
    ),
    /** Positions that are open after it, `OPEN_LISTED_MAX` at most, each with what it waits for. */
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
    /** The reason of the halt that was lifted; null when none was. */
    lifted: z.string().nullable(),
  }),
  z.object({ ok: z.literal(false), error: z.string() }),
]);

export type RequestOutcome = z.infer<typeof requestOutcome>;

interface NewRequest {
  readonly command: RequestCommand;
  readonly reason: string;
  readonly requestedBy: string;
}

export interface WaitingRequest {
  readonly id: number;
  readonly requestedMs: EpochMs;
  readonly requestedBy: string;
  readonly reason: string;
  /** Null when the stored row is no request that this version can read. */
  readonly command: RequestCommand | null;
}

const isWaiting = isNull(operatorRequest.answeredMs);

/** Files a request and answers its id; null when as many wait as may. */
export function fileRequest(
  db: Database,
  { command, reason, requestedBy }: NewRequest,
  nowMs: EpochMs,
): number | null {
  const file = db.$client.transaction((): number | null => {
    const waiting =
      db.select({ rows: count() }).from(operatorRequest).where(isWaiting).get()?.rows ?? 0;
    if (waiting >= REQUESTS_WAITING_MAX) return null;
    const row = {
      requestedMs: nowMs,
      command: JSON.stringify(requestCommand.parse(command)),
      reason,
      requestedBy,
    };
    return Number(db.insert(operatorRequest).values(row).run().lastInsertRowid);
  });
  return file.immediate();
}

/** The requests that wait, oldest first. */
export function listWaitingRequests(db: Database): WaitingRequest[] {
  const rows = db
    .select()
    .from(operatorRequest)
    .where(isWaiting)
    .orderBy(asc(operatorRequest.id))
    .limit(REQUESTS_WAITING_MAX)
    .all();
  return rows.map(({ id, requestedMs, requestedBy, reason, command }) => ({
    id,
    requestedMs,
    requestedBy,
    reason,
    command: reason.length > REASON_LENGTH_MAX ? null : readJson(requestCommand, command),
  }));
}

/** Stores the answer to a request, once, and removes answered requests beyond the bounds. */
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
    .offset(ANSWERED_KEPT_MAX)
    .all();
  const isOld = or(
    lt(operatorRequest.answeredMs, nowMs - ANSWERED_KEPT_MS),
    lte(operatorRequest.id, firstBeyond?.id ?? 0),
  );
  db.delete(operatorRequest).where(and(isAnswered, isOld)).run();
}

/** The desk's answer to a request; null while it has none. */
export function findRequestOutcome(db: Database, id: number): RequestOutcome | null {
  const row = db
    .select({ outcome: operatorRequest.outcome })
    .from(operatorRequest)
    .where(eq(operatorRequest.id, id))
    .get();
  if (!row || row.outcome === null) return null;
  return (
    readJson(requestOutcome, row.outcome) ?? {
      ok: false,
      error: 'The answer of the desk cannot be read; it runs another version.',
    }
  );
}

/** The value of a stored JSON text; null when it is no JSON or has another shape. */
function readJson<T>(shape: z.ZodType<T>, text: string): T | null {
  try {
    const read = shape.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
