// The headers that every answer carries, whichever server sends it.
import { env } from '../platform/env.server';

const COMMON: readonly (readonly [string, string])[] = [
  ['X-Content-Type-Options', 'nosniff'],
  // Not `no-referrer`: under it browsers send `Origin: null` with a plain form, which no origin
  // check can accept.
  ['Referrer-Policy', 'same-origin'],
  ['X-Frame-Options', 'DENY'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
];
const YEAR_S = 31_536_000;

/** What any answer gets, files included. */
export function commonHeaders(): [string, string][] {
  const secure: [string, string][] = env().isHttps
    ? [['Strict-Transport-Security', `max-age=${YEAR_S}; includeSubDomains`]]
    : [];
  return [...COMMON.map(([name, value]): [string, string] => [name, value]), ...secure];
}

const NO_CONTENT_POLICY =
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * Scripts run by nonce or from our own files, styles from our own files; nothing else loads, nobody
 * frames us.
 */
function documentPolicy(nonce: string): string {
  // A content policy knows no bracketed addresses.
  const sockets = env()
    .origins.filter((origin) => !origin.includes('['))
    .map((origin) => origin.replace(/^http/, 'ws'))
    .join(' ');
  // Only the server of `npm run dev` puts styles into the page itself.
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

/** What an answer gets that is no document: data that runs nothing, and that nobody stores. */
export const dataHeaders = (): [string, string][] => [
  ...commonHeaders(),
  ['Content-Security-Policy', NO_CONTENT_POLICY],
  ['Cache-Control', 'private, no-store'],
];

/** Hardens an answer in place. With a nonce it is a document; without, data. */
export function hardenHeaders(headers: Headers, nonce: string | null = null): void {
  for (const [name, value] of dataHeaders()) headers.set(name, value);
  if (nonce !== null) headers.set('Content-Security-Policy', documentPolicy(nonce));
  if (!/\bcookie\b/i.test(headers.get('Vary') ?? '')) headers.append('Vary', 'Cookie');
}
