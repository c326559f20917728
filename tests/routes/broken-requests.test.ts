// Requests that no browser sends: each gets its status, and none is an error in the log.
import { connect } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DeskServer, Visitor, startDesk } from '../support/desk-server';

const GROWTH_MB_MAX = 128;

let desk: DeskServer;
let visitor: Visitor;
beforeAll(async () => {
  desk = await startDesk('server.js', { LOG_LEVEL: 'info' });
  visitor = await new Visitor(desk.origin).signIn();
});
afterAll(() => desk?.stop());

const WAIT_MS_MAX = 30_000;

type SentEnd = 'open' | 'end' | 'disconnect';

/** Sends text on a new connection, then ends it, disconnects or waits; returns the answer. */
function sendText(text: string | Buffer, sentEnd: SentEnd = 'open'): Promise<string> {
  const { hostname, port } = new URL(desk.origin);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setTimeout(WAIT_MS_MAX, () => socket.destroy());
  socket.on('data', (chunk) => (answer += String(chunk)));
  socket.on('error', () => undefined);
  socket.write(text, () => {
    if (sentEnd === 'end') socket.end();
    // The server must have started to read the body.
    if (sentEnd === 'disconnect') setTimeout(() => socket.destroy(), 100);
  });
  return new Promise((resolve) => socket.on('close', () => resolve(answer)));
}

const getStatus = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

const buildHead = (method: string, target: string, ...headers: readonly string[]): string =>
  [
    `${method} ${target} HTTP/1.1`,
    'Host: desk',
    'Connection: close',
    `Cookie: frontmonth=${visitor.cookie('frontmonth')}`,
    ...headers,
    '\r\n',
  ].join('\r\n');

/** Lines of the log that are errors or not JSON, after `count` characters of output. */
const listErrorLines = (count: number): string[] =>
  desk
    .output()
    .slice(count)
    .split('\n')
    .filter((line) => line !== '' && !/^\{"level":[1-4]0,/.test(line));

async function readMemoryMb(): Promise<number> {
  const text = await (await visitor.request('/metrics')).text();
  return Number(/^process_resident_memory_bytes (\d+)/m.exec(text)?.[1]) / 2 ** 20;
}

it('unknown routes and unsupported methods', async () => {
  const count = desk.output().length;
  for (const method of ['TRACE', 'OPTIONS', 'PROPFIND', 'LINK'])
    for (const target of ['/', '/login', '/nowhere', '/api/settings', '/healthz', '/icon.svg']) {
      const answer = await sendText(buildHead(method, target));
      expect([method, target, getStatus(answer)]).toEqual([method, target, 405]);
      expect(answer).toContain('\r\nAllow: GET, HEAD, POST\r\n');
    }
  const statuses = [
    await visitor.request('/nowhere'),
    await visitor.request('/?_data=no-such-route'),
    await visitor.request('/nowhere?_data=routes%2Flogin'),
    await visitor.postForm('/metrics?_data=root', {}),
    await visitor.request('/logout?_data=routes%2Flogin', { method: 'PUT' }),
  ].map(({ status }) => status);
  expect(statuses.filter((status) => status < 400 || status >= 500)).toEqual([]);
  expect(listErrorLines(count)).toEqual([]);
});

it('paths that no router can parse', async () => {
  const count = desk.output().length;
  const targets: readonly (readonly [string, number])[] = [
    ['/%5C/', 404],
    ['/%5c', 404],
    ['/%5C%5C', 404],
    ['/\\/', 404],
    ['//%5C/', 404],
    ['/%5C@[', 404],
    ['/%09/', 404],
    ['/%0A%09//', 404],
    ['/position/%5C%2F', 404],
    ['/%5C?_data=root', 404],
    ['/api/%5C', 404],
    ['/%', 400],
    ['/%ff', 400],
    ['/api/%E0%A4%A', 400],
    ['nowhere', 400],
  ];
  for (const [target, status] of targets)
    for (const method of ['GET', 'POST']) {
      const answer = await sendText(buildHead(method, target, 'Content-Length: 0'));
      expect([method, target, getStatus(answer)]).toEqual([method, target, status]);
    }
  expect(listErrorLines(count)).toEqual([]);
});

it('bodies that end early', async () => {
  const count = desk.output().length;
  const length = ['Content-Type: application/x-www-form-urlencoded', 'Content-Length: 100'];
  const chunks = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];
  for (const target of ['/login', '/nowhere', '/', '/api/auth/login', '/api/settings']) {
    for (const [body, sentEnd] of [
      [`${buildHead('POST', target, ...length)}a=1`, 'end'],
      [`${buildHead('POST', target, ...chunks)}5\r\nab`, 'end'],
      [`${buildHead('POST', target, ...chunks)}zz\r\nab`, 'open'],
    ] as const)
      expect([target, getStatus(await sendText(body, sentEnd))]).toEqual([target, 400]);
    await sendText(`${buildHead('POST', target, ...length)}a=1`, 'disconnect');
  }
  // The answer to a client that left is logged after it.
  await expect
    .poll(
      () =>
        desk
          .output()
          .slice(count)
          .match(/"status":400/g)?.length ?? 0,
    )
    .toBeGreaterThanOrEqual(20);
  expect(listErrorLines(count)).toEqual([]);
});

const PLAIN_BODY = '{"riskLevel":"aggressive"}';
const FAST_BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 1 };

it('packed bodies, however large they unpack', async () => {
  const count = desk.output().length;
  const part = gzipSync(Buffer.alloc(10_000_000));
  // 300 MB of zeros: a file of gzip may have many parts.
  const gzipped = Buffer.concat(Array.from({ length: 30 }, () => part));
  const packed: readonly (readonly [string, Buffer])[] = [
    ['br', brotliCompressSync(Buffer.alloc(200_000_000), { params: FAST_BROTLI })],
    ['gzip', gzipped],
    ['gzip, gzip', gzipSync(gzipped)],
    ['deflate', deflateSync(Buffer.alloc(50_000_000))],
    ['gzip', gzipSync(PLAIN_BODY)],
    ['zstd', Buffer.from('{}')],
  ];
  const beforeMb = await readMemoryMb();
  for (const target of ['/api/settings', '/api/auth/login', '/login', '/', '/nowhere'])
    for (const type of ['application/json', 'application/x-www-form-urlencoded'])
      for (const [encoding, body] of packed) {
        const head = buildHead(
          'POST',
          target,
          `Content-Type: ${type}`,
          `Content-Encoding: ${encoding}`,
          `Content-Length: ${body.length}`,
        );
        const answer = await sendText(Buffer.concat([Buffer.from(head), body]));
        expect([target, encoding, body.length, getStatus(answer)]).toEqual([
          target,
          encoding,
          body.length,
          body.length > 65_536 ? 413 : 415,
        ]);
      }
  const plain = buildHead(
    'POST',
    '/api/settings',
    'Content-Type: application/json',
    'Content-Encoding: identity',
    `Content-Length: ${PLAIN_BODY.length}`,
  );
  expect(getStatus(await sendText(`${plain}${PLAIN_BODY}`))).toBe(200);
  const growthMb = (await readMemoryMb()) - beforeMb;
  expect(growthMb).toBeLessThan(GROWTH_MB_MAX);
  expect(listErrorLines(count)).toEqual([]);
  console.log(`packed bodies: up to 300 MB unpacked, memory +${growthMb.toFixed(0)} MB`);
});
