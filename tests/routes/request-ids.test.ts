// A request has one id: in its header, its log lines, its errors and beside its command.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSocketUpgrade } from '../support/socket-upgrade';
import type { Visitor } from '../support/desk-server';
import { runBuiltProgram } from '../support/run-program';
import { type StaticDesk, startStaticDesk } from '../support/static-desk';

const OWN = /^[0-9a-f]{16}$/;
const TIME_LIMIT_MS = 60_000;

let desk: StaticDesk;
let visitor: Visitor;
beforeAll(async () => {
  desk = await startStaticDesk('server.js', { TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'debug' });
  ({ visitor } = await desk.user('ann'));
}, TIME_LIMIT_MS);
afterAll(async () => void (await desk.stop()));

const withId = (requestId: string): RequestInit => ({ headers: { 'X-Request-Id': requestId } });
const getId = (response: Response): string => response.headers.get('X-Request-Id') ?? '';
const listLogLines = (requestId: string): readonly { readonly [name: string]: unknown }[] =>
  desk
    .output()
    .split('\n')
    .filter((line) => line.includes(`"requestId":"${requestId}"`))
    .map((line) => JSON.parse(line) as { readonly [name: string]: unknown });

it('takes the id of a trusted proxy for the answer and each of its log lines', async () => {
  const response = await visitor.request('/portfolio', withId('proxy-request-1'));
  expect([response.status, getId(response)]).toEqual([200, 'proxy-request-1']);
  const lines = listLogLines('proxy-request-1');
  // One line for each loader of the page.
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.every(({ msg, status }) => msg === 'request' && status === 200)).toBe(true);
});

it('creates an id where a proxy sends one that is not well formed', async () => {
  const ids = [];
  for (const bad of ['short', 'with space', '<script>alert(1)</script>'])
    ids.push(getId(await visitor.request('/portfolio', withId(bad))));
  expect(ids).toEqual(ids.map(() => expect.stringMatching(OWN) as string));
  expect(new Set(ids).size).toBe(ids.length);
});

it('names the request in errors of calls and on error pages', async () => {
  const call = await visitor.request('/api/nothing', withId('failed-call-1'));
  expect([call.status, getId(call), await call.json()]).toEqual([
    404,
    'failed-call-1',
    { error: expect.any(String) as string, requestId: 'failed-call-1' },
  ]);
  for (const path of ['/nowhere', '/position/none', '/login/nowhere']) {
    const page = await visitor.request(path, withId('failed-page-1'));
    expect([path, page.status, getId(page)]).toEqual([path, 404, 'failed-page-1']);
    expect(await page.text()).toContain('Request <code>failed-page-1</code>');
  }
  const good = await visitor.request('/portfolio', withId('shown-page-1'));
  expect(await good.text()).not.toContain('shown-page-1');
});

it('has the id in answers without a page', async () => {
  const form = await visitor.postForm(
    '/',
    { intent: 'stop' },
    { Origin: 'https://other.example', 'X-Request-Id': 'foreign-form-1' },
  );
  expect([form.status, getId(form)]).toEqual([403, 'foreign-form-1']);
  const upgrade = await openSocketUpgrade(`${desk.origin}/nowhere`, 'socket-request-1');
  expect(upgrade).toMatch(/^HTTP\/1.1 404 /);
  expect(upgrade).toContain('X-Request-Id: socket-request-1');
});

it('leads from the command of a call to its records', async () => {
  const response = await visitor.postJson(
    '/api/auto-trading/start',
    { commodity: 'corn' },
    { 'X-Request-Id': 'start-corn-1' },
  );
  expect(response.status).toBe(200);
  const { code, stdout } = await runBuiltProgram('audit', desk.dataDir, [
    '--request',
    'start-corn-1',
  ]);
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(
      /^Request start-corn-1\n\S+ {2}record \d+ {2}command StartTrading corn by ann\n\S+ {2}record \d+ {2}commodity started\n/,
    ),
  ]);
});
