// The door of /ws: who may come in, and a proper answer for who may not.
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { env } from '../env.server';
import { commonHeaders } from '../headers.server';

export interface UpgradeFault {
  readonly status: 400 | 403 | 404 | 500 | 503;
  readonly text: string;
}

/** Programs send no origin; browsers always do, and a page of another site cannot hide its own. */
export function upgradeFault({ url, headers }: Pick<IncomingMessage, 'url' | 'headers'>): UpgradeFault | null {
  if (url !== '/ws' && !url?.startsWith('/ws?')) return { status: 404, text: 'The only socket here is /ws.' };
  const origin = headers.origin;
  if (origin === undefined || env().origins.includes(origin)) return null;
  return { status: 403, text: `This desk answers at ${env().PUBLIC_ORIGIN}, and the request came from another origin.` };
}

/** Answers an upgrade that is refused, as plain HTTP, and lets go of the connection. */
export function refuseUpgrade(socket: Duplex, { status, text }: UpgradeFault): void {
  const body = `${text}\n`;
  const retry: [string, string][] = status === 503 ? [['Retry-After', '30']] : [];
  const headers: [string, string][] = [
    ['Connection', 'close'], ['Content-Type', 'text/plain; charset=utf-8'], ['Content-Length', String(Buffer.byteLength(body))],
    ['Cache-Control', 'private, no-store'], ...retry, ...commonHeaders(),
  ];
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\r\n');
  socket.once('finish', () => socket.destroy());
  socket.end(`${head}\r\n\r\n${body}`);
}
