// Malformed frames, meaningless messages, random bytes and slow readers: the desk continues with
// bounded memory and serves others.
import { quantile } from 'd3-array';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import {
  BAD_FRAMES,
  LONG_TEXT,
  NONSENSE_TEXTS,
  openRawSocket,
  sendInvalidFrame,
  sendBytes,
  buildTextFrame,
} from '../support/bad-frames';
import { type DeskServer, Visitor, startDesk } from '../support/desk-server';
import { chooseFullSize } from '../support/run-size';
import { readHeapMb, readMemoryMb } from '../support/server-metrics';
import { SocketClient } from '../support/socket-client';
import { buildCookie, openHub } from '../support/socket-hub';

const BAD = 1_000_000;
/** Per connection: the first frame breaks it, the others follow. */
const BAD_EACH = 4;
const AT_ONCE = 40;
const GROWTH_MB_MAX = 64;

const NONSENSE = chooseFullSize(2_000, 100_000);
/** Above the limit of 20 messages in 10 s. */
const NONSENSE_EACH = 25;
/** The server takes 10 of a user: one is the client of the test, the rest room for slow closes. */
const SIGNED_IN_AT_ONCE = 4;
const NONSENSE_AT_ONCE = 16;
/** 20 of objects, and a young generation of 16 that is not collected yet. */
const HEAP_GROWTH_MB_MAX = 36;
const PING_EVERY_MS = 1_000;

const MESSAGES_OF_THE_DESK = [
  'PORTFOLIO_UPDATE',
  'POSITION_UPDATE',
  'REAL_TIME_VAR',
  'WEATHER_INTELLIGENCE',
  'LATENCY_METRICS',
];

const formatMs = (times: readonly number[], fraction: number): string =>
  `${(quantile(times, fraction) ?? NaN).toFixed(1)} ms`;

describe('under server.js', () => {
  let desk: DeskServer;
  let visitor: Visitor;
  let cookie: string;
  beforeAll(async () => {
    // Without a market, whose memory use after a start would be attributed to sockets. With a small
    // heap the garbage collector must free what nothing refers to, and a leak ends the server.
    desk = await startDesk('server.js', {
      FEED: 'public',
      NODE_OPTIONS: '--max-old-space-size=130',
    });
    visitor = await new Visitor(desk.origin).signIn();
    cookie = `frontmonth=${visitor.cookie('frontmonth')}`;
  });
  afterAll(() => desk?.stop());

  /** Sends frames in batches; counts the results by kind. */
  async function sendMany(total: number): Promise<Map<string, number>> {
    const kinds = Object.entries(BAD_FRAMES);
    const none: [string, () => Buffer] = ['', () => Buffer.alloc(0)];
    const seen = new Map<string, number>();
    let next = 0;
    const runWorker = async (signedIn: string): Promise<void> => {
      while (next < total) {
        const from = next / BAD_EACH;
        next += BAD_EACH;
        const frames = Array.from(
          { length: BAD_EACH },
          (_, index) => kinds[(from + index * 5) % kinds.length] ?? none,
        );
        const answer = await sendInvalidFrame(
          desk.origin,
          signedIn,
          Buffer.concat(frames.map(([, make]) => make())),
        );
        const [name] = frames[0] ?? none;
        seen.set(name, (seen.get(name) ?? 0) + (answer.startsWith('HTTP/1.1 101 ') ? 1 : 0));
      }
    };
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) => runWorker(index < 8 ? cookie : '')),
    );
    return seen;
  }

  it(`${BAD} malformed frames do no harm, and a well-behaved client is still served`, async () => {
    const { user } = (await (await visitor.request('/api/auth/check')).json()) as {
      user: { id: string };
    };
    const healthy = await (
      await SocketClient.open(desk.origin, { Cookie: cookie })
    ).signIn(user.id);
    await sendMany(2_000);
    const before = await readMemoryMb(desk.origin);
    const seen = await sendMany(BAD);
    expect([...seen.keys()].sort()).toEqual(Object.keys(BAD_FRAMES).sort());
    expect([...seen.values()].reduce((sum, count) => sum + count, 0)).toBe(BAD / BAD_EACH);
    expect((await readMemoryMb(desk.origin)) - before).toBeLessThan(GROWTH_MB_MAX);
    await healthy.receiveAll();
    await healthy.waitForType('LATENCY_METRICS');
    expect(healthy.ws.readyState).toBe(1);
    healthy.terminate();
  }, 900_000);

  /**
   * Objects and buffers of the server, MB: garbage is collected now and then, so the least of some
   * readings.
   */
  async function measureHeapMb(): Promise<number> {
    const readings: number[] = [];
    for (let i = 0; i < 10; i += 1) readings.push(await readHeapMb(desk.origin));
    return Math.min(...readings);
  }

  const texts = Object.values(NONSENSE_TEXTS);

  /**
   * Sends messages beyond the limit over one socket. Each tenth socket ends them with a binary or too
   * long message before the limit. Returns the close code and the expected one.
   */
  async function sendNonsense(turn: number, headers: Record<string, string>, userId: string) {
    const client = await SocketClient.open(desk.origin, headers);
    if (userId !== '') client.send({ type: 'authenticate', userId });
    const [isBinary, isLong] = [turn % 10 === 3, turn % 10 === 7];
    const count = isBinary || isLong ? 10 : NONSENSE_EACH;
    for (let i = 0; i < count; i += 1)
      client.send(texts[(turn * NONSENSE_EACH + i) % texts.length] ?? '');
    if (isBinary) client.ws.send(randomBytes(100), { binary: true });
    if (isLong) client.send(LONG_TEXT);
    const { code } = await client.closed;
    const types = new Set(client.received.map(({ type }) => type));
    return {
      sent: isBinary || isLong ? count + 1 : count,
      code,
      expectedCode: isBinary ? 1003 : isLong ? 1009 : 1008,
      types: [...types],
    };
  }

  /** Sends messages over many sockets; counts close codes, and lists unexpected answers. */
  async function sendAllNonsense(total: number, userId: string) {
    const codes = new Map<number, number>();
    const faults: string[] = [];
    let sent = 0;
    let turn = 0;
    const runWorker = async (index: number): Promise<void> => {
      const isSignedIn = index < SIGNED_IN_AT_ONCE;
      const allowed = isSignedIn
        ? ['authenticated', 'auth_required', 'auth_error', 'error', ...MESSAGES_OF_THE_DESK]
        : ['auth_required'];
      while (sent < total) {
        turn += 1;
        sent += NONSENSE_EACH;
        const isAuthenticated = isSignedIn && turn % 2 === 0;
        const answer = await sendNonsense(
          turn,
          isSignedIn ? { Cookie: cookie } : {},
          isAuthenticated ? userId : '',
        );
        sent += answer.sent - NONSENSE_EACH;
        codes.set(answer.code, (codes.get(answer.code) ?? 0) + 1);
        const foreign = answer.types.filter((type) => !allowed.includes(type));
        if (answer.code !== answer.expectedCode || foreign.length > 0)
          faults.push(`${answer.code} instead of ${answer.expectedCode}, ${foreign.join(', ')}`);
      }
    };
    await Promise.all(Array.from({ length: NONSENSE_AT_ONCE }, (_, index) => runWorker(index)));
    return { sent, codes, faults };
  }

  it(`${NONSENSE} meaningless messages end their sockets, and a well-behaved client is still served`, async () => {
    const { user } = (await (await visitor.request('/api/auth/check')).json()) as {
      user: { id: string };
    };
    const healthy = await (
      await SocketClient.open(desk.origin, { Cookie: cookie })
    ).signIn(user.id);
    await sendAllNonsense(500, user.id);
    const beforeMb = await measureHeapMb();
    const roundTripsMs: number[] = [];
    let isSending = true;
    const measureRoundTrips = async (): Promise<void> => {
      while (isSending) {
        const startedMs = performance.now();
        await healthy.receiveAll();
        roundTripsMs.push(performance.now() - startedMs);
        await new Promise((resolve) => setTimeout(resolve, PING_EVERY_MS));
      }
    };
    const measuring = measureRoundTrips();
    const startedMs = performance.now();
    const { sent, codes, faults } = await sendAllNonsense(NONSENSE, user.id);
    const seconds = (performance.now() - startedMs) / 1_000;
    isSending = false;
    await measuring;
    expect(faults).toEqual([]);
    expect(sent).toBeGreaterThanOrEqual(NONSENSE);
    expect([...codes.keys()].sort()).toEqual([1003, 1008, 1009]);
    await expect
      .poll(async () => (await measureHeapMb()) - beforeMb, { timeout: 60_000, interval: 1_000 })
      .toBeLessThan(HEAP_GROWTH_MB_MAX);
    console.log(
      `${sent} meaningless messages in ${seconds.toFixed(1)} s: ${[...codes].map(([code, count]) => `${count} sockets closed with ${code}`).join(', ')}; round trips of another client p50 ${formatMs(roundTripsMs, 0.5)}, p99 ${formatMs(roundTripsMs, 0.99)}; heap of the server ${beforeMb.toFixed(0)} MB before, ${(await measureHeapMb()).toFixed(0)} MB after`,
    );
    await healthy.receiveAll();
    await healthy.waitForType('LATENCY_METRICS');
    expect(healthy.ws.readyState).toBe(1);
    expect(desk.output()).not.toMatch(/uncaught|unhandled|"level":[56]0/i);
    healthy.terminate();
  }, 900_000);

  it('any bytes instead of a request get a response and are forgotten', async () => {
    for (let i = 0; i < 50; i += 1)
      await Promise.all(
        Array.from({ length: 10 }, () => sendBytes(desk.origin, randomBytes(1 + ((i * 37) % 900)))),
      );
    expect((await visitor.request('/readyz')).status).toBe(200);
    expect(desk.output()).not.toMatch(/uncaught|unhandled|"level":[56]0/i);
  });
});

describe('200 clients of which 50 do not read', () => {
  const CLIENTS = 200;
  const STALLED = 50;
  const skipBytes = 65_536;
  const stallMs = 300;
  // The kernel buffers megabytes for a peer that does not read, so these messages are long.
  const long = 'x'.repeat(100_000);
  const mixedUser = (index: number): string => `mixed-${index % 5}`;

  it('cost little memory, are terminated, and delay no others', async () => {
    let created = 0;
    const source = {
      getBundles: (userId: string) => [
        {
          name: 'a',
          key: String((created += 1)),
          messages: [
            Buffer.from(
              JSON.stringify({
                type: 'A',
                made: created,
                atMs: performance.now(),
                payload: userId.startsWith('mixed') ? long : '',
              }),
            ),
          ],
          isRepeated: false,
        },
      ],
    };
    const {
      hub,
      origin,
      serverSockets: ends,
      connect,
      close,
    } = await openHub(source, { minIntervalMs: 40, stallMs, skipBytes, perUserMax: 20 });
    const raw = Array.from({ length: STALLED / 2 }, (_, index) =>
      openRawSocket(origin, buildCookie(mixedUser(index)).Cookie),
    );
    for (const [index, socket] of raw.entries())
      socket.write(buildTextFrame({ type: 'authenticate', userId: mixedUser(index) }));
    const paused = await Promise.all(
      Array.from({ length: STALLED / 2 }, (_, index) => connect(mixedUser(index))),
    );
    for (const client of paused) client.ws.pause();
    const healthy = await Promise.all(
      Array.from({ length: CLIENTS - STALLED }, (_, index) =>
        connect(index < 10 ? mixedUser(index) : `user-${index % 14}`),
      ),
    );
    expect(ends).toHaveLength(CLIENTS);
    const waiting: number[] = [];
    const blockedSinceMs = new Map<WebSocket, number>();
    const stalledMs: number[] = [];
    for (const end of ends)
      end.on('close', () => stalledMs.push(performance.now() - (blockedSinceMs.get(end) ?? NaN)));
    const changing = setInterval(() => {
      hub.scheduleUpdates();
      waiting.push(Math.max(...ends.map((end) => end.bufferedAmount)));
      for (const end of ends)
        if (end.bufferedAmount > skipBytes && !blockedSinceMs.has(end))
          blockedSinceMs.set(end, performance.now());
        else if (end.bufferedAmount <= skipBytes && end.readyState === end.OPEN)
          blockedSinceMs.delete(end);
    }, 5);
    await expect
      .poll(() => ends.filter((end) => end.readyState === end.CLOSED).length, { timeout: 30_000 })
      .toBe(STALLED);
    const receivedCounts = healthy.map((client) => client.received.length);
    await Promise.all(
      healthy.map((client, index) =>
        client.waitFor(
          () => client.received.length >= (receivedCounts[index] ?? 0) + 3,
          'three more messages',
        ),
      ),
    );
    clearInterval(changing);
    const delaysMs = healthy.flatMap(({ received }) =>
      received
        .filter(({ type }) => type === 'A')
        .map(({ atMs, body }) => atMs - Number(body['atMs'])),
    );
    console.log(
      `${STALLED} of ${CLIENTS} clients do not read: at most ${Math.round(Math.max(...waiting) / 1_024)} kB queued for one, closed ${formatMs(stalledMs, 0)} to ${formatMs(stalledMs, 1)} after the first skipped update (limit ${stallMs} ms); delay of the others p50 ${formatMs(delaysMs, 0.5)}, p99 ${formatMs(delaysMs, 0.99)}`,
    );
    expect(stalledMs).toHaveLength(STALLED);
    expect(Math.max(...waiting)).toBeGreaterThan(skipBytes);
    expect(Math.max(...waiting)).toBeLessThan(skipBytes + 2 * long.length);
    expect(healthy.every(({ ws }) => ws.readyState === 1)).toBe(true);
    for (const client of [...healthy, ...paused]) client.terminate();
    for (const socket of raw) socket.destroy();
    await close();
  });
});
