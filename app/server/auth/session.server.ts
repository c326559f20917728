// Session cookie, and the CSRF token of its forms.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Database, isWriteFault } from '../../../db/client.server';
import { buildSecretCookieName, formatCookie } from '../http/cookies.server';
import { getEnv } from '../platform/env.server';
import { getLog } from '../platform/log.server';
import {
  type Session,
  type SessionLimits,
  createSession,
  endSession,
  findSessionByHash,
  findSession,
  removeOldSessions,
} from '../../models/account/session.server';
import { MINUTE_MS } from '../../trading/domain/time';

const ID = /^[\w-]{43}$/;

export const getSessionLimits = (): SessionLimits => ({
  idleMs: getEnv().SESSION_IDLE_MINUTES * MINUTE_MS,
  ageMsMax: getEnv().SESSION_MINUTES_MAX * MINUTE_MS,
});

export const getSessionCookieName = (): string => buildSecretCookieName('frontmonth');

const formatSessionCookie = (value: string, maxAgeSeconds: number): string =>
  formatCookie(getSessionCookieName(), value, maxAgeSeconds);

/** Value of a cookie in a Cookie header, or null. */
export function getCookieValue(header: string | null, name: string): string | null {
  for (const part of (header ?? '').split(';')) {
    const separatorIndex = part.indexOf('=');
    if (separatorIndex > 0 && part.slice(0, separatorIndex).trim() === name)
      return part.slice(separatorIndex + 1).trim();
  }
  return null;
}

/** Live session of a Cookie header, or null. */
export function readSession(
  db: Database,
  cookieHeader: string | null,
  nowMs: number,
): Session | null {
  const id = getCookieValue(cookieHeader, getSessionCookieName());
  return id && ID.test(id) ? findSession(db, id, getSessionLimits(), nowMs) : null;
}

/** Whether a session that was read earlier is still valid. */
export const isSessionLive = (db: Database, session: Session, nowMs: number): boolean =>
  findSessionByHash(db, session.idHash, getSessionLimits(), nowMs) !== null;

/**
 * Ends the previous session, creates a new one and returns its Set-Cookie header; null if the disk
 * rejects it.
 */
export function startSession(
  db: Database,
  userId: string,
  previous: Session | null,
  nowMs: number,
): string | null {
  try {
    return replaceSession(db, userId, previous, nowMs);
  } catch (error) {
    if (!isWriteFault(error)) throw error;
    getLog().error({ err: error }, 'a session could not be stored');
    return null;
  }
}

function replaceSession(
  db: Database,
  userId: string,
  previous: Session | null,
  nowMs: number,
): string {
  if (previous) endSession(db, previous.idHash, nowMs);
  removeOldSessions(db, getSessionLimits(), nowMs);
  return formatSessionCookie(createSession(db, userId, nowMs), getEnv().SESSION_MINUTES_MAX * 60);
}

/** Ends a session and returns the Set-Cookie header that clears its cookie. */
export function finishSession(db: Database, session: Session | null, nowMs: number): string {
  if (session) endSession(db, session.idHash, nowMs);
  return formatSessionCookie('', 0);
}

/** CSRF token: proves that a page of this session rendered the form. */
export const createFormToken = (session: Session): string =>
  createHmac('sha256', session.csrfSecret).update('form').digest('base64url');

export function isValidFormToken(session: Session, token: string): boolean {
  const expected = Buffer.from(createFormToken(session));
  const provided = Buffer.from(token);
  return expected.length === provided.length && timingSafeEqual(expected, provided);
}
