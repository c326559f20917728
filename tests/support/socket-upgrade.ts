// A request to open a socket, as bytes: the answer to a rejected one is plain HTTP.
import { connect } from 'node:net';

/** Resolves with the whole answer when the server has ended the connection. */
export function openSocketUpgrade(address: string, requestId: string): Promise<string> {
  const { hostname, port, pathname } = new URL(address);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString('utf8')));
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
    socket.write(
      [
        `GET ${pathname} HTTP/1.1`,
        `Host: ${hostname}:${port}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        `X-Request-Id: ${requestId}`,
        '\r\n',
      ].join('\r\n'),
    );
  });
}
