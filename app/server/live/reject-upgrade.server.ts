// HTTP responses to rejected upgrade requests.
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { getCommonHeaders } from '../http/headers.server';
import { getRequest } from '../platform/request-scope.server';

export interface UpgradeFault {
  readonly status: 400 | 403 | 404 | 500 | 503;
  readonly text: string;
  /** With status 503; default 30. */
  readonly retryAfterSeconds?: number;
}

function nameRequest(): [string, string][] {
  const request = getRequest();
  return request === null ? [] : [['X-Request-Id', request.requestId]];
}

/** Responds with plain HTTP and closes the connection. */
export function rejectUpgrade(
  socket: Duplex,
  { status, text, retryAfterSeconds = 30 }: UpgradeFault,
): void {
  const body = `${text}\n`;
  const retry: [string, string][] =
    status === 503 ? [['Retry-After', String(retryAfterSeconds)]] : [];
  const headers: [string, string][] = [
    ['Connection', 'close'],
    ['Content-Type', 'text/plain; charset=utf-8'],
    ['Content-Length', String(Buffer.byteLength(body))],
    ['Cache-Control', 'private, no-store'],
    ...retry,
    ...nameRequest(),
    ...getCommonHeaders(),
  ];
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ].join('\r\n');
  socket.once('finish', () => socket.destroy());
  socket.end(`${head}\r\n\r\n${body}`);
}
