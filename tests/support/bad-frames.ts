// Invalid WebSocket frames, valid ones with meaningless messages, and connections that send frames.
import { randomBytes } from 'node:crypto';
import { type Socket, connect } from 'node:net';

const TEXT = 0x81;
const MASKED = 0x80;
const KEY = Buffer.from([1, 2, 3, 4]);
const maskPayload = (payload: Buffer): Buffer =>
  Buffer.from(payload.map((byte, index) => byte ^ (KEY[index % 4] ?? 0)));
const buildFrame = (first: number, payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from([first, MASKED | payload.length]), KEY, maskPayload(payload)]);
const encodeLength = (length: bigint): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(length);
  return bytes;
};
const json = Buffer.from('{"type":"authenticate","userId":"x"}');

/** Invalid frames by the rule they break. */
export const BAD_FRAMES: Readonly<Record<string, () => Buffer>> = {
  'a reserved opcode': () => buildFrame(0x83, json),
  'a reserved control opcode': () => buildFrame(0x8f, json),
  'reserved bits': () => buildFrame(TEXT | 0x30, json),
  'the bit of a compression that was not agreed on': () => buildFrame(TEXT | 0x40, json),
  'no mask': () => Buffer.concat([Buffer.from([TEXT, json.length]), json]),
  'a length of 2^63': () =>
    Buffer.concat([Buffer.from([TEXT, MASKED | 127]), encodeLength(2n ** 63n), KEY]),
  'a length of 2^53': () =>
    Buffer.concat([Buffer.from([TEXT, MASKED | 127]), encodeLength(2n ** 53n), KEY]),
  'a length beyond the limit': () =>
    Buffer.concat([Buffer.from([TEXT, MASKED | 127]), encodeLength(16_385n), KEY]),
  'a continuation of nothing': () => buildFrame(0x80, json),
  'a text inside a text': () => Buffer.concat([buildFrame(0x01, json), buildFrame(0x01, json)]),
  'a control frame in parts': () => buildFrame(0x09, json),
  'a control frame that is too long': () =>
    Buffer.concat([Buffer.from([0x89, MASKED | 126, 0, 126]), KEY, Buffer.alloc(126)]),
  'text that is no UTF-8': () => buildFrame(TEXT, Buffer.from([0xc3, 0x28, 0xff, 0xfe])),
  'a close code that is none': () => buildFrame(0x88, Buffer.from([0x03, 0xe7])),
  'a close of one byte': () => buildFrame(0x88, Buffer.from([0x03])),
  'a close reason that is no UTF-8': () => buildFrame(0x88, Buffer.from([0x03, 0xe8, 0xff])),
  'parts without end': () =>
    Buffer.concat([
      buildFrame(0x01, json),
      ...Array.from({ length: 80 }, () => buildFrame(0x00, Buffer.from('x'))),
    ]),
  'any bytes': () => randomBytes(64),
};

/** Longest message that the server reads, bytes. */
const MESSAGE_BYTES_MAX = 16_384;
const fillMessage = (text: string): string => text.padEnd(MESSAGE_BYTES_MAX, ' ');
const buildClaim = (userId: string): string => `{"type":"authenticate","userId":${userId}}`;

/** Valid text frames that are no message of the API, by kind. No kind authenticates. */
export const NONSENSE_TEXTS: Readonly<Record<string, string>> = {
  'no text': '',
  'no JSON': '{"type":"authenticate",',
  'deep lists': '['.repeat(MESSAGE_BYTES_MAX / 2) + ']'.repeat(MESSAGE_BYTES_MAX / 2),
  'deep lists without end': '['.repeat(MESSAGE_BYTES_MAX),
  'deep objects': `${'{"a":'.repeat(2_700)}1${'}'.repeat(2_700)}`,
  'a deep userId': buildClaim(`${'['.repeat(8_000)}${']'.repeat(8_000)}`),
  'a prototype': '{"__proto__":{"type":"authenticate","userId":"x","isAuthenticated":true}}',
  'a prototype beside a type': '{"type":"authenticate","__proto__":{"userId":"x"}}',
  'a constructor': '{"constructor":{"prototype":{"type":"authenticate","userId":"x"}}}',
  'a type that is a method': '{"type":"toString","userId":"x"}',
  'a type that is a list': '{"type":["authenticate"],"userId":"x"}',
  'a type of the server': '{"type":"PORTFOLIO_UPDATE","asOfSeq":1,"data":{}}',
  'a list': '[{"type":"authenticate","userId":"x"}]',
  null: 'null',
  'a number beyond all numbers': '1e999',
  'a userId beyond all numbers': buildClaim('1e999'),
  'a userId that is null': buildClaim('null'),
  'a userId that is an object': buildClaim('{"toString":"x"}'),
  'a userId of half a character': buildClaim('"\\ud800"'),
  'a userId with a null byte': buildClaim('"\\u0000"'),
  'a long userId': buildClaim(`"${'x'.repeat(16_000)}"`),
  'many fields': `{${Array.from({ length: 1_500 }, (_, index) => `"f${index}":0`).join()}}`,
  'the longest message': fillMessage('{"type":"x"}'),
};

/** A text of one byte too many. */
export const LONG_TEXT = `${fillMessage('{"type":"x"}')} `;

const buildHandshake = (host: string, cookie: string): string =>
  `GET /ws HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${cookie === '' ? '' : `Cookie: ${cookie}\r\n`}\r\n`;

/** Opens a WebSocket handshake and reads nothing. */
export function openRawSocket(origin: string, cookie: string): Socket {
  const { hostname, port, host } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(buildHandshake(host, cookie));
  return socket;
}

/** A message in a frame as a client sends it. */
export const buildTextFrame = (message: object): Buffer =>
  buildFrame(TEXT, Buffer.from(JSON.stringify(message)));

/** Sends a frame after the handshake; resolves with the response when the server closes. */
export function sendInvalidFrame(origin: string, cookie: string, bytes: Buffer): Promise<string> {
  const socket = openRawSocket(origin, cookie);
  socket.write(bytes);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve) =>
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1'))),
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
