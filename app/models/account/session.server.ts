// Stored sessions. Only the hash of a session id is stored, so that a stolen database opens no
// session.
import { and, desc, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../../../db/client.server';
import { prepareOnce } from '../../../db/prepared.server';
import { session, user } from '../../../db/schema/user';
import type { Role } from '../../trading/domain/role';
import { DAY_MS } from '../../trading/domain/time';

export interface SessionLimits {
  readonly idleMs: number;
  readonly ageMsMax: number;
}

/** An active session with its user. */
export interface Session {
  readonly idHash: string;
  readonly userId: string;
  readonly username: string;
  /** As stored now: a change takes effect at the next request. */
  readonly role: Role;
  readonly createdMs: number;
  readonly activeMs: number;
  readonly csrfSecret: string;
}

const ID_BYTES = 32;
/** How long ended and expired sessions are stored. */
const RETENTION_MS = 7 * DAY_MS;

const computeHash = (id: string): string => createHash('sha256').update(id).digest('hex');

const prepareFind = prepareOnce((db) =>
  db
    .select({
      idHash: session.idHash,
      userId: session.userId,
      username: user.username,
      role: user.role,
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
    .prepare(),
);

/** Creates a session and returns the cookie id: 256 random bits, not stored. */
export function createSession(db: Database, userId: string, nowMs: number): string {
  const id = randomBytes(ID_BYTES).toString('base64url');
  const csrfSecret = randomBytes(ID_BYTES).toString('base64url');
  db.insert(session)
    .values({ idHash: computeHash(id), userId, createdMs: nowMs, activeMs: nowMs, csrfSecret })
    .run();
  return id;
}

/** Returns null if the session has ended, is idle or too old, or its user is disabled. */
export const findSession = (
  db: Database,
  id: string,
  limits: SessionLimits,
  nowMs: number,
): Session | null => findSessionByHash(db, computeHash(id), limits, nowMs);

/** Same by the hash of the session id. */
export function findSessionByHash(
  db: Database,
  idHash: string,
  limits: SessionLimits,
  nowMs: number,
): Session | null {
  const found = prepareFind(db).get({ idHash });
  if (!found) return null;
  const isAlive =
    nowMs - found.activeMs < limits.idleMs && nowMs - found.createdMs < limits.ageMsMax;
  return isAlive ? found : null;
}

/** Live sessions of a user, last active first. */
export function listSessions(
  db: Database,
  userId: string,
  limits: SessionLimits,
  nowMs: number,
): Pick<Session, 'idHash' | 'createdMs' | 'activeMs'>[] {
  return db
    .select({ idHash: session.idHash, createdMs: session.createdMs, activeMs: session.activeMs })
    .from(session)
    .where(
      and(
        eq(session.userId, userId),
        isNull(session.endedMs),
        gt(session.activeMs, nowMs - limits.idleMs),
        gt(session.createdMs, nowMs - limits.ageMsMax),
      ),
    )
    .orderBy(desc(session.activeMs), desc(session.createdMs))
    .all();
}

/** Records a user action; the stored time never decreases. */
export function touchSession(db: Database, idHash: string, nowMs: number): void {
  db.update(session)
    .set({ activeMs: nowMs })
    .where(and(eq(session.idHash, idHash), lt(session.activeMs, nowMs)))
    .run();
}

const endListeners = new Set<(idHash: string) => void>();

/** Notifies of sessions ended in this process; returns the unsubscribe function. */
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

/** Ends all sessions of the user except the given one; returns how many of them were live. */
export function endOtherSessions(
  db: Database,
  { userId, idHash }: Pick<Session, 'userId' | 'idHash'>,
  limits: SessionLimits,
  nowMs: number,
): number {
  const live = listSessions(db, userId, limits, nowMs);
  const ended = db
    .update(session)
    .set({ endedMs: nowMs })
    .where(and(eq(session.userId, userId), ne(session.idHash, idHash), isNull(session.endedMs)))
    .returning({ idHash: session.idHash })
    .all();
  for (const row of ended) for (const listener of endListeners) listener(row.idHash);
  return live.filter((row) => row.idHash !== idHash).length;
}

/** Ends all sessions of a user, after a password change or when disabled. */
export function endUserSessions(db: Database, userId: string, nowMs: number): void {
  db.update(session)
    .set({ endedMs: nowMs })
    .where(and(eq(session.userId, userId), isNull(session.endedMs)))
    .run();
}

export function removeOldSessions(db: Database, limits: SessionLimits, nowMs: number): void {
  const createdBeforeMs = nowMs - limits.ageMsMax - RETENTION_MS;
  db.delete(session)
    .where(or(lt(session.createdMs, createdBeforeMs), lt(session.endedMs, nowMs - RETENTION_MS)))
    .run();
}
