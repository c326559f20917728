// Headers of every response: pages, data, API, errors, redirects, refusals, and static files under
// server.js.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CELLS, forEachCell, requestCell } from '../support/access-matrix';
import { SERVER_KINDS, Visitor } from '../support/desk-server';
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
