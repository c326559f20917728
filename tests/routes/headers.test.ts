// Headers of every response: pages, data, API, errors, redirects, refusals, and static files under
// server.js.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CELLS, forEachCell, requestCell } from '../support/access-matrix';
import { SERVER_KINDS, Visitor } from '../support/desk-server';
import { SCRIPT_MARK, SCRIPT_PAYLOADS, listInjections } from '../support/script-payloads';
import { chooseSize } from '../support/run-size';
import { ROOT } from '../support/source-files';
import { type StaticDesk, type StaticUser, startStaticDesk } from '../support/static-desk';

const COMMON: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Missing or excess headers of a response; empty if correct. */
function listFaults({ headers }: Response, isPrivate: boolean): string[] {
  const faults = Object.entries(COMMON)
    .filter(([name, value]) => headers.get(name) !== value)
    .map(([name]) => `${name}: ${headers.get(name)}`);
  const policy = headers.get('Content-Security-Policy') ?? '';
  if (!policy.includes("default-src 'none'") || /unsafe-|\*|http:/.test(policy))
    faults.push(`policy: ${policy}`);
  if (isPrivate && !policy.includes("frame-ancestors 'none'"))
    faults.push(`may be framed: ${policy}`);
  if (isPrivate && headers.get('Cache-Control') !== 'private, no-store')
    faults.push(`cache: ${headers.get('Cache-Control')}`);
  for (const name of [
    'X-Powered-By',
    'Server',
    'Strict-Transport-Security',
    'Access-Control-Allow-Origin',
  ])
    if (headers.has(name)) faults.push(`${name}: ${headers.get(name)}`);
  return faults;
}

type ScriptTarget = (payload: string) => readonly [string, RequestInit?];

const SHOWING_PATHS: readonly string[] = [
  ...['/', '/account', '/portfolio', '/notifications', '/radar', '/signals', '/institutional'],
  ...['/portfolio/report', '/export/positions.csv', '/export/backtests.csv', '/backtest'],
  ...['/?commodity=:p', '/?confirm=:p&settings=:p&range=:p', '/chart/:p', '/chart/NG?range=:p'],
  ...['/curve/:p', '/curve?commodity=:p', '/calendar?commodity=:p&runs=:p', '/commands?q=:p'],
  ...['/correlations?cell=:p', '/weather?place=:p', '/portfolio?timeframe=:p', '/position/:p'],
  ...['/notifications?show=:p&before=:p', '/backtest/:p', '/backtest/:p/report'],
  ...['/login?redirectTo=:p', '/what-if?commodity=:p&days=:p&change=:p&place=:p', '/refresh/:p'],
  ...['/:p', '/:p/:p?:p=:p', '/?_data=:p', '/commands?q=:p&_data=root', '/export/:p'],
  ...['/export/curve.csv?commodity=:p', '/api/:p', '/api/curve?commodity=:p'],
  ...['/api/bars?contract=:p', '/api/backtests/:p'],
];
/** Fields that get the text; without an intent this field, too. */
const SHOWING_FORMS: readonly {
  readonly path: string;
  readonly intent?: string;
  readonly names: readonly string[];
}[] = [
  { path: '/login', names: ['username', 'password'] },
  { path: '/backtest', intent: 'start', names: ['mode', 'playbook', 'years', 'world', 'seed'] },
  { path: '/account', intent: 'passphrase', names: ['current', 'next', 'repeat'] },
  { path: '/', names: ['commodity', 'position', 'playbook'] },
  { path: '/', intent: 'settings', names: ['riskLevel', 'positionSize', 'tradingMode'] },
  { path: '/preferences', names: ['theme', 'density', 'from'] },
];
/** Requests that show a text or store it; `:p` is the text in a path. */
const SCRIPT_TARGETS: readonly ScriptTarget[] = [
  ...SHOWING_PATHS.map(
    (path): ScriptTarget =>
      (payload) => [path.replaceAll(':p', encodeURIComponent(payload))],
  ),
  ...SHOWING_FORMS.map(
    ({ path, intent, names }): ScriptTarget =>
      (payload) => {
        const body = new URLSearchParams({ intent: intent ?? payload });
        for (const name of names) body.set(name, payload);
        return [path, { method: 'POST', body }];
      },
  ),
];
/** In a short run each payload is sent to one of so many targets. */
const TARGET_STEP = chooseSize(24, 8, 1);

const filesIn = (folder: string, path = '/'): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? filesIn(join(folder, entry.name), `${path}${entry.name}/`)
      : [`${path}${entry.name}`],
  );

describe.each(SERVER_KINDS)('under %s', (kind) => {
  let desk: StaticDesk;
  let user: StaticUser;
  beforeAll(async () => {
    desk = await startStaticDesk(kind);
    user = await desk.user('looking-closely');
  });
  afterAll(() => desk?.stop());

  it('every route and call in every kind of request, signed in and out', async () => {
    const visitors = [() => new Visitor(desk.origin), () => desk.session(user)];
    const found: string[] = [];
    let count = 0;
    for (const createVisitor of visitors)
      await forEachCell(async (cell) => {
        const response = await requestCell(cell, createVisitor(), 'a'.repeat(32));
        await response.text();
        count += 1;
        for (const fault of listFaults(response, true))
          found.push(`${cell.name}, ${response.status}: ${fault}`);
      });
    expect([found, count]).toEqual([[], 2 * CELLS.length]);
  });

  it('refusals and errors', async () => {
    const { visitor } = user;
    const answers = await Promise.all([
      visitor.request('/api/settings', { method: 'PUT' }),
      visitor.request('/api/settings', { method: 'DELETE' }),
      visitor.request('/api/auto-trading/start', { method: 'POST', body: 'x'.repeat(70_000) }),
      visitor.request('/api/auto-trading/start', {
        method: 'POST',
        body: '{',
        headers: { 'Content-Type': 'application/json' },
      }),
      visitor.request('/api/auto-trading/start', {
        method: 'POST',
        headers: { Origin: 'http://evil.example' },
      }),
      visitor.postForm('/login', { username: 'x', password: 'y' }, { Origin: desk.origin }),
      visitor.request('/nowhere.js'),
      visitor.request('/?_data=no-such-route'),
      // Responses of remix-serve itself, before the build, have their own headers.
      ...(kind === 'server.js'
        ? [
            visitor.request('/api/%E0%A4%A'),
            visitor.postForm('/', { intent: 'run-all' }, { Origin: 'http://evil.example' }),
          ]
        : []),
    ]);
    const found = answers.map((answer) => ({
      url: answer.url,
      status: answer.status,
      faults: listFaults(answer, true),
    }));
    expect(found.filter(({ faults }) => faults.length > 0)).toEqual([]);
  });

  it('a long answer is compressed, and the few bytes of a short one are not', async () => {
    const answers = await Promise.all(
      ['/api/auth/check', '/api/report-calendar'].map(async (path) => {
        const response = await user.visitor.request(path, {
          headers: { 'Accept-Encoding': 'gzip' },
        });
        const text = await response.text();
        return [text.length > 1024, response.headers.get('Content-Encoding')];
      }),
    );
    expect(answers).toEqual([
      [false, null],
      [true, 'gzip'],
    ]);
  });

  it('a path that no router can parse', async () => {
    for (const path of ['/%5C/', '/%5C%5C', '/%09/']) {
      const response = await user.visitor.request(path);
      expect([path, response.status, listFaults(response, true), await response.text()]).toEqual([
        path,
        404,
        [],
        expect.stringContaining('404 Page Not Found'),
      ]);
    }
  });

  it('a page runs only scripts with its nonce, which changes each time', async () => {
    const nonces = await Promise.all(
      ['/', '/login', '/nowhere'].map(async (path) => {
        const response = await (
          path === '/login' ? new Visitor(desk.origin) : user.visitor
        ).request(path);
        const nonce =
          /'nonce-([^']+)'/.exec(response.headers.get('Content-Security-Policy') ?? '')?.[1] ?? '';
        const scripts = [
          ...(await response.text()).matchAll(/<script(?![^>]*\ssrc=)([^>]*)>/g),
        ].map(([, attributes = '']) => attributes);
        expect(scripts.length).toBeGreaterThan(0);
        for (const attributes of scripts) expect(attributes).toContain(`nonce="${nonce}"`);
        return nonce;
      }),
    );
    expect(new Set(nonces).size).toBe(3);
    expect(Math.min(...nonces.map((nonce) => nonce.length))).toBeGreaterThanOrEqual(22);
  });

  it(`${SCRIPT_PAYLOADS.length} texts with a script are shown as texts`, async () => {
    const found: string[] = [];
    let [count, shown] = [0, 0];
    for (const [index, payload] of SCRIPT_PAYLOADS.entries()) {
      // No program creates such a user: the name is stored text that pages, report and files show.
      const { visitor } = await desk.user(payload);
      const toast = { id: 'x', title: payload, description: payload, variant: 'destructive' };
      const inHeader = payload.replace(/[^\x20-\x7e]/g, '');
      for (const [place, buildTarget] of SCRIPT_TARGETS.entries()) {
        if ((index + place) % TARGET_STEP !== 0) continue;
        const [path, init] = buildTarget(payload);
        visitor.setCookie(
          'frontmonth_toast',
          Buffer.from(JSON.stringify(toast)).toString('base64url'),
        );
        const response = await visitor.request(path, {
          ...init,
          headers: { Origin: desk.origin, 'User-Agent': inHeader, Referer: inHeader },
        });
        const text = await response.text();
        const type = response.headers.get('Content-Type') ?? '';
        const nonce =
          /'nonce-([^']+)'/.exec(response.headers.get('Content-Security-Policy') ?? '')?.[1] ??
          null;
        count += 1;
        if (text.includes(SCRIPT_MARK)) shown += 1;
        const faults = /^text\/html/.test(type)
          ? listInjections(text, nonce)
          : /^(text\/(plain|csv)|application\/json|$)/.test(type)
            ? []
            : [`type ${type}`];
        if (response.headers.get('X-Content-Type-Options') !== 'nosniff')
          faults.push('may be sniffed');
        if (response.status >= 500) faults.push('failed');
        for (const fault of faults) found.push(`${path}, ${response.status}: ${fault}`);
      }
    }
    expect(found.slice(0, 10)).toEqual([]);
    expect(shown).toBeGreaterThan(count / 4);
    console.log(
      `${kind}: ${SCRIPT_PAYLOADS.length} texts with a script in ${count} requests, shown in ${shown} answers`,
    );
  }, 1_800_000);

  it('an idle connection stays open for longer than a proxy keeps it', async () => {
    const { headers } = await fetch(`${desk.origin}/healthz`);
    expect(headers.get('Keep-Alive')).toBe(kind === 'server.js' ? 'timeout=65' : 'timeout=5');
  });

  it('static files', async () => {
    if (kind !== 'server.js')
      return expect((await fetch(`${desk.origin}/icon.svg`)).status).toBe(200); // the stock server sends files by itself
    const paths = filesIn(join(ROOT, 'build', 'client'));
    expect(paths.length).toBeGreaterThan(5);
    for (const path of paths) {
      const response = await fetch(`${desk.origin}${path}`);
      expect([
        path,
        response.status,
        listFaults(response, false),
        (await response.text()).length > 0,
      ]).toEqual([path, 200, [], true]);
      const again = await fetch(`${desk.origin}${path}`, {
        headers: { 'If-None-Match': response.headers.get('ETag') ?? '' },
      });
      expect([path, again.status, listFaults(again, false)]).toEqual([path, 304, []]);
    }
  });
});
