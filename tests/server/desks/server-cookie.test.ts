// Cookie of the front: valid for one user and key, set and removed with the session.
import { describe, expect, it } from 'vitest';
import {
  buildServerCookieHeader,
  buildServerCookieRemoval,
  createServerCookie,
  readCookieUserId,
  verifyServerCookie,
} from '../../../app/server/desks/server-cookie.server';
import { findSessionChange } from '../../../app/server/desks/session-cookie-change.server';
import { deriveServerCookieKey } from '../../../app/server/platform/secrets.server';

const KEY = deriveServerCookieKey(Buffer.from('a master key for these tests alone'));
const OTHER_KEY = deriveServerCookieKey(Buffer.from('another master key of some length'));
const USER = '0123456789abcdef0123456789abcdef';

describe('the cookie of the front', () => {
  const value = createServerCookie(USER, KEY);

  it('names its user', () => {
    expect(verifyServerCookie(value, KEY)).toBe(USER);
    expect(readCookieUserId(`theme=dark; frontmonth-server=${value}; x=y`, KEY)).toBe(USER);
  });

  it('is invalid under another key, for another user, and after any change of one character', () => {
    expect(verifyServerCookie(value, OTHER_KEY)).toBeNull();
    expect(verifyServerCookie(value.replace(USER, 'f'.repeat(32)), KEY)).toBeNull();
    for (let place = 0; place < value.length - 1; place += 1) {
      const other = value[place] === 'A' ? 'B' : 'A';
      const changed = `${value.slice(0, place)}${other}${value.slice(place + 1)}`;
      expect([place, verifyServerCookie(changed, KEY)]).toEqual([place, null]);
    }
    for (const text of [null, '', '.', `${USER}.`, USER, `.${value}`, `${value}.x`])
      expect(verifyServerCookie(text, KEY)).toBeNull();
    expect(readCookieUserId(null, KEY)).toBeNull();
  });

  it('is no secret that pages can read, and is removed by name', () => {
    expect(buildServerCookieHeader(USER, KEY)).toMatch(
      /^frontmonth-server=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=86400$/,
    );
    expect(buildServerCookieRemoval()).toMatch(/^frontmonth-server=; .*Max-Age=0$/);
  });
});

describe('the session of a response', () => {
  it.each([
    [[], 'unchanged'],
    [['frontmonth-device=x; Path=/'], 'unchanged'],
    [['frontmonth=abc; Path=/', 'frontmonth-toast=hello; Path=/'], 'started'],
    [['frontmonth=; Path=/; Max-Age=0'], 'ended'],
    [['frontmonth=; Max-Age=0', 'frontmonth=abc; Path=/'], 'started'],
  ] as const)('%j: %s', (cookies, change) => {
    expect(findSessionChange(cookies)).toBe(change);
  });
});
