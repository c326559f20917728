// What both socket benchmarks need: sessions by name, and clients that connect some at a time.
import type { Server } from 'node:http';
import type { Session } from '../../models/account/session.server';
import type { SocketHub } from '../../server/live/hub.server';
import { attachUpgradeHandler } from '../../server/live/upgrade.server';

export const SOCKETS_PER_USER = 10;
const CONNECT_BATCH = 50;

const createSession = (userId: string): Session => ({
  idHash: userId,
  userId,
  username: userId,
  role: 'trader',
  createdMs: 0,
  activeMs: 0,
  csrfSecret: '',
});

/** Serves the sockets of a hub; the cookie of a request is the name of its user. */
export function attachHub(server: Server, hub: SocketHub): void {
  attachUpgradeHandler(server, {
    hub,
    findSession: (cookie) => Promise.resolve(cookie === null ? null : createSession(cookie)),
  });
}

/** Connects clients, ten for each user. */
export async function connectInBatches(
  count: number,
  connect: (userId: string, client: number) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < count; from += CONNECT_BATCH)
    await Promise.all(
      Array.from({ length: Math.min(CONNECT_BATCH, count - from) }, (_, index) => {
        const client = from + index;
        return connect(`user-${Math.floor(client / SOCKETS_PER_USER)}`, client);
      }),
    );
}
