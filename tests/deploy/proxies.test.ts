// The terminal behind Caddy and nginx with TLS: at port 443, at another port, and below a path.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { type IncomingHttpHeaders, type Server, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCertificate, findMissing, reportSkipped } from '../support/deploy-programs';
import { type DeskServer, PASSWORD, USERNAME, startDesk } from '../support/desk-server';
import { type ProxyName, type ProxyPlan, type RunningProxy, startProxy } from '../support/proxies';
import { TlsVisitor } from '../support/tls-visitor';

const HOST = 'desk.example.com';
/** No other program of this machine listens here. */
const ADDRESS = '127.0.41.1';
const PROXIES: readonly ProxyName[] = ['caddy', 'nginx'];
const isRoot = process.getuid?.() === 0;

interface Case {
  readonly name: string;
  readonly port: number;
  readonly basePath: string;
}

const CASES: readonly Case[] = [
  { name: 'at port 443', port: 443, basePath: '' },
  { name: 'at port 8443', port: 8443, basePath: '' },
  { name: 'below the path /team/desk', port: 8443, basePath: '/team/desk' },
];

const missing = findMissing(['openssl']);
const missingProxies = PROXIES.filter((name) =>
  reportSkipped(`the terminal behind ${name}`, missing ?? findMissing([name])),
);
const installed = PROXIES.filter((name) => !missingProxies.includes(name));

let folder: string;
let files: { cert: string; key: string };
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'frontmonth-proxy-'));
  if (missing === null) files = createCertificate(folder, HOST);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function buildPlan(
  proxy: string,
  { port, basePath }: Omit<Case, 'name'>,
  upstream: string,
): ProxyPlan {
  const own = join(folder, `${proxy}-${port}-${basePath === '' ? 'root' : 'path'}`);
  mkdirSync(own, { recursive: true });
  const address = { host: HOST, address: ADDRESS, port, plainPort: port === 443 ? 80 : 8080 };
  return { folder: own, ...address, ...files, upstream, basePath };
}

const buildVisitor = (port: number): TlsVisitor =>
  new TlsVisitor({ address: ADDRESS, port, host: HOST, certificate: files.cert });

const readHiddenFields = (page: string): Record<string, string> =>
  Object.fromEntries(
    ['csrf', 'key', 'book'].map((name) => [
      name,
      new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '',
    ]),
  );

async function signIn(visitor: TlsVisitor, basePath: string) {
  const fields = { username: USERNAME, password: PASSWORD, redirectTo: '/portfolio' };
  return visitor.submitForm(`${basePath}/login`, fields);
}

for (const each of CASES) {
  const { name, port, basePath } = each;
  const cannotListen = port < 1024 && !isRoot;
  if (reportSkipped(`the terminal ${name}`, cannotListen ? 'only root may listen there' : null))
    continue;
  describe.runIf(installed.length > 0)(`the terminal ${name}`, () => {
    let desk: DeskServer;
    beforeAll(async () => {
      const origin = buildVisitor(port).origin;
      const settings = {
        FEED: 'public',
        PUBLIC_ORIGIN: `${origin}${basePath}`,
        TRUSTED_PROXIES: '127.0.0.1',
        METRICS_TOKEN: 'a-token-of-the-tests',
      };
      desk = await startDesk('server.js', settings, basePath);
    });
    afterAll(() => desk.stop());

    describe.each(installed)('behind %s', (proxyName) => {
      let proxy: RunningProxy;
      let visitor: TlsVisitor;
      beforeAll(async () => {
        const upstream = new URL(desk.origin).host;
        proxy = await startProxy(proxyName, buildPlan(proxyName, each, upstream));
        visitor = buildVisitor(port);
      });
      afterAll(() => proxy.stop());

      it('leads to the form, signs in and sets cookies of the host over TLS', async () => {
        const sent = await visitor.openPage(`${basePath}/portfolio`);
        expect(sent.headers.location).toBe(`${basePath}/login?redirectTo=%2Fportfolio`);
        const hsts = `max-age=31536000${basePath === '' ? '; includeSubDomains' : ''}`;
        expect(sent.headers['strict-transport-security']).toBe(hsts);
        const signedIn = await signIn(visitor, basePath);
        expect([signedIn.status, signedIn.headers.location]).toEqual([
          303,
          `${basePath}/portfolio`,
        ]);
        const suffix = basePath.replaceAll('/', '.');
        const flags = /; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/;
        for (const secret of [`__Host-frontmonth${suffix}`, `__Host-frontmonth-device${suffix}`]) {
          const line = signedIn.cookies.find((cookie) => cookie.startsWith(`${secret}=`)) ?? '';
          expect(line).toMatch(flags);
          expect(line).toContain('; Path=/; ');
        }
        expect((await visitor.openPage(`${basePath}/portfolio`)).status).toBe(200);
      });

      it('serves a page with its style and its scripts', async () => {
        const page = await visitor.openPage(`${basePath}/commands`);
        const [, style = ''] = /rel="stylesheet" href="([^"]+)"/.exec(page.text) ?? [];
        const [, script = ''] = /import "([^"]+)"/.exec(page.text) ?? [];
        for (const file of [style, script]) {
          expect(file.startsWith(`${basePath}/assets/`)).toBe(true);
          const answer = await visitor.openPage(file);
          expect([answer.status, answer.headers['cache-control']]).toEqual([
            200,
            'public, max-age=31536000, immutable',
          ]);
        }
      });

      it('takes a form without script, and none of another origin', async () => {
        const { text } = await visitor.openPage(`${basePath}/`);
        const fields = { ...readHiddenFields(text), intent: 'run', commodity: 'corn' };
        const answer = await visitor.submitForm(`${basePath}/?index`, fields);
        expect(answer.status).toBe(303);
        expect(answer.headers.location).toMatch(new RegExp(`^${basePath}/?(\\?.*)?#row-corn$`));
        const foreign = await visitor.submitForm(
          `${basePath}/emergency-stop`,
          readHiddenFields(text),
          'https://evil.example',
        );
        expect(foreign.status).toBe(403);
        expect(foreign.text).toContain(
          `The address of this server is ${visitor.origin}${basePath}`,
        );
      });

      it('opens a socket and sends the account', async () => {
        const check = await visitor.openPage(`${basePath}/api/auth/check`);
        const { user } = JSON.parse(check.text) as { user: { id: string } };
        const socket = await visitor.openSocket(`${basePath}/ws`);
        const update = new Promise<string>((resolve) =>
          socket.on('message', (data) => {
            if (String(data).includes('PORTFOLIO_UPDATE')) resolve(String(data));
          }),
        );
        socket.send(JSON.stringify({ type: 'authenticate', userId: user.id }));
        expect(JSON.parse(await update)).toMatchObject({ type: 'PORTFOLIO_UPDATE' });
        socket.close();
      });

      it('opens no socket for another origin', async () => {
        const opened = visitor.openSocket(`${basePath}/ws`, 'https://evil.example');
        await expect(opened).rejects.toThrow('403');
      });

      it('shows its state and no figures of the server', async () => {
        expect((await visitor.openPage(`${basePath}/readyz`)).status).toBe(200);
        expect((await visitor.openPage(`${basePath}/metrics`)).status).toBe(404);
      });

      it.runIf(basePath === '')('redirects from http', async () => {
        const { plainPort } = buildPlan(proxyName, each, '');
        const location = await new Promise<string | undefined>((resolve, reject) =>
          get(
            { host: ADDRESS, port: plainPort, path: '/login', headers: { Host: HOST } },
            (response) => (response.resume(), resolve(response.headers.location)),
          ).on('error', reject),
        );
        expect(new URL(location ?? '').href).toBe(`${visitor.origin}/login`);
      });

      it.runIf(basePath !== '')('leaves the rest of the host to others', async () => {
        for (const path of ['/', '/login', '/team', '/team/desktop', '/assets/x.js'])
          expect(`${path} ${(await visitor.openPage(path)).status}`).toBe(`${path} 404`);
      });
    });
  });
}

describe.each(installed)('%s', (proxyName) => {
  let upstream: Server;
  let proxy: RunningProxy;
  let seen: IncomingHttpHeaders = {};
  beforeAll(async () => {
    upstream = createServer((request, response) => {
      seen = request.headers;
      response.end();
    });
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    const { port } = upstream.address() as AddressInfo;
    const plan = buildPlan(proxyName, { port: 8443, basePath: '' }, `127.0.0.1:${port}`);
    proxy = await startProxy(proxyName, plan);
  });
  afterAll(async () => {
    await proxy.stop();
    upstream.close();
  });

  it('passes the host with its port, and the address of the visitor last', async () => {
    await buildVisitor(8443).sendRequest('GET', '/', { 'X-Forwarded-For': '203.0.113.9' });
    expect(seen.host).toBe(`${HOST}:8443`);
    expect(String(seen['x-forwarded-for']).split(', ').at(-1)).toBe('127.0.0.1');
  });
});
