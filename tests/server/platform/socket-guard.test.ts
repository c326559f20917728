// Tests open no socket to another machine, or to a port of real accounts at a broker.
import { createServer, connect, type AddressInfo, Socket } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { explainForbiddenSocket } from '../../support/forbidden-sockets';
import { takeForbiddenSockets } from '../../support/guard-sockets';

describe('the guard of sockets', () => {
  it.each([
    ['another machine', [{ host: '192.0.2.1', port: 80 }], '192.0.2.1:80'],
    ['a name', [443, 'broker.example'], 'broker.example:443'],
    ['a list of arguments', [[{ host: '192.0.2.1', port: '80' }, null]], '192.0.2.1:80'],
    ['the gateway of a real account', [{ host: '127.0.0.1', port: 4001 }], 'port 4001'],
    ['its desktop program', ['7496'], 'port 7496'],
  ])('forbids %s', (_name, call, text) => {
    expect(explainForbiddenSocket(call)).toContain(text);
  });

  it.each([
    ['loopback', [{ host: '127.0.0.1', port: 4002 }]],
    ['loopback of version 6', [{ host: '::1', port: 80 }]],
    ['a port alone', [8080]],
    ['a file', ['folder/socket']],
    ['a file in options', [{ path: 'folder/socket' }]],
  ])('allows %s', (_name, call) => {
    expect(explainForbiddenSocket(call)).toBeNull();
  });

  it('stops every way to connect', async () => {
    expect(() => connect(80, '192.0.2.1')).toThrow('192.0.2.1:80');
    expect(() => new Socket().connect({ host: '127.0.0.1', port: 4001 })).toThrow('port 4001');
    await expect(fetch('http://192.0.2.1/')).rejects.toThrow('fetch failed');
    expect(takeForbiddenSockets()).toEqual([
      'a test opened a socket to 192.0.2.1:80',
      'a test opened a socket to port 4001, which is one of real accounts',
      'a test opened a socket to 192.0.2.1:80',
    ]);
  });

  it('lets loopback pass', async () => {
    const server = createServer((socket) => socket.end('here'));
    onTestFinished(() => void server.close());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    expect(bytes.toString()).toBe('here');
  });
});
