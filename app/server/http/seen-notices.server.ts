// Last notification that a user has seen in this browser, in a cookie. Not secret: a wrong value
// only changes the count on the bell.
import { getCookieValue } from '../auth/session.server';
import { buildCookieName, formatCookie } from './cookies.server';

const getCookieName = (): string => buildCookieName('frontmonth_seen');
const YEAR_S = 31_536_000;

const encodeOwner = (userId: string): string => Buffer.from(userId).toString('base64url');

/** Sequence number up to which this user has seen the log; 0 without a cookie of the user. */
export function readSeenNotices(cookieHeader: string | null, userId: string): number {
  const [owner, seq] = (getCookieValue(cookieHeader, getCookieName()) ?? '').split('.');
  return owner === encodeOwner(userId) && /^[1-9]\d{0,14}$/.test(seq ?? '') ? Number(seq) : 0;
}

/** Set-Cookie header after the log was shown up to a sequence number. */
export const buildSeenNoticesCookie = (userId: string, seq: number): string =>
  formatCookie(getCookieName(), `${encodeOwner(userId)}.${seq}`, YEAR_S);
