// The door of /ws in an HTTP server: who may come in, and a proper answer for who may not.
import { type IncomingMessage, STATUS_CODES, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { env } from '../platform/env.server';
import { commonHeaders } from '../http/headers.server';
import { getLog } from '../platform/log.server';
import type { Session } from '../../models/account/session.server';
import type { SocketHub } from './hub.server';
import { PAYLOAD_BYTES_MAX } from './limits.server';

interface DoorOptions {
  readonly hub: SocketHub;
  /** The session of a Cookie header, null when there is none; its desk is ready to be looked at. */
  readonly sessionOf: (cookieHeader: string | null) => Promise<Session | null>;
}

interface Fault {
  readonly status: 400 | 403 | 404 | 500 | 503;
  readonly text: string;
}

/** What the types of ws do not know yet is among them. */
const frameOptions = (closeMs: number) => ({
  noServer: true,
  clientTracking: false,
  perMessageDeflate: false,
  maxPayload: PAYLOAD_BYTES_MAX,
  maxFragments: 64,
  maxBufferedChunks: 4_096,
  closeTimeout: closeMs,
});

/** Takes every upgrade of a server. */
export function attachUpgradeHandler(server: Server, options: DoorOptions): void {
  const sockets = new WebSocketServer(frameOptions(options.hub.limits.closeMs));
  sockets.on('wsClientError', (error, socket) =>
    refuse(socket, { status: 400, text: error.message }),
  );
  server.on('upgrade', (request, socket, head) => {
    if (!isOfVite(request)) void admitUpgrade(options, sockets, request, socket, head);
  });
}

/** The server of `npm run dev` tells its pages of changes through sockets of its own. */
const isOfVite = ({ headers }: IncomingMessage): boolean =>
  import.meta.env?.DEV === true && /^vite-/.test(headers['sec-websocket-protocol'] ?? '');

async function admitUpgrade(
  { hub, sessionOf }: DoorOptions,
  sockets: WebSocketServer,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  socket.on('error', () => socket.destroy());
  try {
    const fault = findFault(request);
    if (fault) return refuse(socket, fault);
    const session = await sessionOf(request.headers.cookie ?? null);
    const full = hub.fault(session);
    if (full !== null) return refuse(socket, { status: 503, text: full });
    sockets.handleUpgrade(request, socket, head, (ws) => hub.add(ws, session));
  } catch (error) {
    getLog().error({ err: error }, 'a socket could not be opened');
    refuse(socket, { status: 500, text: 'The server failed to answer.' });
  }
}

/** Programs send no origin; browsers always do, and a page of another site cannot hide its own. */
function findFault({ url, headers }: IncomingMessage): Fault | null {
  if (url !== '/ws' && !url?.startsWith('/ws?'))
    return { status: 404, text: 'The only socket here is /ws.' };
  const { origin } = headers;
  if (origin === undefined || env().origins.includes(origin)) return null;
  return {
    status: 403,
    text: `This desk answers at ${env().PUBLIC_ORIGIN}, and the request came from another origin.`,
  };
}

/** Answers an upgrade that is refused, as plain HTTP, and lets go of the connection. */
function refuse(socket: Duplex, { status, text }: Fault): void {
  const body = `${text}\n`;
  const retry: [string, string][] = status === 503 ? [['Retry-After', '30']] : [];
  const headers: [string, string][] = [
    ['Connection', 'close'],
    ['Content-Type', 'text/plain; charset=utf-8'],
    ['Content-Length', String(Buffer.byteLength(body))],
    ['Cache-Control', 'private, no-store'],
    ...retry,
    ...commonHeaders(),
  ];
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ].join('\r\n');
  socket.once('finish', () => socket.destroy());
  socket.end(`${head}\r\n\r\n${body}`);
}
