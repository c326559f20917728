// Live updates at /ws, beside the HTTP server of server.js: the session cookie of the upgrade decides who it is.
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { log } from './log.server';
import { onSessionEnd } from './models/session.server';
import { isSessionLive, readSession } from './session.server';
import { deskBundles } from './socket/desk-bundles.server';
import { SocketHub } from './socket/hub.server';
import { PAYLOAD_BYTES_MAX, SOCKET_LIMITS, type SocketLimits } from './socket/limits.server';
import { refuseUpgrade, upgradeFault } from './socket/upgrade.server';
import { startUp } from './start-up.server';
import type { Terminal } from './terminal.server';

export interface AttachedSocket {
  /** Says goodbye to all sockets; those that do not answer are cut soon after. */
  close(): void;
}

/** The server of `npm run dev` tells its pages of changes through sockets of its own. */
const isOfVite = ({ headers }: IncomingMessage): boolean => import.meta.env.DEV && /^vite-/.test(headers['sec-websocket-protocol'] ?? '');

/** What the types of ws do not know yet is among them. */
const frameOptions = ({ closeMs }: SocketLimits) => ({
  noServer: true, clientTracking: false, perMessageDeflate: false, maxPayload: PAYLOAD_BYTES_MAX, maxFragments: 64, maxBufferedChunks: 4_096,
  maxPendingAutoPongs: 10, closeTimeout: closeMs,
});

/** Serves /ws on a server. Opens the desk when it is not open yet. */
export async function attachSocket(server: Server, limits: SocketLimits = SOCKET_LIMITS): Promise<AttachedSocket> {
  const desk = await startUp();
  const hub = new SocketHub({ source: deskBundles(desk), limits, isSessionLive: (session) => isSessionLive(desk.db, session, Date.now()) });
  const sockets = new WebSocketServer(frameOptions(limits));
  sockets.on('wsClientError', (error, socket) => refuseUpgrade(socket, { status: 400, text: error.message }));
  const stops = [desk.onPublish(() => hub.touch()), onSessionEnd((idHash) => hub.endSession(idHash))];
  server.on('upgrade', (request, socket, head) => {
    if (!isOfVite(request)) void admit({ desk, hub, sockets }, request, socket, head);
  });
  return {
    close() {
      for (const stop of stops) stop();
      hub.close();
    },
  };
}

interface Door {
  readonly desk: Terminal;
  readonly hub: SocketHub;
  readonly sockets: WebSocketServer;
}

async function admit({ desk, hub, sockets }: Door, request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
  socket.on('error', () => socket.destroy());
  try {
    const fault = upgradeFault(request);
    if (fault) return refuseUpgrade(socket, fault);
    const session = readSession(desk.db, request.headers.cookie ?? null, Date.now());
    if (session) await desk.ensureBook(session.userId);
    const full = hub.fault(session);
    if (full !== null) return refuseUpgrade(socket, { status: 503, text: full });
    sockets.handleUpgrade(request, socket, head, (ws) => hub.add(ws, session));
  } catch (error) {
    log().error({ err: error }, 'a socket could not be opened');
    refuseUpgrade(socket, { status: 500, text: 'The desk could not answer.' });
  }
}
