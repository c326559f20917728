// Identity of a socket: its session decides, whatever it claims. It never gets data of others.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endSession, endUserSessions, findSession } from '../../app/models/account/session.server';
import { setDisabled } from '../../app/models/account/user.server';
import { getSessionLimits } from '../../app/server/auth/session.server';
import type { ApiUser } from '../support/api-desk';
import { SocketClient, requestUpgrade } from '../support/socket-client';
import { type SocketDesk, openSocketDesk } from '../support/socket-desk';
import { DAY_MS } from '../../app/trading/domain/time';
import type { Database } from '../../db/client.server';

const TRIES = 10_000;
const ORIGIN = 'http://127.0.0.1:3000';

let desk: SocketDesk;
let ann: ApiUser;
let bob: ApiUser;
/** Data that only Bob may receive. */
let canary: string;

beforeAll(async () => {
  // The message limit has its own test and would stop these attempts.
  desk = await openSocketDesk({ minIntervalMs: 100, messagesMax: 1_000_000 });
  ann = await desk.user('ann');
  bob = await desk.user('bob');
  canary = await desk.buyGas(bob);
});
afterAll(() => desk?.close());

const listTypes = (client: SocketClient): Set<string> =>
  new Set(client.received.map(({ type }) => type));

describe('an upgrade', () => {
  it('is accepted from a program or from a page of this server', async () => {
    const { Cookie } = desk.session(bob);
    for (const origin of [ORIGIN, 'http://localhost:3000'])
      expect((await requestUpgrade(desk.origin, { Cookie, Origin: origin })).status).toBe(101);
    expect((await requestUpgrade(desk.origin, { Cookie })).status).toBe(101);
    const foreign = [
      'null',
      'http://evil.example',
      'https://127.0.0.1:3000',
      'http://127.0.0.1',
      'http://127.0.0.1:3001',
      'http://sub.localhost:3000',
      'http://localhost:3000.evil.example',
      'http://127.0.0.1:3000/',
      `${ORIGIN}, http://evil.example`,
      'HTTP://127.0.0.1:3000',
      '',
    ];
    for (const origin of foreign) {
      const { status, text } = await requestUpgrade(desk.origin, {
        Cookie,
        Origin: origin,
        Host: new URL(ORIGIN).host,
      });
      expect([origin, status, text]).toEqual([
        origin,
        403,
        'This desk answers at http://127.0.0.1:3000, and the request came from another origin.\n',
      ]);
    }
  });

  it('is only for /ws, and invalid ones get a response', async () => {
    for (const path of ['/', '/ws/', '/WS', '//ws', '/api/ws', '/wss', '/%77s'])
      expect([path, (await requestUpgrade(desk.origin, {}, path)).status]).toEqual([path, 404]);
    expect((await requestUpgrade(desk.origin, {}, '/ws?userId=1')).status).toBe(101);
    expect(await requestUpgrade(desk.origin, { 'Sec-WebSocket-Key': 'short' })).toMatchObject({
      status: 400,
    });
    expect(await requestUpgrade(desk.origin, { 'Sec-WebSocket-Version': '12' })).toMatchObject({
      status: 400,
    });
    expect(await requestUpgrade(desk.origin, { Upgrade: 'h2c' })).toMatchObject({ status: 400 });
  });
});

describe('without a session', () => {
  const cookies: readonly (readonly [string, () => string])[] = [
    ['no cookie', () => ''],
    ['a cookie of no session', () => `frontmonth=${'A'.repeat(43)}`],
    [
      'a cookie that was changed',
      () => desk.session(bob).Cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    ],
    [
      'a cookie of another name',
      () => desk.session(bob).Cookie.replace('frontmonth', 'frontmonth2'),
    ],
    ['a session that is too old', () => desk.session(bob, 2 * DAY_MS).Cookie],
    [
      'a session that has ended',
      () => {
        const { Cookie } = desk.session(bob);
        const found = findSession(
          desk.terminal.db,
          Cookie.slice('frontmonth='.length),
          getSessionLimits(),
          Date.now(),
        );
        if (!found) throw new Error('a session that was just made is there');
        endSession(desk.terminal.db, found.idHash, Date.now());
        return Cookie;
      },
    ],
  ];

  it.each(cookies)('%s gets auth_required and nothing else', async (_name, cookie) => {
    const client = await SocketClient.open(desk.origin, { Cookie: cookie() });
    for (const userId of [bob.id, ann.id, '', 0]) client.send({ type: 'authenticate', userId });
    client.send('{');
    await client.receiveAll();
    expect([...listTypes(client)]).toEqual(['auth_required']);
    expect(client.received).toHaveLength(6);
    expect(client.received.every(({ body }) => typeof body['message'] === 'string')).toBe(true);
    client.terminate();
  });
});

describe('a session', () => {
  it('gets nothing before it authenticates', async () => {
    const client = await desk.connect(bob);
    for (const message of [
      '',
      'x',
      '{',
      '[]',
      'null',
      '"authenticate"',
      '{"type":"PORTFOLIO_UPDATE"}',
      '{"type":["authenticate"]}',
      '['.repeat(16_000),
    ])
      client.send(message);
    await client.receiveAll();
    expect(client.received.map(({ type }) => type)).toEqual(
      Array.from({ length: 9 }, () => 'auth_required'),
    );
    client.terminate();
  });

  it('of one user never becomes another, whatever it claims', async () => {
    const claims: readonly unknown[] = [
      bob.id,
      `${bob.id} `,
      ` ${bob.id}`,
      bob.id.toUpperCase(),
      [bob.id],
      { id: bob.id },
      { toString: bob.id },
      null,
      true,
      0,
      -1,
      1e308,
      '',
      '*',
      '%',
      "' OR 1=1 --",
      `${ann.id}\u0000`,
      bob.id.slice(0, -1),
    ];
    const extras: readonly object[] = [
      {},
      { user: ann.id },
      { session: bob.id },
      { data: { userId: bob.id } },
      { token: desk.session(bob).Cookie },
    ];
    const client = await desk.connect(ann);
    for (let i = 0; i < TRIES; i += 1)
      client.send({
        type: 'authenticate',
        userId: claims[i % claims.length],
        ...extras[i % extras.length],
      });
    client.send(
      `{"type":"authenticate","userId":"${ann.id}","__proto__":{"userId":"${bob.id}"},"userId":"${bob.id}"}`,
    );
    await client.receiveAll();
    expect(client.received).toHaveLength(TRIES + 1);
    expect([...listTypes(client)]).toEqual(['auth_error']);
    expect(client.received.some(({ text }) => text.includes(canary) || text.includes(bob.id))).toBe(
      false,
    );
    client.terminate();
  });

  it('loses its authentication when it claims another user', async () => {
    const client = await (await desk.connect(bob)).signIn(bob.id);
    await client.waitFor(({ text }) => text.includes(canary), 'its position');
    client.send({ type: 'authenticate', userId: ann.id });
    await client.waitForType('auth_error');
    const receivedCount = client.received.length;
    await client.receiveAll();
    await waitForPublish(30);
    await client.receiveAll();
    expect(client.received).toHaveLength(receivedCount);
    client.send({ type: 'authenticate', userId: bob.id });
    await client.waitFor(
      ({ type, atMs }) =>
        type === 'PORTFOLIO_UPDATE' && atMs > (client.received[receivedCount]?.atMs ?? Infinity),
      'its figures again',
    );
    client.terminate();
  });

  it('gets only its own desk, while others get theirs', async () => {
    const anns = await (await desk.connect(ann)).signIn(ann.id);
    const bobs = await (await desk.connect(bob)).signIn(bob.id);
    await bobs.waitFor(({ text }) => text.includes(canary), 'its position');
    await waitForPublish(30);
    await anns.receiveAll();
    expect(
      anns.received
        .filter(({ type }) => type === 'POSITION_UPDATE')
        .map(({ body }) => body['data']),
    ).toEqual([[]]);
    expect(anns.received.some(({ text }) => text.includes(canary))).toBe(false);
    for (const client of [anns, bobs]) client.terminate();
  });

  it('gets the reason for a rejected claim', async () => {
    const client = await desk.connect(ann);
    client.send({ type: 'authenticate', userId: 7 });
    expect((await client.waitForType('auth_error')).body['message']).toBe(
      'This userId is not the one of the session.',
    );
    client.send({ type: 'authenticate' });
    await client.waitFor(
      ({ body }) => body['message'] === 'authenticate needs a userId, a text or a number.',
      'what is missing',
    );
    client.terminate();
  });
});

describe('the end of a session', () => {
  it('by signing out closes its sockets within a second, and no others', async () => {
    const cookies = [desk.session(bob), desk.session(bob)];
    const [one, two, other] = await Promise.all(
      [...cookies, desk.session(ann)].map((headers) => SocketClient.open(desk.origin, headers)),
    );
    await Promise.all([one?.signIn(bob.id), two?.signIn(bob.id), other?.signIn(ann.id)]);
    const found = findSession(
      desk.terminal.db,
      cookies[0]?.Cookie.slice('frontmonth='.length) ?? '',
      getSessionLimits(),
      Date.now(),
    );
    const endedMs = performance.now();
    endSession(desk.terminal.db, found?.idHash ?? '', Date.now());
    const end = await one?.closed;
    expect(end).toMatchObject({ code: 4401, reason: 'Session ended.' });
    expect((end?.atMs ?? Infinity) - endedMs).toBeLessThan(1_000);
    await Promise.all([two?.receiveAll(), other?.receiveAll()]);
    expect([two?.ws.readyState, other?.ws.readyState]).toEqual([1, 1]);
    for (const client of [two, other]) client?.terminate();
  });

  // As `npm run user` does: this process is not notified.
  it.each([
    ['a new password', 'cal', endUserSessions],
    [
      'a disabled user',
      'dee',
      (db: Database, userId: string) => setDisabled(db, userId, true, Date.now()),
    ],
  ])('by %s in another process closes its sockets within a second', async (_cause, name, end) => {
    const user = await desk.user(name);
    const client = await (await desk.connect(user)).signIn(user.id);
    const endedMs = performance.now();
    end(desk.terminal.db, user.id, Date.now());
    const { code, atMs } = await client.closed;
    expect([code, atMs - endedMs < 1_000]).toEqual([4401, true]);
  });
});

/** Until the desk has changed that many times. */
function waitForPublish(times: number): Promise<void> {
  let left = times;
  return new Promise((resolve) => {
    const stop = desk.terminal.onPublish(() => {
      left -= 1;
      if (left > 0) return;
      stop();
      resolve();
    });
  });
}
