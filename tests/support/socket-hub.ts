// Upgrade handler and hub without a terminal; the cookie names the user, and the test provides
// messages.
import type { WebSocket } from 'ws';
import { attachUpgradeHandler } from '../../app/server/live/upgrade.server';
import type { BundleSource } from '../../app/server/live/bundle.server';
import { SocketHub } from '../../app/server/live/hub.server';
import { SOCKET_LIMITS, type SocketLimits } from '../../app/server/live/limits.server';
import type { Session } from '../../app/models/account/session.server';
import { SocketClient } from './socket-client';
import { startServer } from './socket-desk';

const SESSION: Session = {
  idHash: '',
  userId: '',
  username: '',
  role: 'trader',
  createdMs: 0,
  activeMs: 0,
  csrfSecret: '',
};

export interface OpenHub {
  readonly hub: SocketHub;
  readonly origin: string;
  /** Server-side sockets, in connection order. */
  readonly serverSockets: readonly WebSocket[];
  connect(userId: string): Promise<SocketClient>;
  close(): Promise<void>;
}

export const buildCookie = (userId: string): { readonly Cookie: string } => ({
  Cookie: `user=${userId}`,
});

export async function openHub(
  source: BundleSource,
  limits: Partial<SocketLimits> = {},
): Promise<OpenHub> {
  const serverSockets: WebSocket[] = [];
  const hub = new SocketHub({
    source,
    limits: { ...SOCKET_LIMITS, ...limits },
    isSessionLive: () => true,
  });
  const add = hub.add.bind(hub);
  hub.add = (ws, session) => {
    serverSockets.push(ws);
    add(ws, session);
  };
  const { server, origin } = await startServer();
  const findSession = (cookie: string | null): Promise<Session | null> =>
    Promise.resolve(
      cookie ? { ...SESSION, idHash: cookie, userId: cookie.slice('user='.length) } : null,
    );
  attachUpgradeHandler(server, { hub, findSession });
  return {
    hub,
    origin,
    serverSockets,
    connect: async (userId) =>
      (await SocketClient.open(origin, buildCookie(userId))).signIn(userId),
    async close() {
      hub.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
