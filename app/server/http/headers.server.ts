// Security headers of every response, under both servers.
import { getEnv } from '../platform/env.server';

const COMMON: readonly (readonly [string, string])[] = [
  ['X-Content-Type-Options', 'nosniff'],
  // Not `no-referrer`: browsers then send `Origin: null` with forms, which fails the origin check.
  ['Referrer-Policy', 'same-origin'],
  ['X-Frame-Options', 'DENY'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
];
const YEAR_S = 31_536_000;

/** Headers of every response, files included. */
export function getCommonHeaders(): [string, string][] {
  // Below a path the host belongs to others too: what its other names serve is theirs to decide.
  const includeSubDomains = getEnv().basePath === '' ? '; includeSubDomains' : '';
  const transportHeaders: [string, string][] = getEnv().isHttps
    ? [['Strict-Transport-Security', `max-age=${YEAR_S}${includeSubDomains}`]]
    : [];
  return [...COMMON.map(([name, value]): [string, string] => [name, value]), ...transportHeaders];
}

const NO_CONTENT_POLICY =
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * Scripts by nonce or from our files, styles from our files; nothing else loads, and framing is
 * forbidden.
 */
function buildDocumentPolicy(nonce: string): string {
  // CSP does not support bracketed addresses.
  const sockets = getEnv()
    .origins.filter((origin) => !origin.includes('['))
    .map((origin) => origin.replace(/^http/, 'ws'))
    .join(' ');
  // Only the Vite dev server inlines styles.
  const styles =
    import.meta.env.DEV && !process.env['VITEST']
      ? "style-src 'self' 'unsafe-inline'"
      : "style-src 'self'";
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    styles,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${sockets}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Headers of responses without a document: no active content, no caching. */
export const getDataHeaders = (): [string, string][] => [
  ...getCommonHeaders(),
  ['Content-Security-Policy', NO_CONTENT_POLICY],
  ['Cache-Control', 'private, no-store'],
];

/** Sets headers in place. With a nonce for documents, without for data. */
export function setSecurityHeaders(headers: Headers, nonce: string | null = null): void {
  for (const [name, value] of getDataHeaders()) headers.set(name, value);
  if (nonce !== null) headers.set('Content-Security-Policy', buildDocumentPolicy(nonce));
  if (!/\bcookie\b/i.test(headers.get('Vary') ?? '')) headers.append('Vary', 'Cookie');
}
