// A real desk with a moving market and /ws beside it, in this process, at a pace of the test's
// choice.
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSession } from '../../app/models/account/session.server';
import { type AttachedSocket, attachSocket } from '../../app/server/live/socket.server';
import { SOCKET_LIMITS, type SocketLimits } from '../../app/server/live/limits.server';
import { type ApiDesk, type ApiUser, openApiDesk } from './api-desk';
import { SocketClient } from './socket-client';

export interface SocketDesk extends ApiDesk {
  readonly origin: string;
  readonly socket: AttachedSocket;
  /** The headers of a new session of a user, as begun so long ago. */
  session(user: Pick<ApiUser, 'id'>, agoMs?: number): { readonly Cookie: string };
  /** A socket of a new session of a user, not authenticated yet. */
  connect(user: Pick<ApiUser, 'id'>): Promise<SocketClient>;
}

/** A server on a port of the machine's choice, with its origin. */
export async function listen(): Promise<{ readonly server: Server; readonly origin: string }> {
  const server = createServer((_request, response) => response.end('here\n'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

export async function openSocketDesk(limits: Partial<SocketLimits> = {}): Promise<SocketDesk> {
  const desk = await openApiDesk();
  const { server, origin } = await listen();
  const socket = await attachSocket(server, { ...SOCKET_LIMITS, ...limits });
  const session = (user: Pick<ApiUser, 'id'>, agoMs = 0) => ({
    Cookie: `frontmonth=${createSession(desk.terminal.db, user.id, Date.now() - agoMs)}`,
  });
  return {
    ...desk,
    origin,
    socket,
    session,
    connect: (user) => SocketClient.open(origin, session(user)),
    async close() {
      socket.close();
      await new Promise((resolve) => server.close(resolve));
      await desk.close();
    },
  };
}
