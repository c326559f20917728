// Upgrade requests of /ws.
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { buildHref, findAppPath } from '../../contracts/base-path';
import { getEnv } from '../platform/env.server';
import { chooseRequestId } from '../http/request-id.server';
import { getLog } from '../platform/log.server';
import { runInRequest } from '../platform/request-scope.server';
import type { Session } from '../../models/account/session.server';
import type { SocketHub } from './hub.server';
import { PAYLOAD_BYTES_MAX } from './limits.server';
import { type UpgradeFault, rejectUpgrade } from './reject-upgrade.server';

interface UpgradeOptions {
  readonly hub: SocketHub;
  /** Session of a Cookie header, or null. The user's account exists afterwards. */
  readonly findSession: (cookieHeader: string | null) => Promise<Session | null>;
}

/** Includes options that the types of ws lack. */
const getSocketOptions = (closeMs: number) => ({
  noServer: true,
  clientTracking: false,
  perMessageDeflate: false,
  maxPayload: PAYLOAD_BYTES_MAX,
  maxFragments: 64,
  maxBufferedChunks: 4_096,
  closeTimeout: closeMs,
});

/** Handles every upgrade request of a server. */
export function attachUpgradeHandler(server: Server, options: UpgradeOptions): void {
  const sockets = new WebSocketServer(getSocketOptions(options.hub.limits.closeMs));
  sockets.on('wsClientError', (error, socket) =>
    rejectUpgrade(socket, { status: 400, text: error.message }),
  );
  server.on('upgrade', (request, socket, head) => {
    if (isViteSocket(request)) return;
    const proposed = request.headers['x-request-id'];
    const requestId = chooseRequestId(
      request.socket.remoteAddress ?? null,
      typeof proposed === 'string' ? proposed : null,
    );
    void runInRequest({ requestId }, () => admitUpgrade(options, sockets, request, socket, head));
  });
}

/** The Vite dev server uses its own sockets for page updates. */
const isViteSocket = ({ headers }: IncomingMessage): boolean =>
  import.meta.env?.DEV === true && /^vite-/.test(headers['sec-websocket-protocol'] ?? '');

async function admitUpgrade(
  { hub, findSession }: UpgradeOptions,
  sockets: WebSocketServer,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  socket.on('error', () => socket.destroy());
  try {
    const fault = findFault(request);
    if (fault) return rejectUpgrade(socket, fault);
    const session = await findSession(request.headers.cookie ?? null);
    const capacityFault = hub.findFault(session);
    if (capacityFault !== null) return rejectUpgrade(socket, { status: 503, text: capacityFault });
    sockets.handleUpgrade(request, socket, head, (ws) => hub.add(ws, session));
  } catch (error) {
    getLog().error({ err: error }, 'a socket could not be opened');
    rejectUpgrade(socket, { status: 500, text: 'The server failed to answer.' });
  }
}

/** Programs send no Origin. Browsers always do, and pages cannot forge it. */
function findFault({ url, headers }: IncomingMessage): UpgradeFault | null {
  const path = findAppPath(url ?? '');
  if (path !== '/ws' && !path?.startsWith('/ws?'))
    return { status: 404, text: `Unknown socket path. Use ${buildHref('/ws')}.` };
  const { origin } = headers;
  if (origin === undefined || getEnv().origins.includes(origin)) return null;
  return {
    status: 403,
    text: `This desk answers at ${getEnv().PUBLIC_ORIGIN}, and the request came from another origin.`,
  };
}
