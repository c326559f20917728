// Live updates at /ws on the HTTP server of server.js. The session cookie of the upgrade identifies
// the user.
import type { Server } from 'node:http';
import { onSessionEnd } from '../../models/account/session.server';
import { isSessionLive, readSession } from '../auth/session.server';
import { createDeskBundles } from './desk-bundles.server';
import { attachUpgradeHandler } from './upgrade.server';
import { SocketHub } from './hub.server';
import { SOCKET_LIMITS, type SocketLimits } from './limits.server';
import { setLatencySource } from './socket-latency.server';
import { startUp } from '../desk/start-up.server';

export interface AttachedSocket {
  /** Closes all sockets; unresponsive ones are terminated soon after. */
  close(): void;
}

/** Serves /ws on a server. Starts the desk if needed. */
export async function attachSocket(
  server: Server,
  limits: SocketLimits = SOCKET_LIMITS,
): Promise<AttachedSocket> {
  const desk = await startUp();
  const hub = new SocketHub({
    source: createDeskBundles(desk),
    limits,
    isSessionLive: (session) => isSessionLive(desk.db, session, Date.now()),
  });
  attachUpgradeHandler(server, {
    hub,
    async findSession(cookieHeader) {
      const session = readSession(desk.db, cookieHeader, Date.now());
      if (session) await desk.ensureBook(session.userId);
      return session;
    },
  });
  const stops = [
    desk.onPublish(() => hub.scheduleUpdates()),
    onSessionEnd((idHash) => hub.endSession(idHash)),
    setLatencySource((userId) => hub.findLatency(userId)),
  ];
  return {
    close() {
      for (const stop of stops) stop();
      hub.close();
    },
  };
}
