// The front below a path of its public address, with TLS and a proxy before it.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
  vi.stubEnv('PUBLIC_ORIGIN', 'https://example.com/desk');
  vi.stubEnv('TRUSTED_PROXIES', '127.0.0.1');
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

const openFront = async () => {
  const { FrontDesk, KEY, USERS, getUserId } = await import('../../support/front-desk');
  const { createServerCookie } = await import('../../../app/server/desks/server-cookie.server');
  const cookie = `__Host-frontmonth-server.desk=${createServerCookie(getUserId('b'), KEY)}`;
  return { desk: await FrontDesk.open(), USERS, cookie };
};

it('reads sign-ins below the path, and sets a cookie that no other host can set', async () => {
  const { desk, USERS, cookie } = await openFront();
  desk.answer = (_request, response, server) =>
    void response.setHeader('Set-Cookie', '__Host-frontmonth.desk=session; Path=/').end(server);
  const answer = await desk.send({
    method: 'POST',
    path: '/desk/api/auth/login',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: USERS.b, password: 'x' }),
  });
  expect(answer.body).toBe('b');
  expect(answer.headers['set-cookie']?.at(-1)).toBe(
    `${cookie}; Path=/; HttpOnly; SameSite=Lax; Max-Age=86400; Secure`,
  );
  expect((await desk.send({ path: '/desk/', headers: { Cookie: cookie } })).body).toBe('b');
  expect(desk.received.at(-1)?.url).toBe('/desk/');
});

it('answers for itself below the path', async () => {
  const { desk, cookie } = await openFront();
  expect((await desk.send({ path: '/desk/front/healthz' })).body).toContain('"status":"ok"');
  desk.down.add('b');
  const call = await desk.send({ path: '/desk/api/account', headers: { Cookie: cookie } });
  expect([call.status, call.headers['content-type']]).toEqual([
    503,
    'application/json; charset=utf-8',
  ]);
  expect(call.headers['strict-transport-security']).toContain('max-age=');
  const page = await desk.send({
    method: 'POST',
    path: '/desk/account',
    headers: { Cookie: cookie, Accept: 'text/html' },
  });
  expect(page.body).toContain('<a href="/desk/">');
});

it('takes address and request id from the proxy before it, and passes on one hop', async () => {
  const { desk } = await openFront();
  await desk.send({
    path: '/desk/',
    headers: { 'X-Forwarded-For': '10.9.9.9, 203.0.113.9', 'X-Request-Id': 'id-of-the-proxy' },
  });
  await desk.send({ path: '/desk/', headers: { 'X-Forwarded-For': 'nonsense' } });
  expect(
    desk.received.map(({ headers }) => [headers['x-forwarded-for'], headers['x-request-id']]),
  ).toEqual([
    ['203.0.113.9', 'id-of-the-proxy'],
    ['unknown', expect.stringMatching(/^[0-9a-f]{16}$/)],
  ]);
});

it('shows names of servers only to those who may read the metrics', async () => {
  const { desk } = await openFront();
  const path = '/desk/front/healthz';
  const outside = { 'X-Forwarded-For': '203.0.113.9' };
  expect((await desk.send({ path, headers: outside })).body).toBe('{"status":"ok"}');
  expect((await desk.send({ path })).body).toBe('{"status":"ok","servers":[]}');
});
