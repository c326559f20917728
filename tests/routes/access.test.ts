// Who gets in: every route and every call, signed out and signed in, under our server and under the stock one.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_CALLS } from '../../app/routes/api.$/table';
import { type DeskServer, type ServerKind, Visitor, startDesk } from '../support/desk-server';
import { ROOT } from '../support/source-files';

/** What a visitor without a session gets at each route: a new route has no row here and fails the first test. */
const ROUTES: Readonly<Record<string, { paths: readonly string[]; signedOut: 'to sign in' | 'open' | 'call' | 'missing'; isReadOnly?: boolean }>> = {
  root: { paths: [], signedOut: 'open' },
  'routes/$': { paths: ['/nowhere', '/weather/of/yesterday'], signedOut: 'to sign in' },
  'routes/_terminal': { paths: [], signedOut: 'to sign in' },
  'routes/_terminal.(dashboard)': { paths: ['/', '/dashboard'], signedOut: 'to sign in' },
  'routes/_terminal.portfolio': { paths: ['/portfolio'], signedOut: 'to sign in', isReadOnly: true },
  'routes/api.$': { paths: [], signedOut: 'call' },
  'routes/healthz': { paths: ['/healthz'], signedOut: 'open' },
  'routes/login': { paths: ['/login'], signedOut: 'open' },
  'routes/logout': { paths: ['/logout'], signedOut: 'missing' },
  'routes/metrics': { paths: ['/metrics'], signedOut: 'open' },
  'routes/preferences': { paths: ['/preferences'], signedOut: 'missing' },
  'routes/readyz': { paths: ['/readyz'], signedOut: 'open' },
  'routes/version': { paths: ['/version'], signedOut: 'open' },
};
/** Where one is led back to after signing in. */
const SCREENS = ['/dashboard', '/portfolio'];
const PRIVATE = Object.entries(ROUTES).filter(([, { signedOut }]) => signedOut === 'to sign in');
const pathOf = (path: string): string => `/api/${path.replace(':id', '0123456789abcdef0123456789abcdef')}`;

describe.each<ServerKind>(['server.js', 'remix-serve'])('under %s', (kind) => {
  let desk: DeskServer;
  beforeAll(async () => {
    desk = await startDesk(kind, { METRICS_TOKEN: 'a-token-for-the-monitor' });
  });
  afterAll(() => desk?.stop());

  it('there is a row for every route of the build', async () => {
    const build = (await import(pathToFileURL(join(ROOT, 'build', 'server', 'index.js')).href)) as { routes: Record<string, unknown> };
    expect(Object.keys(build.routes).sort()).toEqual(Object.keys(ROUTES).sort());
  });

  it('a visitor without a session is sent to sign in, and gets no data', async () => {
    const visitor = new Visitor(desk.origin);
    for (const [id, { paths, isReadOnly }] of PRIVATE) {
      for (const path of paths) {
        const page = await visitor.ask(path);
        expect([path, page.status, page.headers.get('Location')]).toEqual([path, 302, SCREENS.includes(path) ? `/login?redirectTo=${encodeURIComponent(path)}` : '/login']);
        const data = await visitor.ask(`${path}?_data=${encodeURIComponent(id)}`);
        expect([path, data.status, await data.text()]).toEqual([path, 204, '']);
        const post = await visitor.postForm(path, { intent: 'run-all' }, { Origin: desk.origin });
        expect([path, post.status]).toEqual([path, isReadOnly ? 405 : 302]);
      }
    }
  });

  it('the layout does not let a child through', async () => {
    const child = await new Visitor(desk.origin).ask(`/?_data=${encodeURIComponent('routes/_terminal.(dashboard)')}`);
    expect([child.status, child.headers.get('X-Remix-Redirect')]).toEqual([204, '/login']);
  });

  it('every call but signing in and out answers 401 without a session', async () => {
    const visitor = new Visitor(desk.origin);
    for (const { method, path, isOpen } of API_CALLS) {
      const response = await visitor.ask(pathOf(path), { method });
      const body = (await response.json()) as { error?: string; authenticated?: boolean };
      if (path === 'auth/check') expect([response.status, body]).toEqual([401, { authenticated: false }]);
      else if (!isOpen) expect([path, response.status, typeof body.error]).toEqual([path, 401, 'string']);
    }
    expect((await visitor.ask('/api/no-such-call')).status).toBe(401);
  });

  it('every call answers its user', async () => {
    const visitor = await new Visitor(desk.origin).signIn();
    for (const { method, path } of API_CALLS.filter((call) => !call.path.startsWith('auth/log'))) {
      const response = await visitor.ask(pathOf(path), { method });
      expect([path, response.status === 401 || response.status >= 500]).toEqual([path, false]);
    }
    expect((await visitor.ask('/api/no-such-call')).status).toBe(404);
    expect((await visitor.ask('/api/settings', { method: 'PUT' })).status).toBe(405);
    expect((await visitor.ask('/api/auto-trading/start')).status).toBe(405);
  });

  it('pages answer their user, and other paths the 404 page', async () => {
    const visitor = await new Visitor(desk.origin).signIn();
    for (const path of ['/', '/dashboard']) {
      const page = await visitor.ask(path);
      expect([path, page.status]).toEqual([path, 200]);
      expect(await page.text()).toContain('Trading Dashboard');
    }
    const missing = await visitor.ask('/nowhere');
    expect(missing.status).toBe(404);
    expect(await missing.text()).toContain('404 Page Not Found');
    for (const path of ['/logout', '/preferences']) expect((await visitor.ask(path)).status).toBe(404);
  });

  it('probes answer without a session, figures only with the token', async () => {
    const visitor = new Visitor(desk.origin);
    expect(await (await visitor.ask('/healthz')).text()).toBe('ok\n');
    expect(await (await visitor.ask('/readyz')).json()).toEqual({ status: 'ready' });
    expect(await (await visitor.ask('/version')).json()).toMatchObject({ name: 'frontmonth' });
    expect((await visitor.ask('/metrics')).status).toBe(401);
    expect((await visitor.ask('/metrics', { headers: { Authorization: 'Bearer a-token-for-somebody' } })).status).toBe(401);
    const figures = await visitor.ask('/metrics', { headers: { Authorization: 'Bearer a-token-for-the-monitor' } });
    expect(figures.status).toBe(200);
    expect(await figures.text()).toContain('frontmonth_ready 1');
  });

  it('every answer carries its headers', async () => {
    const visitor = new Visitor(desk.origin);
    const signedIn = await new Visitor(desk.origin).signIn();
    const answers = [
      await visitor.ask('/login'), await visitor.ask('/'), await visitor.ask('/api/settings'), await visitor.ask('/healthz'), await visitor.ask('/logout'),
      await signedIn.ask('/'), await signedIn.ask('/nowhere'), await signedIn.ask('/api/settings'), await signedIn.ask(`/?_data=${encodeURIComponent('routes/_terminal')}`),
      await visitor.postForm('/login', { username: 'x', password: 'y' }, { Origin: desk.origin }),
    ];
    for (const { headers, url } of answers) {
      const seen = ['X-Content-Type-Options', 'Referrer-Policy', 'X-Frame-Options', 'Cross-Origin-Opener-Policy', 'Cache-Control', 'X-Powered-By'].map((name) => headers.get(name));
      expect([url, ...seen]).toEqual([url, 'nosniff', 'same-origin', 'DENY', 'same-origin', 'private, no-store', null]);
      const policy = headers.get('Content-Security-Policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe-(inline|eval)/);
    }
  });

  it('ends cleanly when asked to', async () => {
    const other = await startDesk(kind);
    expect(await other.stop()).toBe(0);
  });
});
