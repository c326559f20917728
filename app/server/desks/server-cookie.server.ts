// Cookie by which the front finds the server of a user. It names the user and not the server, so that
// a user who was moved has it still. It grants nothing: the session cookie does.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { getCookieValue } from '../auth/session.server';
import { buildSecretCookieName, formatCookie } from '../http/cookies.server';
import { getEnv } from '../platform/env.server';
import { ensureMasterKey } from '../platform/master-key.server';
import { deriveServerCookieKey } from '../platform/secrets.server';

const COOKIE_FORMAT = /^([\w-]{1,64})\.([\w-]{43})$/;

const getCookieName = (): string => buildSecretCookieName('frontmonth-server');

/** Key of a folder of the directory; creates its key file if none exists. Throws SecretError. */
export const ensureServerCookieKey = (desksDir: string): Buffer =>
  deriveServerCookieKey(ensureMasterKey(desksDir, undefined));

const computeSignature = (userId: string, key: Buffer): Buffer =>
  createHmac('sha256', key).update(userId).digest();

export const createServerCookie = (userId: string, key: Buffer): string =>
  `${userId}.${computeSignature(userId, key).toString('base64url')}`;

/** User id of a cookie value; null unless this key has signed it. */
export function verifyServerCookie(value: string | null, key: Buffer): string | null {
  const [, userId = '', signature = ''] = COOKIE_FORMAT.exec(value ?? '') ?? [];
  if (userId === '') return null;
  const provided = Buffer.from(signature, 'base64url');
  const expected = computeSignature(userId, key);
  const isGenuine = provided.length === expected.length && timingSafeEqual(provided, expected);
  return isGenuine ? userId : null;
}

/** User id in a Cookie header, or null. */
export const readCookieUserId = (cookieHeader: string | null, key: Buffer): string | null =>
  verifyServerCookie(getCookieValue(cookieHeader, getCookieName()), key);

/** Set-Cookie header; the cookie lives as long as a session may. */
export const buildServerCookieHeader = (userId: string, key: Buffer): string =>
  formatCookie(getCookieName(), createServerCookie(userId, key), getEnv().SESSION_MINUTES_MAX * 60);

/** Set-Cookie header that removes the cookie. */
export const buildServerCookieRemoval = (): string => formatCookie(getCookieName(), '', 0);
