// The session cookie, and the token that ties a form to its session.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Database } from '../../../db/client.server';
import { env } from '../platform/env.server';
import {
  type Session,
  type SessionLimits,
  createSession,
  endSession,
  findByHash,
  findSession,
  removeOldSessions,
} from '../../models/account/session.server';
import { MINUTE_MS } from '../../trading/domain/time';

const ID = /^[\w-]{43}$/;

export const sessionLimits = (): SessionLimits => ({
  idleMs: env().SESSION_IDLE_MINUTES * MINUTE_MS,
  ageMsMax: env().SESSION_MINUTES_MAX * MINUTE_MS,
});

/** Browsers take a `__Host-` cookie only over TLS, for the whole host and from the host itself. */
const cookieName = (): string => (env().isHttps ? '__Host-frontmonth' : 'frontmonth');

function formatSessionCookie(value: string, maxAgeSeconds: number): string {
  return `${cookieName()}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${env().isHttps ? '; Secure' : ''}`;
}

/** The value of a cookie in a Cookie header, or null. */
export function cookieValue(header: string | null, name: string): string | null {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}

/** The session of a Cookie header; null when there is none that lives. */
export function readSession(
  db: Database,
  cookieHeader: string | null,
  nowMs: number,
): Session | null {
  const id = cookieValue(cookieHeader, cookieName());
  return id && ID.test(id) ? findSession(db, id, sessionLimits(), nowMs) : null;
}

/** Whether a session that was read before lives still. */
export const isSessionLive = (db: Database, session: Session, nowMs: number): boolean =>
  findByHash(db, session.idHash, sessionLimits(), nowMs) !== null;

/** Ends the session that came along, makes a new one and answers its Set-Cookie header. */
export function startSession(
  db: Database,
  userId: string,
  former: Session | null,
  nowMs: number,
): string {
  if (former) endSession(db, former.idHash, nowMs);
  removeOldSessions(db, sessionLimits(), nowMs);
  return formatSessionCookie(createSession(db, userId, nowMs), env().SESSION_MINUTES_MAX * 60);
}

/** Ends a session and answers the Set-Cookie header that removes its cookie. */
export function finishSession(db: Database, session: Session | null, nowMs: number): string {
  if (session) endSession(db, session.idHash, nowMs);
  return formatSessionCookie('', 0);
}

/** The hidden field of a session's forms: it proves that a page of this session made them. */
export const formToken = (session: Session): string =>
  createHmac('sha256', session.csrfSecret).update('form').digest('base64url');

export function isFormToken(session: Session, token: string): boolean {
  const wanted = Buffer.from(formToken(session));
  const given = Buffer.from(token);
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}
