// Headers of a request as the front passes it on. Servers trust the front, so that nothing a client
// chose may stay in what only proxies set.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { getRequestAddress, isTrustedPeer } from '../http/request-address.server';
import { getEnv } from '../platform/env.server';

/** Of the connection to the front alone, or answered by it. */
const OWN = ['keep-alive', 'proxy-connection', 'te', 'expect', 'upgrade'];

const getText = (value: string | string[] | undefined): string | null =>
  typeof value === 'string' ? value : null;

export const getPeer = (request: IncomingMessage): string | null =>
  request.socket.remoteAddress ?? null;

/** Address of the client; null if a trusted proxy names none. */
export const findClientAddress = (request: IncomingMessage): string | null =>
  getRequestAddress(getPeer(request), getText(request.headers['x-forwarded-for']));

/**
 * Names of this machine that a browser may use for the public address: servers accept forms and
 * sockets from that one.
 */
function toPublicOrigin(origin: string): string {
  const { PUBLIC_ORIGIN, origins } = getEnv();
  return origins.includes(origin) ? new URL(PUBLIC_ORIGIN).origin : origin;
}

/** Changes the headers in place. `isUpgrade`: of a socket, which needs its Connection header. */
export function replaceForwardedHeaders(
  request: IncomingMessage,
  requestId: string,
  isUpgrade: boolean,
): void {
  const address = findClientAddress(request);
  const isTrusted = isTrustedPeer(getPeer(request));
  const headers: IncomingHttpHeaders = request.headers;
  for (const name of Object.keys(headers))
    if (name.startsWith('x-forwarded-') || name === 'forwarded') delete headers[name];
  if (!isTrusted) for (const name of ['traceparent', 'tracestate']) delete headers[name];
  if (!isUpgrade) {
    for (const name of OWN) delete headers[name];
    // The proxy repeats it in the response.
    if (headers.connection !== undefined)
      headers.connection = /\bclose\b/i.test(headers.connection) ? 'close' : 'keep-alive';
  }
  // An address that no one has: without the header, servers would take the client for the front.
  headers['x-forwarded-for'] = address ?? 'unknown';
  headers['x-request-id'] = requestId;
  if (headers.origin !== undefined) headers.origin = toPublicOrigin(headers.origin);
}
