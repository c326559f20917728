// Live updates at /ws, beside the HTTP server of server.js: the session cookie of the upgrade decides who it is.
import type { Server } from 'node:http';
import { onSessionEnd } from '../../models/account/session.server';
import { isSessionLive, readSession } from '../auth/session.server';
import { deskBundles } from './desk-bundles.server';
import { openDoor } from './door.server';
import { SocketHub } from './hub.server';
import { SOCKET_LIMITS, type SocketLimits } from './limits.server';
import { tellLatencyFrom } from './socket-latency.server';
import { startUp } from '../desk/start-up.server';

export interface AttachedSocket {
  /** Says goodbye to all sockets; those that do not answer are cut soon after. */
  close(): void;
}

/** Serves /ws on a server. Opens the desk when it is not open yet. */
export async function attachSocket(
  server: Server,
  limits: SocketLimits = SOCKET_LIMITS,
): Promise<AttachedSocket> {
  const desk = await startUp();
  const hub = new SocketHub({
    source: deskBundles(desk),
    limits,
    isSessionLive: (session) => isSessionLive(desk.db, session, Date.now()),
  });
  openDoor(server, {
    hub,
    async sessionOf(cookieHeader) {
      const session = readSession(desk.db, cookieHeader, Date.now());
      if (session) await desk.ensureBook(session.userId);
      return session;
    },
  });
  const stops = [
    desk.onPublish(() => hub.touch()),
    onSessionEnd((idHash) => hub.endSession(idHash)),
    tellLatencyFrom((userId) => hub.latencyOf(userId)),
  ];
  return {
    close() {
      for (const stop of stops) stop();
      hub.close();
    },
  };
}
