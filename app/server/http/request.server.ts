// Checks of a request before its handler: method and origin.
import { findAppPath } from '../../contracts/base-path';
import { getEnv } from '../platform/env.server';

export const isSafeMethod = (method: string): boolean => method === 'GET' || method === 'HEAD';

/**
 * Why the origin of a write is not allowed, or null. Browsers send Sec-Fetch-Site or Origin; a
 * request without both comes from a program or an old browser.
 */
export function findOriginFault(headers: Headers): string | null {
  const site = headers.get('Sec-Fetch-Site');
  const origin = headers.get('Origin');
  if (site !== null && site !== 'same-origin') return 'This request came from another site.';
  if (origin !== null && !getEnv().origins.includes(origin)) {
    return `The address of this server is ${getEnv().PUBLIC_ORIGIN}, but the request came from ${origin.slice(0, 100)}. Set PUBLIC_ORIGIN if that is its address.`;
  }
  return null;
}

/** Address of a request with its path in the application, without that of PUBLIC_ORIGIN. */
export function toAppUrl(address: string): URL {
  const url = new URL(address);
  url.pathname = findAppPath(url.pathname) ?? url.pathname;
  return url;
}

/** Whether the browser sent a header that `findOriginFault` checks. */
export const hasOrigin = (headers: Headers): boolean =>
  headers.has('Sec-Fetch-Site') || headers.has('Origin');
