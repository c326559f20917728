// Terminal with a moving market and /ws, in this process.
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
  /** Headers of a new session, created `agoMs` ago. */
  session(user: Pick<ApiUser, 'id'>, agoMs?: number): { readonly Cookie: string };
  /** Unauthenticated socket of a new session. */
  connect(user: Pick<ApiUser, 'id'>): Promise<SocketClient>;
}

/** HTTP server on a free port. */
export async function startServer(): Promise<{ readonly server: Server; readonly origin: string }> {
  const server = createServer((_request, response) => response.end('here\n'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

export async function openSocketDesk(limits: Partial<SocketLimits> = {}): Promise<SocketDesk> {
  const desk = await openApiDesk();
  const { server, origin } = await startServer();
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
