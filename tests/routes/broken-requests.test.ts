// Requests that no browser sends: each gets its status, and none is an error in the log.
import { type Socket, connect } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DeskServer, Visitor, startDesk } from '../support/desk-server';
import { RequestFuzzer } from '../support/fuzzed-requests';
import { formatTimes, measureDuring } from '../support/response-times';
import { chooseSize, formatSeed } from '../support/run-size';
import { readMemoryMb } from '../support/server-metrics';
import { ROOT } from '../support/source-files';

const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_127);
const SEED_TEXT = formatSeed('FUZZ_SEED', SEED);
const FUZZED = chooseSize(500, 2_000, 100_000);
const FUZZED_AT_ONCE = 32;
const LARGE_BODY_BYTES = 10_000_000;
const GROWTH_MB_MAX = 128;
const SLOW = chooseSize(50, 50, 500);
/** Requests of others while the slow connections are open. */
const OTHERS = chooseSize(100, 100, 1_000);
/** The limit of 15 s, and time that a busy machine needs. */
const CUT_MS_MAX = 20_000;
const DEEP_TIMEOUT_MS = 1_800_000;

interface SlowConnection {
  /** The answer, and the time from the opening of the connection to its end. */
  readonly cut: Promise<{ readonly answer: string; readonly ms: number }>;
  close(): void;
}

const slowConnections: SlowConnection[] = [];
let desk: DeskServer;
let visitor: Visitor;
beforeAll(async () => {
  desk = await startDesk('server.js', { FEED: 'public', LOG_LEVEL: 'info' });
  visitor = await new Visitor(desk.origin).signIn();
});
afterAll(async () => {
  for (const { close } of slowConnections) close();
  await desk?.stop();
});

const WAIT_MS_MAX = 30_000;

function openSocket(): Socket {
  const { hostname, port } = new URL(desk.origin);
  const socket = connect(Number(port), hostname);
  socket.setTimeout(WAIT_MS_MAX, () => socket.destroy());
  socket.on('error', () => undefined);
  return socket;
}

/** Sends text on a new connection, then ends its side or waits; returns the answer. */
function sendText(text: string | Buffer, sentEnd: 'open' | 'end' = 'open'): Promise<string> {
  const socket = openSocket();
  let answer = '';
  socket.on('data', (chunk) => (answer += String(chunk)));
  socket.write(text, () => {
    if (sentEnd === 'end') socket.end();
  });
  return new Promise((resolve) => socket.on('close', () => resolve(answer)));
}

/** Sends a head, and disconnects once the server waits for the body. Returns what it answered before. */
function disconnectInBody(target: string, ...headers: readonly string[]): Promise<string> {
  const socket = openSocket();
  let answer = '';
  socket.on('data', (chunk) => {
    answer += String(chunk);
    socket.destroy();
  });
  socket.write(buildHead('POST', target, ...headers, 'Expect: 100-continue'));
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

const DRIP_MS = 500;

/** Ways to send a request that never ends: what is sent first, and what every half second. */
const SLOW_WAYS: readonly (() => readonly [string, string])[] = [
  () => ['', ''],
  () => ['GET / HTTP/1.1\r\nHost: desk\r\n', 'X-Slow: 1\r\n'],
  () => ['P', ''],
  () => [buildHead('POST', '/login', 'Content-Length: 60000'), 'a'],
  () => [buildHead('POST', '/api/settings', 'Transfer-Encoding: chunked'), '1\r\na\r\n'],
];

function openSlowConnection(index: number): SlowConnection {
  const { hostname, port } = new URL(desk.origin);
  const [first, drip] = SLOW_WAYS[index % SLOW_WAYS.length]?.() ?? ['', ''];
  const started = performance.now();
  const socket: Socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (chunk) => (answer += String(chunk)));
  socket.on('error', () => undefined);
  if (first !== '') socket.write(first);
  const dripping = setInterval(() => drip !== '' && socket.write(drip), DRIP_MS);
  return {
    cut: new Promise((resolve) =>
      socket.on('close', () => {
        clearInterval(dripping);
        resolve({ answer, ms: performance.now() - started });
      }),
    ),
    close: () => socket.destroy(),
  };
}

// They are cut while the tests below run; the last test checks when.
it(`${SLOW} slow connections, while others are served`, async () => {
  for (let index = 0; index < SLOW; index += 1) slowConnections.push(openSlowConnection(index));
  const times = await measureDuring(
    Promise.resolve(),
    async () => {
      const response = await visitor.request('/api/auth/check');
      expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
    },
    OTHERS,
  );
  console.log(`slow connections: ${SLOW} open; ${formatTimes(times)}`);
});

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

/** Paths under /api that the pattern of its route does not match. */
const API_LINE_ENDS = ['/api/%0d%0aSet-Cookie:a=b', '/api/bars/%0A', '/api/x%E2%80%A8y'];

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
    ...API_LINE_ENDS.map((target) => [target, 404] as const),
    ['/%', 400],
    ['/%ff', 400],
    ['/api/%E0%A4%A', 400],
    ['nowhere', 400],
    ['/api/../', 400],
    ['/api/..', 400],
    ['/api/%2e%2E/login', 400],
    ['/api/.%2e\\login', 400],
    ['/./login', 400],
  ];
  for (const [target, status] of targets)
    for (const method of ['GET', 'POST']) {
      const answer = await sendText(buildHead(method, target, 'Content-Length: 0'));
      expect([method, target, getStatus(answer)]).toEqual([method, target, status]);
    }
  for (const target of API_LINE_ENDS)
    for (const method of ['POST', 'DELETE']) {
      const answer = await sendText(buildHead(method, target, 'Content-Length: 0', 'Origin: null'));
      expect([method, target, getStatus(answer)]).toEqual([method, target, 404]);
    }
  expect(listErrorLines(count)).toEqual([]);
});

it('a form behind a proxy that changes the host', async () => {
  const count = desk.output().length;
  const body = 'username=x&password=y';
  const answers = await Promise.all(
    [desk.origin, desk.origin.replace('127.0.0.1', 'localhost'), 'https://x.example'].map(
      (origin) =>
        sendText(
          buildHead(
            'POST',
            '/login',
            `Origin: ${origin}`,
            'Content-Type: application/x-www-form-urlencoded',
            `Content-Length: ${body.length}`,
          ) + body,
        ),
    ),
  );
  expect(answers.map(getStatus)).toEqual([303, 303, 403]);
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
    const answer = await disconnectInBody(target, ...length);
    expect([target, getStatus(answer)]).toEqual([target, 100]);
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
  const beforeMb = await readMemoryMb(desk.origin);
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
  const growthMb = (await readMemoryMb(desk.origin)) - beforeMb;
  expect(growthMb).toBeLessThan(GROWTH_MB_MAX);
  expect(listErrorLines(count)).toEqual([]);
  console.log(`packed bodies: up to 300 MB unpacked, memory +${growthMb.toFixed(0)} MB`);
});

it('a socket that offers compression', async () => {
  const answer = await sendText(
    buildHead(
      'GET',
      '/ws',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits',
    ),
    'end',
  );
  expect(getStatus(answer)).toBe(101);
  expect(answer).not.toMatch(/Sec-WebSocket-Extensions/i);
});

it('bodies of 10 MB', async () => {
  const beforeMb = await readMemoryMb(desk.origin);
  const body = Buffer.alloc(LARGE_BODY_BYTES, 'a');
  const chunk = Buffer.concat([
    Buffer.from(`${LARGE_BODY_BYTES.toString(16)}\r\n`),
    body,
    Buffer.from('\r\n0\r\n\r\n'),
  ]);
  for (const target of ['/login', '/', '/api/settings', '/nowhere'])
    for (const [framing, framed] of [
      [`Content-Length: ${LARGE_BODY_BYTES}`, body],
      ['Transfer-Encoding: chunked', chunk],
    ] as const) {
      const head = buildHead('POST', target, 'Content-Type: application/json', framing);
      const answer = await sendText(Buffer.concat([Buffer.from(head), framed]));
      expect([target, framing, getStatus(answer)]).toEqual([target, framing, 413]);
    }
  const growthMb = (await readMemoryMb(desk.origin)) - beforeMb;
  expect(growthMb).toBeLessThan(GROWTH_MB_MAX);
  console.log(`bodies of 10 MB: 8, memory +${growthMb.toFixed(0)} MB`);
});

it('a body that is too large, from a client that reads the answer last', async () => {
  const { hostname, port } = new URL(desk.origin);
  const half = Buffer.alloc(200_000, 'a');
  const targets = ['/login', '/api/settings', '/nowhere'];
  for (const target of targets) {
    const socket = connect(Number(port), hostname);
    socket.pause();
    socket.on('error', () => undefined);
    let answer = '';
    const type = 'Content-Type: application/json';
    socket.write(buildHead('POST', target, type, `Content-Length: ${2 * half.length}`));
    socket.write(half);
    // The server answers meanwhile.
    await visitor.request('/api/auth/check');
    await new Promise((resolve) => setTimeout(resolve, 200));
    await new Promise<void>((resolve) => socket.write(half, () => resolve()));
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.on('data', (chunk) => (answer += String(chunk)));
    socket.resume();
    await closed;
    expect([target, getStatus(answer)]).toEqual([target, 413]);
  }
});

/** Whether an answer has a stack trace, or a path of this server. */
const showsInternals = (answer: string): boolean =>
  /(\n|\\n)\s+at \S.*:\d+:\d+|node:internal|node_modules/.test(answer) || answer.includes(ROOT);

const WITHOUT_INTERIM = /^(HTTP\/1\.1 1\d\d[^]*?\r\n\r\n)+(?=HTTP)/;

it(
  `${FUZZED} random requests, ${SEED_TEXT}`,
  async () => {
    const count = desk.output().length;
    const fuzzer = new RequestFuzzer(SEED, `frontmonth=${visitor.cookie('frontmonth')}`);
    const statuses = new Map<number, number>();
    const faults: string[] = [];
    let started = 0;
    const sendRequests = async (): Promise<void> => {
      while (started < FUZZED) {
        started += 1;
        const { bytes, status: wanted } = fuzzer.createNext();
        const answer = (await sendText(bytes, 'end')).replace(WITHOUT_INTERIM, '');
        const status = getStatus(answer);
        statuses.set(status || 0, (statuses.get(status || 0) ?? 0) + 1);
        const isWrong = wanted !== null && status !== wanted;
        // 503 asks to retry: too many sign-ins or pages at once.
        const isFailure = status >= 500 && !(status === 503 && /^Retry-After: /im.test(answer));
        if (isWrong || isFailure || showsInternals(answer))
          faults.push(`${bytes.toString('latin1').slice(0, 600)}\n=> ${answer.slice(0, 300)}`);
      }
    };
    const began = performance.now();
    await Promise.all(Array.from({ length: FUZZED_AT_ONCE }, sendRequests));
    const seconds = (performance.now() - began) / 1000;
    expect(faults.slice(0, 5)).toEqual([]);
    expect(listErrorLines(count)).toEqual([]);
    const page = await visitor.request('/');
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining('Trading Dashboard'),
    ]);
    const counts = [...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, number]) => `${number} x ${status || 'none'}`);
    console.log(
      `random requests: ${FUZZED} in ${seconds.toFixed(0)} s, ${SEED_TEXT}; ${counts.join(', ')}`,
    );
  },
  DEEP_TIMEOUT_MS,
);

it(`cuts the ${SLOW} slow connections at the limit of 15 s`, async () => {
  const cuts = await Promise.all(slowConnections.map(({ cut }) => cut));
  const times = cuts.map(({ ms }) => ms);
  expect(cuts).toHaveLength(SLOW);
  expect(
    cuts.filter(({ answer }) => getStatus(answer) !== 408).map(({ answer }) => answer),
  ).toEqual([]);
  expect(Math.min(...times)).toBeGreaterThan(13_000);
  expect(Math.max(...times)).toBeLessThan(CUT_MS_MAX);
  console.log(
    `slow connections: ${SLOW} cut after ${(Math.min(...times) / 1000).toFixed(1)} to ` +
      `${(Math.max(...times) / 1000).toFixed(1)} s`,
  );
});
