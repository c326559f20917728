// A server that reads a stream can be stopped in each state of its connection to Redis.
import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { createStreamSource } from '../../../../app/server/feeds/stream/stream-source.server';
import { STREAM_FORMAT } from '../../../../app/server/feeds/stream/stream-message';
import { getLog } from '../../../../app/server/platform/log.server';
import { findFreePort } from '../../../support/free-port';
import { openSourceDesk } from '../../../support/source-desk';

type HandleSocket = (socket: Socket, count: number) => void;

const servers: Server[] = [];

afterEach(() => {
  vi.restoreAllMocks();
  for (const server of servers.splice(0)) server.close();
});

const endConnection: HandleSocket = (socket) => void socket.destroy();
const ignoreCommands: HandleSocket = (socket) => void socket.resume();

/**
 * Answers a reader until its first own command, which ends the connection. Later connections answer
 * nothing.
 */
const loseConnection: HandleSocket = (socket, count) => {
  if (count > 1) return ignoreCommands(socket, count);
  socket.on('data', (bytes) => {
    const text = bytes.toString();
    if (/^hget$/im.test(text)) socket.destroy();
    else socket.write('+OK\r\n'.repeat(text.match(/^\*\d+/gm)?.length ?? 0));
  });
};

/** A port, and a promise that resolves at the given number of connections. */
async function openServer(
  handleSocket: HandleSocket | null,
  connections: number,
): Promise<{ readonly port: number; readonly whenConnected: Promise<unknown> }> {
  if (!handleSocket) return { port: await findFreePort(), whenConnected: Promise.resolve() };
  let count = 0;
  const server = createServer();
  const whenConnected = new Promise<void>((resolve) => {
    server.on('connection', (socket) => {
      count += 1;
      handleSocket(socket, count);
      if (count === connections) resolve();
    });
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, whenConnected };
}

it.each([
  ['nothing listens', null, 0, true],
  ['each connection is ended', endConnection, 2, true],
  ['no command is answered', ignoreCommands, 1, false],
  ['the connection was lost and the next one is silent', loseConnection, 2, true],
] as const)(
  'a server that reads a stream stops where %s',
  async (_state, handleSocket, count, isLost) => {
    const warn = vi.spyOn(getLog(), 'warn').mockReturnValue();
    const { port, whenConnected } = await openServer(handleSocket, count);
    const source = createStreamSource({
      url: `redis://127.0.0.1:${port}`,
      run: {
        format: STREAM_FORMAT,
        version: '1',
        market: 'm',
        time: 'events',
        seedDigest: null,
        barMs: null,
      },
      origin: { seed: 'unused' },
    });
    const { running } = openSourceDesk({ source, traded: [], startAfter: Infinity });
    await whenConnected;
    // Reported when a connection has been lost.
    if (isLost)
      await vi.waitFor(() =>
        expect(warn).toHaveBeenCalledWith(expect.stringMatching(/Waiting for it/)),
      );
    await running.stop();
    expect(running.status()?.phase).toBe('stopped');
  },
);
