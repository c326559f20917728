// Sessions as stored: only the hash of an id is kept, so that a stolen database opens none.
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../../../db/client.server';
import { session, user } from '../../../db/schema/user';
import { DAY_MS } from '../../trading/domain/time';

export interface SessionLimits {
  readonly idleMs: number;
  readonly ageMsMax: number;
}

/** A live session with its user. */
export interface Session {
  readonly idHash: string;
  readonly userId: string;
  readonly username: string;
  readonly createdMs: number;
  readonly activeMs: number;
  readonly csrfSecret: string;
}

const ID_BYTES = 32;
/** Ended and outlived sessions are kept this long, then removed. */
const KEPT_MS = 7 * DAY_MS;

const computeHash = (id: string): string => createHash('sha256').update(id).digest('hex');

const prepareFind = (db: Database) =>
  db
    .select({
      idHash: session.idHash,
      userId: session.userId,
      username: user.username,
      createdMs: session.createdMs,
      activeMs: session.activeMs,
      csrfSecret: session.csrfSecret,
    })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(
      and(
        eq(session.idHash, sql.placeholder('idHash')),
        isNull(session.endedMs),
        eq(user.isDisabled, false),
      ),
    )
    .prepare();

const finders = new WeakMap<Database, ReturnType<typeof prepareFind>>();

/** Makes a session and answers the id for the cookie: 256 random bits that are nowhere else. */
export function createSession(db: Database, userId: string, nowMs: number): string {
  const id = randomBytes(ID_BYTES).toString('base64url');
  const csrfSecret = randomBytes(ID_BYTES).toString('base64url');
  db.insert(session)
    .values({ idHash: computeHash(id), userId, createdMs: nowMs, activeMs: nowMs, csrfSecret })
    .run();
  return id;
}

/**
 * The session of an id while it is neither ended, idle for too long, too old, nor of a disabled
 * user.
 */
export const findSession = (
  db: Database,
  id: string,
  limits: SessionLimits,
  nowMs: number,
): Session | null => findByHash(db, computeHash(id), limits, nowMs);

/** The same for who has kept the session and not the id. */
export function findByHash(
  db: Database,
  idHash: string,
  limits: SessionLimits,
  nowMs: number,
): Session | null {
  const finder = finders.get(db) ?? prepareFind(db);
  finders.set(db, finder);
  const found = finder.get({ idHash });
  if (!found) return null;
  const isAlive =
    nowMs - found.activeMs < limits.idleMs && nowMs - found.createdMs < limits.ageMsMax;
  return isAlive ? found : null;
}

/** Notes an action of the user; the clock never runs back. */
export function touchSession(db: Database, idHash: string, nowMs: number): void {
  db.update(session)
    .set({ activeMs: nowMs })
    .where(and(eq(session.idHash, idHash), lt(session.activeMs, nowMs)))
    .run();
}

const endListeners = new Set<(idHash: string) => void>();

/** Calls back when a session is ended in this process; answers how to stop that. */
export function onSessionEnd(listener: (idHash: string) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

export function endSession(db: Database, idHash: string, nowMs: number): void {
  db.update(session)
    .set({ endedMs: nowMs })
    .where(and(eq(session.idHash, idHash), isNull(session.endedMs)))
    .run();
  for (const listener of endListeners) listener(idHash);
}

/** Ends every session of a user: when the password changes or the user is disabled. */
export function endUserSessions(db: Database, userId: string, nowMs: number): void {
  db.update(session)
    .set({ endedMs: nowMs })
    .where(and(eq(session.userId, userId), isNull(session.endedMs)))
    .run();
}

export function removeOldSessions(db: Database, limits: SessionLimits, nowMs: number): void {
  const bornBefore = nowMs - limits.ageMsMax - KEPT_MS;
  db.delete(session)
    .where(or(lt(session.createdMs, bornBefore), lt(session.endedMs, nowMs - KEPT_MS)))
    .run();
}
