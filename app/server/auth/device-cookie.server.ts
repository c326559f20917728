// The device cookie: a browser that has signed in once has failures of its own, so that guesses of
// others cannot keep its owner out.
// Pattern: OWASP, "Slow Down Online Guessing Attacks with Device Cookies".
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { cookieValue } from './session.server';
import { env } from '../platform/env.server';
import { getLog } from '../platform/log.server';
import { deviceCookieKey, masterKeyOrNew } from '../platform/secrets.server';

const DAY_S = 86_400;
/** The longest that browsers accept. */
const AGE_S_MAX = 400 * DAY_S;
const NONCE_BYTES = 16;
const FORM = /^([\w-]{1,128})\.([\w-]{22})\.(\d{1,12})\.([\w-]{43})$/;

const cookieName = (): string => (env().isHttps ? '__Host-frontmonth-device' : 'frontmonth-device');
const encodeUsername = (username: string): string =>
  Buffer.from(username.toLowerCase()).toString('base64url');

let known: Buffer | null = null;

/** Null where the key file cannot be used: sign-ins then work without device cookies. */
function findKey(): Buffer | null {
  const { DATA_DIR, MASTER_KEY } = env();
  try {
    known ??= deviceCookieKey(masterKeyOrNew(DATA_DIR, MASTER_KEY));
  } catch (error) {
    getLog().warn({ err: error }, 'no device cookies: the master key cannot be used');
  }
  return known;
}

const computeSignature = (body: string, secret: Buffer): Buffer =>
  createHmac('sha256', secret).update(body).digest();

/** The value of a new device cookie for a user. `nowMs` is the time of the sign-in. */
export function makeDeviceCookie(username: string, nowMs: number, secret: Buffer): string {
  const body = `${encodeUsername(username)}.${randomBytes(NONCE_BYTES).toString('base64url')}.${Math.floor(nowMs / 1000)}`;
  return `${body}.${computeSignature(body, secret).toString('base64url')}`;
}

/** The device that a cookie value proves for this user, or null. */
export function provenDevice(
  value: string | null,
  username: string,
  nowMs: number,
  secret: Buffer,
): string | null {
  const [, name = '', nonce = '', madeS = '', signature = ''] = FORM.exec(value ?? '') ?? [];
  if (signature === '' || name !== encodeUsername(username)) return null;
  const given = Buffer.from(signature, 'base64url');
  const wanted = computeSignature(`${name}.${nonce}.${madeS}`, secret);
  const isGenuine = given.length === wanted.length && timingSafeEqual(given, wanted);
  const ageS = nowMs / 1000 - Number(madeS);
  return isGenuine && ageS >= -DAY_S && ageS < AGE_S_MAX ? nonce : null;
}

/**
 * The device of a Cookie header for this user; null where there is none, or the cookie belongs to
 * another user.
 */
export function readDevice(
  cookieHeader: string | null,
  username: string,
  nowMs: number,
): string | null {
  const value = cookieValue(cookieHeader, cookieName());
  const secret = value === null ? null : findKey();
  return secret === null ? null : provenDevice(value, username, nowMs, secret);
}

/** The Set-Cookie headers after a successful sign-in: one, or none where there is no key. */
export function deviceCookieHeaders(username: string, nowMs: number): [string, string][] {
  const secret = findKey();
  if (secret === null) return [];
  const value = makeDeviceCookie(username, nowMs, secret);
  return [
    [
      'Set-Cookie',
      `${cookieName()}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${AGE_S_MAX}${env().isHttps ? '; Secure' : ''}`,
    ],
  ];
}
