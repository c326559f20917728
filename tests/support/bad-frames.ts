// Frames that break the protocol in every way that there is, and connections that send them.
import { randomBytes } from 'node:crypto';
import { type Socket, connect } from 'node:net';

const TEXT = 0x81;
const MASKED = 0x80;
const KEY = Buffer.from([1, 2, 3, 4]);
const masked = (payload: Buffer): Buffer =>
  Buffer.from(payload.map((byte, index) => byte ^ (KEY[index % 4] ?? 0)));
const frame = (first: number, payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from([first, MASKED | payload.length]), KEY, masked(payload)]);
const longer = (length: bigint): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(length);
  return bytes;
};
const json = Buffer.from('{"type":"authenticate","userId":"x"}');

/** Each is one broken frame, named for what breaks it. */
export const BAD_FRAMES: Readonly<Record<string, () => Buffer>> = {
  'a reserved opcode': () => frame(0x83, json),
  'a reserved control opcode': () => frame(0x8f, json),
  'reserved bits': () => frame(TEXT | 0x30, json),
  'the bit of a compression that was not agreed on': () => frame(TEXT | 0x40, json),
  'no mask': () => Buffer.concat([Buffer.from([TEXT, json.length]), json]),
  'a length of 2^63': () =>
    Buffer.concat([Buffer.from([TEXT, MASKED | 127]), longer(2n ** 63n), KEY]),
  'a length of 2^53': () =>
    Buffer.concat([Buffer.from([TEXT, MASKED | 127]), longer(2n ** 53n), KEY]),
  'a length beyond the limit': () =>
    Buffer.concat([Buffer.from([TEXT, MASKED | 127]), longer(16_385n), KEY]),
  'a continuation of nothing': () => frame(0x80, json),
  'a text inside a text': () => Buffer.concat([frame(0x01, json), frame(0x01, json)]),
  'a control frame in parts': () => frame(0x09, json),
  'a control frame that is too long': () =>
    Buffer.concat([Buffer.from([0x89, MASKED | 126, 0, 126]), KEY, Buffer.alloc(126)]),
  'text that is no UTF-8': () => frame(TEXT, Buffer.from([0xc3, 0x28, 0xff, 0xfe])),
  'a close code that is none': () => frame(0x88, Buffer.from([0x03, 0xe7])),
  'a close of one byte': () => frame(0x88, Buffer.from([0x03])),
  'a close reason that is no UTF-8': () => frame(0x88, Buffer.from([0x03, 0xe8, 0xff])),
  'parts without end': () =>
    Buffer.concat([
      frame(0x01, json),
      ...Array.from({ length: 80 }, () => frame(0x00, Buffer.from('x'))),
    ]),
  'any bytes': () => randomBytes(64),
};

const handshake = (host: string, cookie: string): string =>
  `GET /ws HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${cookie === '' ? '' : `Cookie: ${cookie}\r\n`}\r\n`;

/** A connection that shakes hands and stays, and reads nothing unless it is asked to. */
export function rawSocket(origin: string, cookie: string): Socket {
  const { hostname, port, host } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(handshake(host, cookie));
  return socket;
}

/** A message in a frame as a client sends it. */
export const textFrame = (message: object): Buffer =>
  frame(TEXT, Buffer.from(JSON.stringify(message)));

/** Shakes hands and sends a frame at once; what came back, when the server has closed. */
export function sendBad(origin: string, cookie: string, bytes: Buffer): Promise<string> {
  const socket = rawSocket(origin, cookie);
  socket.write(bytes);
  const answer: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => answer.push(chunk));
  return new Promise((resolve) =>
    socket.on('close', () => resolve(Buffer.concat(answer).toString('latin1'))),
  );
}

/** Bytes that are no HTTP either. */
export function sendBytes(origin: string, bytes: Buffer): Promise<void> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.on('data', () => undefined);
  socket.end(bytes);
  return new Promise((resolve) => socket.on('close', () => resolve()));
}
