// How many sockets, how many messages, how often, for how long: the limits of /ws, and what happens
// beyond them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BundleSource } from '../../app/server/live/bundle.server';
import { type DeskServer, Visitor, startDesk } from '../support/desk-server';
import { SocketClient, upgrade } from '../support/socket-client';
import { type OpenHub, buildCookie, openHub } from '../support/socket-hub';

describe('under server.js', () => {
  let desk: DeskServer;
  let visitor: Visitor;
  let userId: string;
  beforeAll(async () => {
    desk = await startDesk('server.js');
    visitor = await new Visitor(desk.origin).signIn();
    userId = ((await (await visitor.ask('/api/auth/check')).json()) as { user: { id: string } })
      .user.id;
  });
  afterAll(() => desk?.stop());

  const cookie = (who: Visitor = visitor) => ({ Cookie: `frontmonth=${who.cookie('frontmonth')}` });
  const connect = async (who: Visitor = visitor): Promise<SocketClient> =>
    (await SocketClient.open(desk.origin, cookie(who))).signIn(userId);

  it('a user has ten sockets, and an eleventh when one of them has closed', async () => {
    const clients = await Promise.all(Array.from({ length: 10 }, () => connect()));
    expect(await upgrade(desk.origin, cookie())).toEqual({
      status: 503,
      text: 'There are 10 sockets of this user already. Close one first.\n',
    });
    const [first, ...others] = clients;
    first?.ws.close();
    await first?.closed;
    await expect.poll(async () => (await upgrade(desk.origin, cookie())).status).toBe(101);
    for (const client of others) client.end();
    await expect
      .poll(
        async () =>
          /^frontmonth_sockets (\d+)/m.exec(await (await visitor.ask('/metrics')).text())?.[1],
      )
      .toBe('0');
  });

  it('who talks too much, in bytes, or too long is shown out', async () => {
    const talker = await connect();
    for (let i = 0; i < 20; i += 1) talker.send({ type: 'hello' });
    expect(await talker.closed).toMatchObject({ code: 1008, reason: 'Too many messages.' });
    expect(talker.heard.filter(({ type }) => type === 'error')).toHaveLength(19);
    const pinger = await connect();
    for (let i = 0; i < 20; i += 1) pinger.ws.ping();
    expect(await pinger.closed).toMatchObject({ code: 1008 });
    const binary = await connect();
    binary.ws.send(Buffer.from('{}'), { binary: true });
    expect(await binary.closed).toMatchObject({ code: 1003, reason: 'Send text.' });
    const long = await connect();
    long.send('x'.repeat(16_385));
    expect(await long.closed).toMatchObject({ code: 1009 });
  });

  it('signing out over HTTP closes the sockets of that session', async () => {
    const other = await new Visitor(desk.origin).signIn();
    const [gone, kept] = await Promise.all([connect(other), connect()]);
    const askedMs = performance.now();
    await other.postJson('/api/auth/logout', {});
    const end = await gone.closed;
    expect([end.code, end.atMs - askedMs < 1_000]).toEqual([4401, true]);
    await kept.settled();
    expect(kept.ws.readyState).toBe(1);
    kept.end();
  });

  it('the end of the desk is told, and does not wait for who does not listen', async () => {
    const clients = await Promise.all(Array.from({ length: 10 }, () => connect()));
    const deaf = clients.slice(0, 5);
    for (const client of deaf) client.ws.pause();
    const stoppedMs = performance.now();
    const code = await desk.stop();
    expect([code, performance.now() - stoppedMs < 5_000]).toEqual([0, true]);
    for (const client of clients.slice(5))
      expect(await client.closed).toMatchObject({ code: 1001, reason: 'The desk is ending.' });
    for (const client of deaf) client.end();
  });
});

describe('a hub', () => {
  const open: OpenHub[] = [];
  afterAll(() => Promise.all(open.map((hub) => hub.close())));
  const hubOf = async (...given: Parameters<typeof openHub>): Promise<OpenHub> => {
    const hub = await openHub(...given);
    open.push(hub);
    return hub;
  };
  /** Says the moment at which it was asked: always new. */
  const clock: BundleSource = {
    bundlesOf: () => [
      {
        name: 'a',
        key: String(performance.now()),
        messages: [Buffer.from(JSON.stringify({ type: 'A', atMs: performance.now() }))],
        isRepeated: false,
      },
    ],
  };

  it('tells a socket each thing once in its pace, however often it changes and whoever joins', async () => {
    const paceMs = 150;
    let looks = 0;
    const counted: BundleSource = {
      bundlesOf(...asked) {
        looks += 1;
        return clock.bundlesOf(...asked);
      },
    };
    const { hub, connect } = await hubOf(counted, { paceMs });
    const startedMs = performance.now();
    const changing = setInterval(() => hub.touch(), 2);
    const first = await connect('ann');
    const all = [first];
    for (let i = 0; i < 5; i += 1) {
      await first.until(() => first.heard.length > all.length * 2, 'more');
      // In the middle between two turns, where a welcome and the next turn are closest.
      await new Promise((resolve) => setTimeout(resolve, paceMs / 2));
      all.push(await connect('ann'));
    }
    await all.at(-1)?.until(() => (all.at(-1)?.heard.length ?? 0) > 6, 'six messages');
    clearInterval(changing);
    // Six welcomes, and one look a turn for all of them.
    expect(looks).toBeLessThanOrEqual(all.length + (performance.now() - startedMs) / paceMs);
    for (const client of all) {
      const stamps = client.heard
        .filter(({ type }) => type === 'A')
        .map(({ body }) => Number(body['atMs']));
      const gaps = stamps.slice(1).map((ms, index) => ms - (stamps[index] ?? 0));
      expect(gaps.length).toBeGreaterThan(3);
      // A stamp is made just after the moment that counts, by far less than this.
      expect(Math.min(...gaps)).toBeGreaterThan(paceMs - 25);
      client.end();
    }
  });

  it('says nothing while nothing changes', async () => {
    let asked = 0;
    const still: BundleSource = {
      bundlesOf: () => [
        {
          name: 'a',
          key: 'same',
          messages: [Buffer.from(JSON.stringify({ type: 'A', asked: (asked += 1) }))],
          isRepeated: false,
        },
      ],
    };
    const { hub, connect } = await hubOf(still, { paceMs: 20 });
    const client = await connect('ann');
    while (asked < 10) {
      hub.touch();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await client.settled();
    expect(
      client.heard.filter(({ type }) => type === 'A').map(({ body }) => body['asked']),
    ).toEqual([1]);
    client.end();
  });

  it('shows out who does not say in time who it is', async () => {
    const { origin } = await hubOf(clock, { signInMs: 300 });
    const nobody = await SocketClient.open(origin);
    const silent = await SocketClient.open(origin, buildCookie('ann'));
    const wrong = await SocketClient.open(origin, buildCookie('ann'));
    wrong.send({ type: 'authenticate', userId: 'bob' });
    for (const client of [nobody, silent, wrong])
      expect(await client.closed).toMatchObject({
        code: 4401,
        reason: 'Not authenticated in time.',
      });
    expect([nobody, silent, wrong].map(({ heard }) => heard.map(({ type }) => type))).toEqual([
      ['auth_required'],
      [],
      ['auth_error'],
    ]);
  });

  it('takes an id as text and as number alike', async () => {
    const { origin } = await hubOf(clock);
    const client = await SocketClient.open(origin, buildCookie('42'));
    client.send({ type: 'authenticate', userId: 42 });
    expect((await client.untilType('authenticated')).body['userId']).toBe('42');
    client.end();
  });

  it('has room for so many, and for fewer without a session', async () => {
    const { origin, hub } = await hubOf(clock, { inAll: 6, nameless: 2, perUser: 3 });
    const clients = [await SocketClient.open(origin), await SocketClient.open(origin)];
    const status = async (headers: Record<string, string>): Promise<number> =>
      (await upgrade(origin, headers)).status;
    expect(await status({})).toBe(503);
    for (const user of ['ann', 'ann', 'ann', 'bob'])
      clients.push(await SocketClient.open(origin, buildCookie(user)));
    expect([await status(buildCookie('ann')), await status(buildCookie('cal'))]).toEqual([
      503, 503,
    ]);
    clients[0]?.end();
    await expect.poll(() => hub.fault(null)).toBeNull();
    expect([await status(buildCookie('ann')), await status(buildCookie('cal'))]).toEqual([
      503, 101,
    ]);
    for (const client of clients) client.end();
  });
});
