// Connections of the HTTP server on real sockets.
import { once } from 'node:events';
import { type RequestListener, type Server, createServer } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { connectionOptions, limitConnections } from '../../../app/server/http/connections.js';

async function startServer(
  options: object,
  listener: RequestListener = (_request, response) => response.end('here'),
): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer(options, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, port: (server.address() as AddressInfo).port };
}

interface OpenConnection {
  readonly socket: Socket;
  /** Text of the server until it closes the connection. */
  readonly answer: Promise<string>;
}

function openConnection(port: number, text: string): OpenConnection {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => (received += String(chunk)));
  socket.on('error', () => undefined);
  socket.write(text);
  return { socket, answer: new Promise((resolve) => socket.on('close', () => resolve(received))) };
}

it('answers upgrades other than to a WebSocket as HTTP/1.1, with the body', async () => {
  const { server, port } = await startServer(connectionOptions(), async (request, response) => {
    const chunks: unknown[] = [];
    for await (const chunk of request) chunks.push(chunk);
    response.end(`${request.method} ${chunks.join('')}`);
  });
  const upgrades: (string | undefined)[] = [];
  server.on('upgrade', (request, socket) => {
    upgrades.push(request.headers.upgrade);
    socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n');
  });
  const send = (upgrade: string, method: string, body = ''): Promise<string> =>
    openConnection(
      port,
      `${method} /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: ${upgrade}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    ).answer;
  expect(await send('h2c', 'GET')).toMatch(/^HTTP\/1\.1 200 [^]*GET /);
  expect(await send('h2c', 'POST', 'a=1')).toMatch(/^HTTP\/1\.1 200 [^]*POST a=1/);
  expect(await send('h2c, websocket', 'GET')).toMatch(/^HTTP\/1\.1 200 /);
  expect(await send('WebSocket', 'GET')).toMatch(/^HTTP\/1\.1 101 /);
  expect(upgrades).toEqual(['WebSocket']);
});

it('drops a connection above the limit, and closes idle ones to make room', async () => {
  const { server, port } = await startServer(connectionOptions());
  limitConnections(server, { max: 3 });
  const text = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
  const idle = [1, 2, 3].map(() => openConnection(port, text));
  await Promise.all(idle.map(({ socket }) => once(socket, 'data')));
  expect(await openConnection(port, text).answer).toBe('');
  await Promise.all(idle.map(({ answer }) => answer));
  const { socket } = openConnection(port, text);
  expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 200 /);
});

it('gives one address half of the connections, and again after one has closed', async () => {
  const { server, port } = await startServer(connectionOptions());
  limitConnections(server, { max: 6, isShared: () => false });
  const text = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
  const open = [1, 2, 3].map(() => openConnection(port, text));
  await Promise.all(open.map(({ socket }) => once(socket, 'data')));
  expect(await openConnection(port, text).answer).toBe('');
  const [first] = open;
  first?.socket.destroy();
  await expect
    .poll(async () => {
      const { socket, answer } = openConnection(
        port,
        text.replace('Host', 'Connection: close\r\nHost'),
      );
      const reply = await answer.catch(() => '');
      socket.destroy();
      return reply;
    })
    .toMatch(/^HTTP\/1\.1 200 /);
});

it('does not share the connections of a proxy on this machine', async () => {
  const { server, port } = await startServer(connectionOptions());
  limitConnections(server, { max: 4 });
  const text = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
  const open = [1, 2, 3, 4].map(() => openConnection(port, text));
  for (const { socket } of open)
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 200 /);
});

it('has a limit by default', async () => {
  const { server } = await startServer(connectionOptions());
  limitConnections(server);
  expect([server.maxConnections >= 100, server.maxConnections <= 10_000]).toEqual([true, true]);
});

it('cuts slow headers before the default check after 30 s', async () => {
  const { port } = await startServer(connectionOptions(450));
  const { socket, answer } = openConnection(port, 'GET / HTTP/1.1\r\n');
  const sending = setInterval(() => socket.write('X-Slow: 1\r\n'), 50);
  expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
  clearInterval(sending);
});

it('cuts a slow request before 15 s, checks included', () => {
  expect(connectionOptions()).toMatchObject({
    requestTimeout: 13_500,
    headersTimeout: 13_500,
    connectionsCheckingInterval: 1_000,
  });
});
