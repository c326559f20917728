// The front: routes of requests and sockets, and what it answers without a server.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import {
  FrontDesk,
  type FrontAnswer,
  NAMES,
  USERS,
  getCookie,
  getUserId,
} from '../../support/front-desk';

const FORM = 'application/x-www-form-urlencoded';
const getServerCookies = ({ headers }: FrontAnswer): readonly string[] =>
  (headers['set-cookie'] ?? []).filter((cookie) => cookie.startsWith('frontmonth-server='));

describe('a request', () => {
  it('goes to the server of the user whom its cookie names', async () => {
    const desk = await FrontDesk.open();
    for (const name of NAMES)
      expect((await desk.send({ headers: { Cookie: getCookie(name) } })).body).toBe(name);
    desk.directory.startMove(getUserId('a'), 'b');
    desk.directory.finishMove(getUserId('a'));
    expect((await desk.send({ headers: { Cookie: getCookie('a') } })).body).toBe('b');
  });

  it('goes where requests without a cookie go when the cookie is not valid', async () => {
    const desk = await FrontDesk.open();
    const { body: visitorServer } = await desk.send({});
    for (const name of NAMES)
      for (const cookie of [
        `${getCookie(name).slice(0, -3)}AAA`,
        getCookie(name).replace(getUserId(name), getUserId('b')).slice(0, -2) + 'zz',
        `frontmonth-server=${name}`,
        `frontmonth-server=${getUserId(name)}.`,
      ])
        expect((await desk.send({ headers: { Cookie: cookie } })).body).toBe(visitorServer);
  });

  it('arrives as it was sent, path and body included', async () => {
    const desk = await FrontDesk.open();
    desk.answer = (_request, response) =>
      void response
        .writeHead(418, 'Teapot', { 'X-Own': 'yes', 'Set-Cookie': ['x=1', 'y=2'] })
        .end('body');
    const path = '//a/%2e%2e/b?c=%20&d=?e#';
    const answer = await desk.send({
      method: 'POST',
      path,
      headers: { Cookie: getCookie('b'), 'X-Mine': 'here', Host: 'desk.example.com' },
      body: 'x'.repeat(100_000),
    });
    expect(answer).toMatchObject({
      status: 418,
      body: 'body',
      headers: { 'x-own': 'yes', 'set-cookie': ['x=1', 'y=2'] },
    });
    expect(desk.received).toMatchObject([
      {
        server: 'b',
        method: 'POST',
        url: path,
        headers: { 'x-mine': 'here', host: 'desk.example.com' },
        body: 'x'.repeat(100_000),
      },
    ]);
  });

  it('ends its connection to the front alone', async () => {
    const desk = await FrontDesk.open();
    const { headers } = await desk.send({ headers: { Connection: 'close' } });
    expect(headers.connection).toBe('close');
    expect(desk.received[0]?.headers.connection).toBe('keep-alive');
    const old = connect(desk.port, '127.0.0.1');
    old.write('GET / HTTP/1.0\r\n\r\n');
    expect(await text(old)).toMatch(/^HTTP\/1\.1 200 OK[^]*connection: close/i);
  });

  it('names the address of the client, and nothing that only proxies set', async () => {
    const desk = await FrontDesk.open();
    await desk.send({
      headers: {
        'X-Forwarded-For': '203.0.113.9',
        'X-Forwarded-Host': 'evil.example.com',
        Forwarded: 'for=203.0.113.9',
        'X-Request-Id': 'proposed-by-client',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
        Origin: 'http://localhost:3000',
      },
    });
    const [{ headers } = { headers: {} }] = desk.received;
    expect(headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-request-id': expect.stringMatching(/^[0-9a-f]{16}$/) as string,
      origin: 'http://127.0.0.1:3000',
      connection: 'keep-alive',
    });
    for (const name of ['x-forwarded-host', 'forwarded', 'traceparent'])
      expect(headers).not.toHaveProperty(name);
    await desk.send({ headers: { Origin: 'http://other.example.com' } });
    expect(desk.received[1]?.headers.origin).toBe('http://other.example.com');
  });
});

describe('a sign-in', () => {
  const buildForm = (username: string) => ({
    method: 'POST',
    path: '/login',
    headers: { 'Content-Type': FORM },
    body: new URLSearchParams({ username, password: 'secret' }).toString(),
  });
  const buildJson = (username: string) => ({
    method: 'POST',
    path: '/api/auth/login',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password: 'secret' }),
  });

  it.each([
    ['form', buildForm],
    ['JSON', buildJson],
  ])('goes to the server of its user name: %s', async (_kind, build) => {
    const desk = await FrontDesk.open();
    desk.answer = (_request, response, server) =>
      void response.setHeader('Set-Cookie', 'frontmonth=session; Path=/').end(server);
    for (const name of NAMES)
      for (const username of [USERS[name], USERS[name].toUpperCase(), ` ${USERS[name]} `]) {
        const call = build(username);
        // Whatever the cookie of the last user of this browser says.
        const headers = { ...call.headers, Cookie: getCookie('b') };
        const answer = await desk.send({ ...call, headers });
        expect([answer.body, desk.received.at(-1)?.body]).toEqual([name, call.body]);
        expect(getServerCookies(answer)).toEqual([expect.stringContaining(getCookie(name))]);
      }
  });

  it('sets the cookie only when the server starts a session', async () => {
    const desk = await FrontDesk.open();
    desk.answer = (_request, response) => {
      response.setHeader('Set-Cookie', 'frontmonth-toast=x; Path=/');
      response.writeHead(401).end('Invalid credentials');
    };
    const known = await desk.send(buildForm('ann'));
    const unknown = await desk.send(buildForm('zoe'));
    expect(getServerCookies(known)).toEqual([]);
    for (const answer of [known, unknown]) delete answer.headers.date;
    expect(known).toEqual(unknown);
  });

  it('of names that no user has are spread, whether their servers answer or not', async () => {
    const desk = await FrontDesk.open();
    const serverByName = new Map<string, string>();
    for (let index = 0; index < 30; index += 1) {
      const { body } = await desk.send(buildForm(`stranger-${index}`));
      serverByName.set(`stranger-${index}`, body);
      expect((await desk.send(buildForm(`STRANGER-${index}`))).body).toBe(body);
    }
    expect(new Set(serverByName.values()).size).toBe(3);
    desk.down.add('b');
    for (const [name, server] of serverByName)
      expect((await desk.send(buildForm(name))).status).toBe(server === 'b' ? 503 : 200);
  });

  it('with a body that no server takes arrives whole', async () => {
    const desk = await FrontDesk.open();
    const body = `username=ann&password=${'x'.repeat(300_000)}`;
    for (const headers of [
      { 'Content-Type': FORM },
      { 'Content-Type': FORM, 'Transfer-Encoding': 'chunked' },
    ])
      expect((await desk.send({ method: 'POST', path: '/login', headers, body })).status).toBe(200);
    expect(desk.received.map((received) => received.body === body)).toEqual([true, true]);
  });

  it('that is malformed is answered by a server', async () => {
    const desk = await FrontDesk.open();
    for (const body of ['', '{"username":', '[]', 'null', '{"username":["ann"]}', '\0'])
      expect((await desk.send({ ...buildJson('x'), body })).status).toBe(200);
    expect(desk.received).toHaveLength(6);
  });

  it('reads paths as the router does', async () => {
    const desk = await FrontDesk.open();
    for (const path of ['/LOGIN', '/login/', '/%6cogin?_data=routes%2Flogin'])
      for (const name of NAMES)
        expect((await desk.send({ ...buildForm(USERS[name]), path })).body).toBe(name);
  });

  it('is followed by a sign-out that removes the cookie', async () => {
    const desk = await FrontDesk.open();
    desk.answer = (_request, response) =>
      void response.setHeader('Set-Cookie', 'frontmonth=; Path=/; Max-Age=0').end();
    const answer = await desk.send({
      method: 'POST',
      path: '/logout',
      headers: { Cookie: getCookie('a') },
    });
    expect(getServerCookies(answer)).toEqual([expect.stringMatching(/^[^=]+=; .*Max-Age=0/)]);
  });
});

describe('without a server', () => {
  const getDocument = (name: 'a' | 'b' | 'c') => ({
    headers: { Cookie: getCookie(name), Accept: 'text/html,*/*' },
  });

  it('a user gets a page that loads again, and others notice nothing', async () => {
    const desk = await FrontDesk.open();
    for (const isRunning of [false, true]) {
      desk.down.clear();
      if (isRunning) desk.breakServer('a');
      else desk.down.add('a');
      const page = await desk.send(getDocument('a'));
      expect(page).toMatchObject({
        status: 503,
        headers: {
          'retry-after': '2',
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'private, no-store',
          'x-frame-options': 'DENY',
        },
      });
      expect(page.headers['content-security-policy']).toContain("default-src 'none'");
      expect(page.body).toContain('<meta http-equiv="refresh" content="2">');
      for (const name of ['b', 'c'] as const)
        expect((await desk.send(getDocument(name))).body).toBe(name);
    }
    expect(desk.received.every(({ server }) => server !== 'a')).toBe(true);
  });

  it('a form gets a page that does not load again, a call JSON, and a script text', async () => {
    const desk = await FrontDesk.open();
    desk.down.add('a');
    const post = await desk.send({ ...getDocument('a'), method: 'POST', body: 'x=1' });
    expect(post.body).not.toContain('http-equiv');
    expect(post.body).toContain('What you sent may have been done.');
    const headers = { Cookie: getCookie('a') };
    const call = await desk.send({ path: '/api/account?x=1', headers });
    expect(JSON.parse(call.body)).toEqual({
      error: 'The server does not answer. Try again in a few seconds.',
      requestId: call.headers['x-request-id'],
    });
    const data = await desk.send({ ...getDocument('a'), path: '/signals?_data=routes%2Fx' });
    expect(data.headers['content-type']).toBe('text/plain; charset=utf-8');
    const head = await desk.send({ headers, method: 'HEAD' });
    expect([head.status, head.body]).toEqual([503, '']);
  });

  it('a user who is being moved gets a page of his own', async () => {
    const desk = await FrontDesk.open();
    desk.directory.startMove(getUserId('a'), 'b');
    const page = await desk.send(getDocument('a'));
    expect([page.status, page.headers['retry-after']]).toEqual([503, '2']);
    expect(page.body).toContain(
      'Your account is being moved to another server. Try again in a few seconds.',
    );
    desk.directory.cancelMove(getUserId('a'));
    expect((await desk.send(getDocument('a'))).body).toBe('a');
  });

  it('the page has its style, and allows no other', async () => {
    const desk = await FrontDesk.open();
    desk.down.add('a');
    const { body, headers } = await desk.send(getDocument('a'));
    const style = /<style>([^<]*)<\/style>/.exec(body)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(style).not.toBe('');
    expect(headers['content-security-policy']).toContain(
      `default-src 'none'; style-src 'sha256-${hash}';`,
    );
  });

  it('visitors get another server, and 503 when there is none', async () => {
    const desk = await FrontDesk.open();
    const visitorServer = (await desk.send({})).body as 'a' | 'b' | 'c';
    desk.breakServer(visitorServer);
    expect((await desk.send({})).status).toBe(503);
    const other = await desk.send({});
    expect([other.status, other.body === visitorServer]).toEqual([200, false]);
    for (const name of NAMES) desk.down.add(name);
    expect((await desk.send({})).status).toBe(503);
  });

  it('the health of the front is reported', async () => {
    const desk = await FrontDesk.open();
    const path = '/front/readyz';
    expect((await desk.send({ path })).status).toBe(200);
    desk.down.add('a');
    expect(await desk.send({ path })).toMatchObject({
      status: 503,
      body: '{"status":"degraded","servers":[]}',
    });
    expect((await desk.send({ path: '/front/healthz' })).status).toBe(200);
  });
});

it('the metrics of each server are at a path of their own', async () => {
  const desk = await FrontDesk.open();
  for (const name of NAMES)
    expect((await desk.send({ path: `/front/servers/${name}/metrics` })).body).toBe(name);
  expect(new Set(desk.received.map(({ url }) => url))).toEqual(new Set(['/metrics']));
  desk.down.add('b');
  for (const name of ['b', 'x'])
    expect((await desk.send({ path: `/front/servers/${name}/metrics` })).status).toBe(503);
});

describe('a failure', () => {
  const headers = { Cookie: getCookie('a') };

  it('of a server in the middle of its answer breaks the answer', async () => {
    const desk = await FrontDesk.open();
    desk.answer = (request, response) => {
      response.writeHead(200, { 'Content-Length': '10' }).write('half');
      setImmediate(() => request.socket.destroy());
    };
    await expect(desk.send({ headers })).rejects.toThrow();
    desk.answer = (_request, response) => void response.end('whole');
    expect((await desk.send({ headers })).body).toBe('whole');
  });

  it('of a server that hangs is answered after the time limit', async () => {
    const desk = await FrontDesk.open(200);
    desk.answer = () => undefined;
    expect((await desk.send({ headers })).status).toBe(503);
    const socket = new WebSocket(`ws://127.0.0.1:${desk.port}/other`, { headers });
    const [error] = (await once(socket, 'error')) as [Error];
    expect(error.message).toMatch(/400|503/);
  });

  it('of the directory leaves users where they were', async () => {
    const desk = await FrontDesk.open();
    vi.spyOn(desk.table, 'readChanges').mockImplementation(() => {
      throw new Error('the disk is broken');
    });
    expect((await desk.send({ headers })).body).toBe('a');
  });

  it('of a client ends its request at the server, and nothing else', async () => {
    const desk = await FrontDesk.open();
    for (const head of [
      'POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nuser',
      `POST /x HTTP/1.1\r\nHost: x\r\nCookie: ${getCookie('a')}\r\nContent-Length: 100\r\n\r\nhalf`,
      'GET http://[ HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      'POST /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      'nonsense\r\n\r\n',
    ]) {
      const socket = connect(desk.port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write(head);
      await new Promise((resolve) => setImmediate(resolve));
      socket.resetAndDestroy();
      await once(socket, 'close');
    }
    expect((await desk.send({ headers })).body).toBe('a');
  });

  it('is answered only when the whole body has arrived, so that no reset hides the answer', async () => {
    const desk = await FrontDesk.open();
    desk.down.add('a');
    const socket = connect(desk.port, '127.0.0.1');
    const answer = text(socket);
    let isAnswered = false;
    void once(socket, 'end').then(() => (isAnswered = true));
    socket.write(
      `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nCookie: ${getCookie('a')}\r\nContent-Length: 2000000\r\n\r\n`,
    );
    for (let part = 0; part < 20; part += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      expect([part, isAnswered]).toEqual([part, false]);
      await new Promise((resolve) => socket.write('x'.repeat(100_000), resolve));
    }
    expect(await answer).toContain('503 Service Unavailable');
  });
});

describe('a socket', () => {
  /** Opens a socket and returns its first message. */
  async function open(desk: FrontDesk, cookie: string) {
    const socket = new WebSocket(`ws://127.0.0.1:${desk.port}/ws`, { headers: { Cookie: cookie } });
    const [first] = (await once(socket, 'message')) as [Buffer];
    return { socket, server: first.toString() };
  }

  it('goes to the server of its user, both ways', async () => {
    const desk = await FrontDesk.open();
    for (const name of NAMES) {
      const { socket, server } = await open(desk, getCookie(name));
      expect(server).toBe(name);
      socket.send('hello');
      expect(String(await once(socket, 'message'))).toBe('echo of hello,false');
      socket.close();
      await once(socket, 'close');
    }
  });

  it('is closed when its user is moved, and opens at the new server', async () => {
    const desk = await FrontDesk.open();
    const [ann, bob] = [await open(desk, getCookie('a')), await open(desk, getCookie('b'))];
    const closed = once(ann.socket, 'close');
    desk.directory.startMove(getUserId('a'), 'c');
    desk.table.readChanges();
    desk.front.closeMovedSockets();
    await closed;
    const rejected = new WebSocket(`ws://127.0.0.1:${desk.port}/ws`, {
      headers: { Cookie: getCookie('a') },
    });
    expect(String(await once(rejected, 'error'))).toContain('503');
    desk.directory.finishMove(getUserId('a'));
    expect((await open(desk, getCookie('a'))).server).toBe('c');
    expect(bob.socket.readyState).toBe(WebSocket.OPEN);
  });

  it('gets 503 while its server is down', async () => {
    const desk = await FrontDesk.open();
    desk.breakServer('a');
    const socket = new WebSocket(`ws://127.0.0.1:${desk.port}/ws`, {
      headers: { Cookie: getCookie('a') },
    });
    expect(String(await once(socket, 'error'))).toContain('503');
  });
});
