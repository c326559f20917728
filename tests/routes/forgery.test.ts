// Requests that another site makes a browser send, and bodies that nobody should send: refused, and nothing done.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeskServer, type ServerKind, Visitor, startDesk } from '../support/desk-server';

const FORM = 'application/x-www-form-urlencoded';
const DASHBOARD = encodeURIComponent('routes/_terminal.(dashboard)');

describe.each<ServerKind>(['server.js', 'remix-serve'])('under %s', (kind) => {
  let desk: DeskServer;
  let trader: Visitor;
  beforeAll(async () => {
    desk = await startDesk(kind);
    trader = await new Visitor(desk.origin).signIn();
  });
  afterAll(() => desk?.stop());

  const isActive = async (): Promise<boolean> => ((await (await trader.ask('/api/auto-trading/status')).json()) as { isActive: boolean }).isActive;

  const forged: readonly (readonly [string, () => Record<string, string>])[] = [
    ['from another origin', () => ({ Origin: 'http://evil.example' })],
    ['from no origin at all', () => ({ Origin: 'null' })],
    ['from another port', () => ({ Origin: 'http://127.0.0.1:1' })],
    ['from another site', () => ({ 'Sec-Fetch-Site': 'cross-site' })],
    ['from a sibling site', () => ({ 'Sec-Fetch-Site': 'same-site' })],
    ['from another origin that claims to be ours', () => ({ Origin: 'http://evil.example', 'Sec-Fetch-Site': 'same-origin' })],
    ['with a forwarded host of the attacker', () => ({ Origin: 'http://evil.example', 'X-Forwarded-Host': 'evil.example' })],
  ];

  it.each(forged)('a write %s does nothing', async (_name, headers) => {
    const body = 'intent=run-all';
    const paths = ['/', '/dashboard', `/?_data=${DASHBOARD}`, '/api/auto-trading/start', `/api/auto-trading/start?_data=${encodeURIComponent('routes/api.$')}`];
    for (const path of paths) {
      for (const type of [FORM, 'text/plain', 'application/json']) {
        const response = await trader.ask(path, { method: 'POST', body: type === 'application/json' ? '{}' : body, headers: { ...headers(), 'Content-Type': type } });
        expect([path, type, response.status >= 400]).toEqual([path, type, true]);
      }
      const bare = await trader.ask(path, { method: 'POST', headers: headers() });
      expect([path, bare.status >= 400]).toEqual([path, true]);
    }
    expect(await isActive()).toBe(false);
  });

  it('a form without origin needs the token of its session', async () => {
    const other = await new Visitor(desk.origin).signIn();
    const foreign = await other.formFields('/');
    for (const csrf of ['', 'guess', foreign.csrf]) {
      const fields: Record<string, string> = csrf === '' ? { intent: 'run-all' } : { intent: 'run-all', csrf };
      expect([csrf, (await trader.postForm('/', fields)).status]).toEqual([csrf, 403]);
    }
    expect(await isActive()).toBe(false);
    const own = await trader.formFields('/');
    const response = await trader.postForm('/', { intent: 'run-all', ...own });
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/']);
    expect(await isActive()).toBe(true);
    await trader.postJson('/api/auto-trading/stop', {});
    expect(await isActive()).toBe(false);
  });

  it('signing out cannot be forged', async () => {
    expect((await trader.ask('/logout', { method: 'POST', headers: { Origin: 'http://evil.example' } })).status).toBe(403);
    expect((await trader.ask('/api/auth/logout', { method: 'POST', headers: { 'Sec-Fetch-Site': 'cross-site' } })).status).toBe(403);
    expect((await trader.ask('/api/auth/check')).status).toBe(200);
  });

  it('a program without a browser may write JSON, and localhost means the same listener', async () => {
    expect((await trader.postJson('/api/auto-trading/start', { commodity: 'corn' })).status).toBe(200);
    const local = { Origin: desk.origin.replace('127.0.0.1', 'localhost'), 'Sec-Fetch-Site': 'same-origin' };
    expect((await trader.postJson('/api/auto-trading/stop', {}, local)).status).toBe(200);
  });

  it('malformed, foreign and oversized bodies are told apart', async () => {
    const post = async (path: string, body: string, type: string): Promise<number> =>
      (await trader.ask(path, { method: 'POST', body, headers: { 'Content-Type': type, Origin: desk.origin } })).status;
    const large = 'a'.repeat(65_537);
    expect(await post('/api/auto-trading/start', '{"commodity"', 'application/json')).toBe(400);
    expect(await post('/api/auto-trading/start', '{"commodity":"gold"}', 'application/json')).toBe(400);
    expect(await post('/api/auto-trading/start', '{"commodity":7}', 'application/json')).toBe(400);
    expect(await post('/api/auto-trading/start', '[]', 'application/json')).toBe(400);
    expect(await post('/api/auto-trading/start', 'commodity=corn', FORM)).toBe(415);
    expect(await post('/api/auto-trading/start', '<a/>', 'application/xml')).toBe(415);
    expect(await post('/api/auto-trading/start', large, 'application/json')).toBe(413);
    expect(await post('/', large, FORM)).toBe(413);
    expect(await post('/', '{}', 'text/plain')).toBe(415);
    expect(await post('/', 'intent=shutdown', FORM)).toBe(400);
    expect(await post('/', 'intent=run&commodity=gold', FORM)).toBe(400);
    expect(await post('/login', large, FORM)).toBe(413);
  });

  it('an idempotency key makes repeats one command, and belongs to one command', async () => {
    const key = { 'Idempotency-Key': 'start-corn-1' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => trader.postJson('/api/auto-trading/start', { commodity: 'corn' }, key)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    const reused = await trader.postJson('/api/auto-trading/start', { commodity: 'wheat' }, key);
    expect([reused.status, ((await reused.json()) as { code: string }).code]).toEqual([409, 'KEY_REUSED']);
    expect((await trader.postJson('/api/auto-trading/stop', {}, { 'Idempotency-Key': 'x'.repeat(201) })).status).toBe(400);
    expect((await trader.postJson('/api/auto-trading/stop', {})).status).toBe(200);
  });
});
