// Malformed frames, random bytes and slow readers: the desk continues with bounded memory and
// serves others.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BAD_FRAMES,
  openRawSocket,
  sendInvalidFrame,
  sendBytes,
  buildTextFrame,
} from '../support/bad-frames';
import { type DeskServer, Visitor, startDesk } from '../support/desk-server';
import { chooseSize } from '../support/run-size';
import { SocketClient } from '../support/socket-client';
import { buildCookie, openHub } from '../support/socket-hub';

const BAD = chooseSize(20_000, 1_000_000);
/** Per connection: the first frame breaks it, the others follow. */
const BAD_EACH = 4;
const AT_ONCE = 40;
const GROWTH_MB_MAX = 64;

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

  const readMetric = async (name: string): Promise<number> =>
    Number(
      new RegExp(`^${name} (\\d+)`, 'm').exec(
        await (await visitor.request('/metrics')).text(),
      )?.[1],
    );
  const memoryMb = async (): Promise<number> =>
    (await readMetric('process_resident_memory_bytes')) / 2 ** 20;

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
    const before = await memoryMb();
    const seen = await sendMany(BAD);
    expect([...seen.keys()].sort()).toEqual(Object.keys(BAD_FRAMES).sort());
    expect([...seen.values()].reduce((sum, count) => sum + count, 0)).toBe(BAD / BAD_EACH);
    expect((await memoryMb()) - before).toBeLessThan(GROWTH_MB_MAX);
    await healthy.receiveAll();
    await healthy.waitForType('LATENCY_METRICS');
    expect(healthy.ws.readyState).toBe(1);
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
    } = await openHub(source, { minIntervalMs: 40, stallMs: 300, skipBytes, perUserMax: 20 });
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
    const changing = setInterval(() => {
      hub.scheduleUpdates();
      waiting.push(Math.max(...ends.map((end) => end.bufferedAmount)));
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
    expect(Math.max(...waiting)).toBeGreaterThan(skipBytes);
    expect(Math.max(...waiting)).toBeLessThan(skipBytes + 2 * long.length);
    expect(healthy.every(({ ws }) => ws.readyState === 1)).toBe(true);
    for (const client of [...healthy, ...paused]) client.terminate();
    for (const socket of raw) socket.destroy();
    await close();
  });
});
