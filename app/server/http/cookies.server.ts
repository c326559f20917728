// Names and attributes of all cookies. Below a path of PUBLIC_ORIGIN other applications share the
// host, so names then end in the path: two terminals on a host must not read each other's cookies.
import { getEnv } from '../platform/env.server';

/** Browsers accept `__Host-` cookies only over TLS, for the whole host and from the host itself. */
const HOST_PREFIX = '__Host-';

/** Characters of a path that a cookie name may not have become dots, which no path has. */
const formatPathSuffix = (): string => getEnv().basePath.replaceAll('/', '.');

/** Name of a cookie that anyone may read or replace. */
export const buildCookieName = (name: string): string => `${name}${formatPathSuffix()}`;

/** Name of a secret cookie, which no other host may set. */
export const buildSecretCookieName = (name: string): string =>
  `${getEnv().isHttps ? HOST_PREFIX : ''}${buildCookieName(name)}`;

/** Set-Cookie header. `__Host-` demands the path of the whole host; the others stay below the path. */
export function formatCookie(name: string, value: string, maxAgeSeconds: number): string {
  const { basePath, isHttps } = getEnv();
  const path = basePath === '' || name.startsWith(HOST_PREFIX) ? '/' : basePath;
  return `${name}=${value}; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${isHttps ? '; Secure' : ''}`;
}
