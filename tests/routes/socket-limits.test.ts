// Limits of /ws: sockets, messages, rates and times, and the behavior beyond them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BundleSource } from '../../app/server/live/bundle.server';
import { type DeskServer, Visitor, startDesk } from '../support/desk-server';
import { readMetric } from '../support/server-metrics';
import { SocketClient, requestUpgrade } from '../support/socket-client';
import { type OpenHub, buildCookie, openHub } from '../support/socket-hub';

describe('under server.js', () => {
  let desk: DeskServer;
  let visitor: Visitor;
  let userId: string;
  beforeAll(async () => {
    desk = await startDesk('server.js', { FEED: 'public' });
    visitor = await new Visitor(desk.origin).signIn();
    userId = ((await (await visitor.request('/api/auth/check')).json()) as { user: { id: string } })
      .user.id;
  });
  afterAll(() => desk?.stop());

  const createCookieHeader = (who: Visitor = visitor) => ({
    Cookie: `frontmonth=${who.cookie('frontmonth')}`,
  });
  const openSocket = async (who: Visitor = visitor): Promise<SocketClient> =>
    (await SocketClient.open(desk.origin, createCookieHeader(who))).signIn(userId);

  it('a user has ten sockets, and an eleventh after one has closed', async () => {
    const clients = await Promise.all(Array.from({ length: 10 }, () => openSocket()));
    expect(await requestUpgrade(desk.origin, createCookieHeader())).toEqual({
      status: 503,
      text: 'Limit of 10 sockets per user reached. Close one first.\n',
    });
    const [first, ...others] = clients;
    first?.ws.close();
    await first?.closed;
    await expect
      .poll(async () => (await requestUpgrade(desk.origin, createCookieHeader())).status)
      .toBe(101);
    for (const client of others) client.terminate();
    await expect.poll(() => readMetric(desk.origin, 'frontmonth_sockets')).toBe(0);
  });

  it('closes sockets with too many messages, binary messages or too long ones', async () => {
    const talker = await openSocket();
    for (let i = 0; i < 20; i += 1) talker.send({ type: 'hello' });
    expect(await talker.closed).toMatchObject({ code: 1008, reason: 'Too many messages.' });
    expect(talker.received.filter(({ type }) => type === 'error')).toHaveLength(19);
    const pinger = await openSocket();
    for (let i = 0; i < 20; i += 1) pinger.ws.ping();
    expect(await pinger.closed).toMatchObject({ code: 1008 });
    const binary = await openSocket();
    binary.ws.send(Buffer.from('{}'), { binary: true });
    expect(await binary.closed).toMatchObject({ code: 1003, reason: 'Send text.' });
    const long = await openSocket();
    long.send('x'.repeat(16_385));
    expect(await long.closed).toMatchObject({ code: 1009 });
  });

  it('signing out over HTTP closes the sockets of that session', async () => {
    const other = await new Visitor(desk.origin).signIn();
    const [closing, remaining] = await Promise.all([openSocket(other), openSocket()]);
    const startedMs = performance.now();
    await other.postJson('/api/auth/logout', {});
    const end = await closing.closed;
    expect([end.code, end.atMs - startedMs < 1_000]).toEqual([4401, true]);
    await remaining.receiveAll();
    expect(remaining.ws.readyState).toBe(1);
    remaining.terminate();
  });

  it('shutdown is announced, and does not wait for unresponsive sockets', async () => {
    const clients = await Promise.all(Array.from({ length: 10 }, () => openSocket()));
    const deaf = clients.slice(0, 5);
    for (const client of deaf) client.ws.pause();
    const stoppedMs = performance.now();
    const code = await desk.stop();
    expect([code, performance.now() - stoppedMs < 5_000]).toEqual([0, true]);
    for (const client of clients.slice(5))
      expect(await client.closed).toMatchObject({
        code: 1001,
        reason: 'The server is shutting down.',
      });
    for (const client of deaf) client.terminate();
  });
});

describe('a hub', () => {
  const open: OpenHub[] = [];
  afterAll(() => Promise.all(open.map((hub) => hub.close())));
  const openTestHub = async (...options: Parameters<typeof openHub>): Promise<OpenHub> => {
    const hub = await openHub(...options);
    open.push(hub);
    return hub;
  };
  /** Contains its creation time, so that it is always new. */
  const clock: BundleSource = {
    getBundles: () => [
      {
        name: 'a',
        key: String(performance.now()),
        messages: [Buffer.from(JSON.stringify({ type: 'A', atMs: performance.now() }))],
        isRepeated: false,
      },
    ],
  };

  it('sends each message once per interval, also with many changes and new sockets', async () => {
    const intervalMs = 150;
    let looks = 0;
    const counted: BundleSource = {
      getBundles(...calls) {
        looks += 1;
        return clock.getBundles(...calls);
      },
    };
    const { hub, connect: openSocket } = await openTestHub(counted, { minIntervalMs: intervalMs });
    const startedMs = performance.now();
    const changing = setInterval(() => hub.scheduleUpdates(), 2);
    const first = await openSocket('ann');
    const all = [first];
    for (let i = 0; i < 5; i += 1) {
      await first.waitFor(() => first.received.length > all.length * 2, 'more');
      // Halfway between two turns, where welcome and next turn are closest.
      await new Promise((resolve) => setTimeout(resolve, intervalMs / 2));
      all.push(await openSocket('ann'));
    }
    await all.at(-1)?.waitFor(() => (all.at(-1)?.received.length ?? 0) > 6, 'six messages');
    clearInterval(changing);
    // Six welcomes, and one update per turn for all.
    expect(looks).toBeLessThanOrEqual(all.length + (performance.now() - startedMs) / intervalMs);
    for (const client of all) {
      const stamps = client.received
        .filter(({ type }) => type === 'A')
        .map(({ body }) => Number(body['atMs']));
      const gaps = stamps.slice(1).map((ms, index) => ms - (stamps[index] ?? 0));
      expect(gaps.length).toBeGreaterThan(3);
      // A stamp is created just after the relevant moment.
      expect(Math.min(...gaps)).toBeGreaterThan(intervalMs - 25);
      client.terminate();
    }
  });

  it('sends nothing without a change', async () => {
    let calls = 0;
    const still: BundleSource = {
      getBundles: () => [
        {
          name: 'a',
          key: 'same',
          messages: [Buffer.from(JSON.stringify({ type: 'A', asked: (calls += 1) }))],
          isRepeated: false,
        },
      ],
    };
    const { hub, connect: openSocket } = await openTestHub(still, { minIntervalMs: 20 });
    const client = await openSocket('ann');
    while (calls < 10) {
      hub.scheduleUpdates();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await client.receiveAll();
    expect(
      client.received.filter(({ type }) => type === 'A').map(({ body }) => body['asked']),
    ).toEqual([1]);
    client.terminate();
  });

  it('closes sockets that do not authenticate in time', async () => {
    const { origin } = await openTestHub(clock, { authenticationMs: 300 });
    const unauthenticated = await SocketClient.open(origin);
    const silent = await SocketClient.open(origin, buildCookie('ann'));
    const wrong = await SocketClient.open(origin, buildCookie('ann'));
    wrong.send({ type: 'authenticate', userId: 'bob' });
    for (const client of [unauthenticated, silent, wrong])
      expect(await client.closed).toMatchObject({
        code: 4401,
        reason: 'Not authenticated in time.',
      });
    expect(
      [unauthenticated, silent, wrong].map(({ received }) => received.map(({ type }) => type)),
    ).toEqual([['auth_required'], [], ['auth_error']]);
  });

  it('reads what a socket sent in time, also after the process was busy beyond the limit', async () => {
    const { origin } = await openTestHub(clock, { authenticationMs: 300 });
    const client = await SocketClient.open(origin, buildCookie('ann'));
    client.send({ type: 'authenticate', userId: 'ann' });
    for (const startedMs = performance.now(); performance.now() - startedMs < 500; );
    await client.waitForType('authenticated');
    await client.receiveAll();
    expect(client.ws.readyState).toBe(1);
    client.terminate();
  });

  it('terminates fifty sockets that answer no ping, and none that does', async () => {
    const heartbeatMs = 200;
    const { serverSockets, connect: openSocket } = await openTestHub(clock, { heartbeatMs });
    const dead = await Promise.all(
      Array.from({ length: 50 }, (_, index) => openSocket(`dead-${index % 5}`)),
    );
    const alive = await Promise.all([1, 2, 3].map((index) => openSocket(`alive-${index}`)));
    const startedMs = performance.now();
    for (const client of dead) client.ws.pause();
    await expect
      .poll(() => serverSockets.filter((end) => end.readyState === end.OPEN).length, {
        timeout: 15_000,
        interval: 20,
      })
      .toBe(alive.length);
    console.log(
      `50 dead peers are terminated ${((performance.now() - startedMs) / heartbeatMs).toFixed(1)} heartbeats after their last answer (limit 5)`,
    );
    for (const client of alive) await client.receiveAll();
    expect(alive.map(({ ws }) => ws.readyState)).toEqual([1, 1, 1]);
    for (const client of [...dead, ...alive]) client.terminate();
  });

  it('accepts a user id as text and as number', async () => {
    const { origin } = await openTestHub(clock);
    const client = await SocketClient.open(origin, buildCookie('42'));
    client.send({ type: 'authenticate', userId: 42 });
    expect((await client.waitForType('authenticated')).body['userId']).toBe('42');
    client.terminate();
  });

  it('limits the number of sockets, and more so without a session', async () => {
    const { origin, hub } = await openTestHub(clock, {
      totalMax: 6,
      unauthenticatedMax: 2,
      perUserMax: 3,
    });
    const clients = [await SocketClient.open(origin), await SocketClient.open(origin)];
    const getStatus = async (headers: Record<string, string>): Promise<number> =>
      (await requestUpgrade(origin, headers)).status;
    expect(await getStatus({})).toBe(503);
    for (const user of ['ann', 'ann', 'ann', 'bob'])
      clients.push(await SocketClient.open(origin, buildCookie(user)));
    expect([await getStatus(buildCookie('ann')), await getStatus(buildCookie('cal'))]).toEqual([
      503, 503,
    ]);
    clients[0]?.terminate();
    await expect.poll(() => hub.findFault(null)).toBeNull();
    expect([await getStatus(buildCookie('ann')), await getStatus(buildCookie('cal'))]).toEqual([
      503, 101,
    ]);
    for (const client of clients) client.terminate();
  });
});
