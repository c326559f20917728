// What a response of a server does with the session of the browser.
import { getSessionCookieName } from '../auth/session.server';

type SessionChange = 'started' | 'ended' | 'unchanged';

/** `setCookies`: Set-Cookie headers of the response. */
export function findSessionChange(setCookies: readonly string[]): SessionChange {
  const prefix = `${getSessionCookieName()}=`;
  const value = setCookies
    .filter((header) => header.startsWith(prefix))
    .at(-1)
    ?.slice(prefix.length)
    .split(';', 1)[0];
  if (value === undefined) return 'unchanged';
  return value === '' ? 'ended' : 'started';
}
