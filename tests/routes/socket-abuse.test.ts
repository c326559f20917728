// Broken frames, nonsense and readers that do not read: the desk goes on, in bounded memory, and
// serves who behaves.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BAD_FRAMES, rawSocket, sendBad, sendBytes, textFrame } from '../support/bad-frames';
import { type DeskServer, Visitor, startDesk } from '../support/desk-server';
import { SocketClient } from '../support/socket-client';
import { buildCookie, openHub } from '../support/socket-hub';

const BAD = 20_000;
/** On one connection: the first breaks it, the others come after that. */
const BAD_EACH = 4;
const AT_ONCE = 40;
const GROWTH_MB_MAX = 64;

describe('under server.js', () => {
  let desk: DeskServer;
  let visitor: Visitor;
  let cookie: string;
  beforeAll(async () => {
    // Without a market: what a desk reads of one for minutes after its start would be taken for
    // memory of sockets.
    desk = await startDesk('server.js', { FEED: 'public' });
    visitor = await new Visitor(desk.origin).signIn();
    cookie = `frontmonth=${visitor.cookie('frontmonth')}`;
  });
  afterAll(() => desk?.stop());

  const metric = async (name: string): Promise<number> =>
    Number(
      new RegExp(`^${name} (\\d+)`, 'm').exec(await (await visitor.ask('/metrics')).text())?.[1],
    );
  const memoryMb = async (): Promise<number> =>
    (await metric('process_resident_memory_bytes')) / 2 ** 20;

  /** Sends so many, some at a time; counts what each kind was answered with. */
  async function sendMany(total: number): Promise<Map<string, number>> {
    const kinds = Object.entries(BAD_FRAMES);
    const none: [string, () => Buffer] = ['', () => Buffer.alloc(0)];
    const seen = new Map<string, number>();
    let next = 0;
    const worker = async (signedIn: string): Promise<void> => {
      while (next < total) {
        const from = next / BAD_EACH;
        next += BAD_EACH;
        const frames = Array.from(
          { length: BAD_EACH },
          (_, index) => kinds[(from + index * 5) % kinds.length] ?? none,
        );
        const answer = await sendBad(
          desk.origin,
          signedIn,
          Buffer.concat(frames.map(([, make]) => make())),
        );
        const [name] = frames[0] ?? none;
        seen.set(name, (seen.get(name) ?? 0) + (answer.startsWith('HTTP/1.1 101 ') ? 1 : 0));
      }
    };
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) => worker(index < 8 ? cookie : '')),
    );
    return seen;
  }

  it(`${BAD} broken frames break nothing, and a well-behaved client is served all the while`, async () => {
    const { user } = (await (await visitor.ask('/api/auth/check')).json()) as {
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
    await healthy.settled();
    await healthy.untilType('LATENCY_METRICS');
    expect(healthy.ws.readyState).toBe(1);
    healthy.end();
  }, 180_000);

  it('any bytes instead of a request are answered and forgotten', async () => {
    for (let i = 0; i < 50; i += 1)
      await Promise.all(
        Array.from({ length: 10 }, () => sendBytes(desk.origin, randomBytes(1 + ((i * 37) % 900)))),
      );
    expect((await visitor.ask('/readyz')).status).toBe(200);
    expect(desk.output()).not.toMatch(/uncaught|unhandled|"level":[56]0/i);
  });
});

describe('200 clients of which 50 do not read', () => {
  const CLIENTS = 200;
  const STALLED = 50;
  const skipBytes = 65_536;
  // The kernel takes some megabytes for a peer that does not read, before any wait here: what is
  // told to those users is long.
  const long = 'x'.repeat(100_000);
  const mixedUser = (index: number): string => `mixed-${index % 5}`;

  it('cost little memory, are cut, and hold nobody up', async () => {
    let made = 0;
    const source = {
      bundlesOf: (userId: string) => [
        {
          name: 'a',
          key: String((made += 1)),
          messages: [
            Buffer.from(
              JSON.stringify({ type: 'A', made, payload: userId.startsWith('mixed') ? long : '' }),
            ),
          ],
          isRepeated: false,
        },
      ],
    };
    const { hub, origin, ends, connect, close } = await openHub(source, {
      paceMs: 40,
      stallMs: 300,
      skipBytes,
      perUser: 20,
    });
    const raw = Array.from({ length: STALLED / 2 }, (_, index) =>
      rawSocket(origin, buildCookie(mixedUser(index)).Cookie),
    );
    for (const [index, socket] of raw.entries())
      socket.write(textFrame({ type: 'authenticate', userId: mixedUser(index) }));
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
      hub.touch();
      waiting.push(Math.max(...ends.map((end) => end.bufferedAmount)));
    }, 5);
    await expect
      .poll(() => ends.filter((end) => end.readyState === end.CLOSED).length, { timeout: 30_000 })
      .toBe(STALLED);
    const heard = healthy.map((client) => client.heard.length);
    await Promise.all(
      healthy.map((client, index) =>
        client.until(() => client.heard.length >= (heard[index] ?? 0) + 3, 'three more messages'),
      ),
    );
    clearInterval(changing);
    expect(Math.max(...waiting)).toBeGreaterThan(skipBytes);
    expect(Math.max(...waiting)).toBeLessThan(skipBytes + 2 * long.length);
    expect(healthy.every(({ ws }) => ws.readyState === 1)).toBe(true);
    for (const client of [...healthy, ...paused]) client.end();
    for (const socket of raw) socket.destroy();
    await close();
  });
});
