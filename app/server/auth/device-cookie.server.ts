// Device cookie: a browser with an earlier sign-in has its own failure count, so that guesses by
// others cannot lock out its owner. Pattern: OWASP, "Slow Down Online Guessing Attacks with Device
// Cookies".
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { getCookieValue } from './session.server';
import { buildSecretCookieName, formatCookie } from '../http/cookies.server';
import { getEnv } from '../platform/env.server';
import { getLog } from '../platform/log.server';
import { ensureMasterKey } from '../platform/master-key.server';
import { deriveDeviceCookieKey } from '../platform/secrets.server';

const DAY_S = 86_400;
/** Maximum lifetime that browsers accept. */
const AGE_S_MAX = 400 * DAY_S;
const NONCE_BYTES = 16;
const COOKIE_FORMAT = /^([\w-]{1,128})\.([\w-]{22})\.(\d{1,12})\.([\w-]{43})$/;

const getCookieName = (): string => buildSecretCookieName('frontmonth-device');
const encodeUsername = (username: string): string =>
  Buffer.from(username.toLowerCase()).toString('base64url');

let cachedKey: Buffer | null = null;

/** Null if the key file is unusable; sign-ins then work without device cookies. */
function findKey(): Buffer | null {
  const { DATA_DIR, MASTER_KEY } = getEnv();
  try {
    cachedKey ??= deriveDeviceCookieKey(ensureMasterKey(DATA_DIR, MASTER_KEY));
  } catch (error) {
    getLog().warn({ err: error }, 'no device cookies: the master key cannot be used');
  }
  return cachedKey;
}

const computeSignature = (body: string, secret: Buffer): Buffer =>
  createHmac('sha256', secret).update(body).digest();

/** Creates a device cookie value for a user. `nowMs` is the time of the sign-in. */
export function createDeviceCookie(username: string, nowMs: number, secret: Buffer): string {
  const body = `${encodeUsername(username)}.${randomBytes(NONCE_BYTES).toString('base64url')}.${Math.floor(nowMs / 1000)}`;
  return `${body}.${computeSignature(body, secret).toString('base64url')}`;
}

/** Returns the device id if the cookie value is valid for this user, else null. */
export function verifyDeviceCookie(
  value: string | null,
  username: string,
  nowMs: number,
  secret: Buffer,
): string | null {
  const [, name = '', nonce = '', createdS = '', signature = ''] =
    COOKIE_FORMAT.exec(value ?? '') ?? [];
  if (signature === '' || name !== encodeUsername(username)) return null;
  const provided = Buffer.from(signature, 'base64url');
  const expected = computeSignature(`${name}.${nonce}.${createdS}`, secret);
  const isGenuine = provided.length === expected.length && timingSafeEqual(provided, expected);
  const ageS = nowMs / 1000 - Number(createdS);
  return isGenuine && ageS >= -DAY_S && ageS < AGE_S_MAX ? nonce : null;
}

/** Device id from a Cookie header; null if there is none or it belongs to another user. */
export function readDeviceId(
  cookieHeader: string | null,
  username: string,
  nowMs: number,
): string | null {
  const value = getCookieValue(cookieHeader, getCookieName());
  const secret = value === null ? null : findKey();
  return secret === null ? null : verifyDeviceCookie(value, username, nowMs, secret);
}

/** Set-Cookie headers after a successful sign-in; empty without a key. */
export function buildDeviceCookieHeaders(username: string, nowMs: number): [string, string][] {
  const secret = findKey();
  if (secret === null) return [];
  const value = createDeviceCookie(username, nowMs, secret);
  return [['Set-Cookie', formatCookie(getCookieName(), value, AGE_S_MAX)]];
}
